// The data block of the page: an event as the server describes it, with whole games.

import type { ArenaGame, EventDetail, EventGame } from "../api/arena";

export interface TournamentData
  extends Pick<
    EventDetail,
    "title" | "rules" | "state" | "played" | "total" | "players" | "platform" | "limits" | "seed" | "standings" | "cross"
  > {
  /** The kind of tournament, such as "round robin". */
  kind: string;
  /** The order of the standings. */
  ranking: "points" | "rating";
  /** The points of each player after each round; `null` if it is not a race. */
  race: number[][] | null;
  /** The latest games, newest first. */
  games: ArenaGame[];
  /** The version of Outflank. */
  version: string;
  /** The date of the last game. */
  updated: string;
}

/** The row of a game in the list. */
export function row(game: ArenaGame): EventGame {
  const round = Number.parseInt(game.place, 10);
  return { ...game, round, plies: game.moves.length };
}

/** The choice of games. Players are given by name; an empty name fits everyone. */
export interface Filter {
  player: string;
  opponent: string;
  faults: boolean;
}

export function fits(game: ArenaGame, { player, opponent, faults }: Filter): boolean {
  if (faults && !game.fault) return false;
  const sides = [game.black, game.white];
  return (player === "" || sides.includes(player)) && (opponent === "" || sides.includes(opponent));
}

/** The game that an address such as `#game-3/12.1` names. */
export function gameOf(hash: string, games: readonly ArenaGame[]): ArenaGame | null {
  let name = hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // A name that cannot be decoded is that of no game.
  }
  return games.find((game) => name === `game-${game.place}`) ?? null;
}

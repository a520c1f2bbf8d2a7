// The visitor's games.

import type { Color, Rules } from "../game/position";
import type { Move } from "../game/square";
import type { Outcome } from "../game/words";
import { get, post, remove } from "./http";

export interface ClockState {
  black_ms: number;
  white_ms: number;
  running: Color | null;
  seconds: number;
  increment: number;
}

export interface Game {
  id: string;
  rules: Rules;
  color: Color | "both";
  level: number | null;
  start: string;
  moves: Move[];
  notes: { time_ms: number | null; score: number | null }[];
  position: string;
  to_move: Color | null;
  legal: Move[];
  passed: boolean;
  thinking: boolean;
  clock: ClockState | null;
  outcome: Outcome | null;
  discs: Record<Color, number>;
  /** Milliseconds since 1970. */
  created: number;
  updated: number;
}

/** What the list of games says of each. */
export type GameSummary = Pick<
  Game,
  "id" | "rules" | "color" | "level" | "outcome" | "discs" | "to_move" | "updated" | "created" | "position"
> & { plies: number };

export interface NewGame {
  rules: Rules;
  color: Color | "both";
  level: number | null;
  position?: string;
  moves?: Move[];
  clock?: { seconds: number; increment: number };
}

export interface Hint {
  move: Move;
  score: number;
  exact: boolean;
  depth: number;
}

export const createGame = (game: NewGame): Promise<Game> => post("/games", game);
export const listGames = async (): Promise<GameSummary[]> =>
  (await get<{ games: GameSummary[] }>("/games")).games;
export const getGame = (id: string): Promise<Game> => get(`/games/${encodeURIComponent(id)}`);
export const deleteGame = (id: string): Promise<void> => remove(`/games/${encodeURIComponent(id)}`);
export const playMove = (id: string, move: Move, ply: number): Promise<Game> =>
  post(`/games/${encodeURIComponent(id)}/moves`, { move, ply });
export const takeBack = (id: string): Promise<Game> => post(`/games/${encodeURIComponent(id)}/takeback`);
export const resign = (id: string): Promise<Game> => post(`/games/${encodeURIComponent(id)}/resign`);
export const askHint = (id: string): Promise<Hint> => post(`/games/${encodeURIComponent(id)}/hint`);

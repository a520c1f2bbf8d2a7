// The name of the player that a visitor plays against.

import type { GameSummary } from "../../api/games";
import type { Info } from "../../api/info";

/** "Level 3, Easy", or the title of an agent. */
export function opponentName({ level, opponent }: Pick<GameSummary, "level" | "opponent">, info: Info | null): string {
  if (opponent) return info?.players.find((one) => one.name === opponent)?.title ?? opponent;
  const name = info?.levels.find((one) => one.level === level)?.name;
  return `Level ${level}${name ? `, ${name}` : ""}`;
}

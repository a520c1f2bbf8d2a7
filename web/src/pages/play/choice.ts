// The visitor's settings of a new game, kept for the next one.

import type { NewGame } from "../../api/games";
import type { Color, Rules } from "../../game/position";
import { remember, remembered } from "../../lib/storage";

export interface Choice {
  rules: Rules;
  opponent: "computer" | "agent" | "person";
  /** The name of an agent of the reports. */
  agent: string;
  color: Color | "random";
  level: number;
  clock: string;
  minutes: number;
  increment: number;
}

/** Clocks in minutes and seconds a move; "custom" asks for both. */
export const CLOCKS = ["none", "1+0", "3+2", "5+0", "10+0", "custom"] as const;

const FIRST: Choice = {
  rules: "reversi", opponent: "computer", agent: "", color: "black", level: 3, clock: "none", minutes: 5, increment: 3,
};

export function lastChoice(): Choice {
  try {
    return { ...FIRST, ...(JSON.parse(remembered("new game") ?? "{}") as Partial<Choice>) };
  } catch {
    return { ...FIRST };
  }
}

export function keepChoice(choice: Choice): void {
  remember("new game", JSON.stringify(choice));
}

/** The clock of a choice; `null` is none. */
export function clockOf({ clock, minutes, increment }: Choice): { seconds: number; increment: number } | null {
  if (clock === "none") return null;
  if (clock === "custom") return { seconds: Math.round(60 * minutes), increment };
  const [first = 5, second = 0] = clock.split("+").map(Number);
  return { seconds: 60 * first, increment: second };
}

/** The request to the server. A random colour is chosen here. */
export function newGame(choice: Choice): NewGame {
  const drawn: Color = Math.random() < 0.5 ? "black" : "white";
  const color = choice.color === "random" ? drawn : choice.color;
  const clock = clockOf(choice);
  return {
    rules: choice.rules,
    color: choice.opponent === "person" ? "both" : color,
    level: choice.opponent === "computer" ? choice.level : null,
    ...(choice.opponent === "agent" ? { opponent: choice.agent } : {}),
    ...(clock ? { clock } : {}),
  };
}

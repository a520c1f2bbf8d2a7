// Sentences about games, the same on every page.

import { colorName } from "./notation";
import { opponent, type Color, type Position, type Rules } from "./position";
import { PASS, squareOf, type Move } from "./square";

export const RULES: Record<Rules, { name: string; short: string; aim: string }> = {
  reversi: { name: "Reversi", short: "Reversi", aim: "Most discs win" },
  reversed: { name: "Reversed Reversi", short: "Reversed", aim: "Fewest discs win" },
};

export interface Outcome {
  winner: Color | null;
  /** Discs between the sides; `null` where the board does not say. */
  margin: number | null;
  ending: "finished" | "resigned" | "timeout";
}

/** The facts of a game for its announcements. */
interface Told {
  moves: readonly Move[];
  color: Color | "both";
  outcome: Outcome | null;
}

/** The name of a side for the visitor: "You", or "Black" if both sides are people. */
export function who(color: Color, you: Color | "both" | null): string {
  return color === you ? "You" : colorName(color);
}

/** The announcement of a move: "White plays d6." */
export function moveSentence(move: Move, color: Color, you: Color | "both" | null): string {
  const name = who(color, you);
  const s = name === "You" ? "" : "s";
  return move === PASS ? `${name} ${name === "You" ? "have" : "has"} no legal move and pass${s && "es"}.` : `${name} play${s} ${move}.`;
}

/** The end of a game in one sentence. */
export function outcomeSentence({ winner, margin, ending }: Outcome, you: Color | "both" | null): string {
  if (!winner) return ending === "finished" ? "A draw." : "The game ended without a winner.";
  const name = who(winner, you);
  const win = `${name} win${name === "You" ? "" : "s"}`;
  if (ending === "resigned") {
    const loser = who(opponent(winner), you);
    return `${win}: ${loser === "You" ? "you" : loser} resigned.`;
  }
  if (ending === "timeout") {
    const loser = who(opponent(winner), you);
    return `${win} on time: ${loser === "You" ? "your" : `${loser}'s`} clock ran out.`;
  }
  const discs = Math.abs(margin ?? 0);
  return discs ? `${win} by ${discs} disc${discs === 1 ? "" : "s"}.` : `${win}.`;
}

/**
 * A sentence about the passes since the visitor's last move;
 * `null` if nobody had to.
 */
export function passSentence(game: Told, colors: readonly Color[]): string | null {
  for (let index = game.moves.length - 1; index >= 0 && game.moves.length - index <= 3; index--) {
    const color = colors[index];
    if (!color) return null;
    if (game.moves[index] === PASS) {
      const name = who(color, game.color);
      const next = opponent(color);
      const again = who(next, game.color);
      const goesOn = index === game.moves.length - 1 && !game.outcome;
      const move = again === "You" ? "It is your move again." : `${again} moves again.`;
      if (!goesOn) return `${name} had no legal move and had to pass.`;
      return `${name} ${name === "You" ? "have" : "has"} no legal move and must pass. ${move}`;
    }
    if (color === game.color) return null;
  }
  return null;
}

/** The square of a move, for the mark on the board. */
export function squareOfMove(move: Move | null | undefined): number | null {
  return move ? squareOf(move) : null;
}

/** A score said in words: "Black leads by 4", "even". */
export function leadSentence(score: number, exact: boolean): string {
  const discs = Math.abs(Math.round(score));
  if (discs === 0) return exact ? "A draw with best play" : "Even";
  const side = score > 0 ? "Black" : "White";
  return exact ? `${side} wins by ${discs} with best play` : `${side} is ahead by about ${discs}`;
}

export function sideToMove(position: Position): string {
  return `${colorName(position.toMove)} to move`;
}

/** A large number in few characters: 12.3 M. */
export function short(value: number): string {
  for (const [size, unit] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]] as const) {
    if (value >= size) {
      const scaled = value / size;
      return `${scaled >= 100 ? scaled.toFixed(0) : scaled.toFixed(1)} ${unit}`;
    }
  }
  return String(Math.round(value));
}


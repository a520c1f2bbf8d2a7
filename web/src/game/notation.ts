// Positions and moves as text: 64 squares a1 to h8 of X, O and -, and the side to move.

import { discs, isOver, mustPass, opponent, type Cell, type Color, type Position } from "./position";
import { PASS, type Move } from "./square";

export const START = "---------------------------OX------XO--------------------------- X";

/** The 64+1 string of a position. */
export function format({ cells, toMove }: Position): string {
  const board = cells.map((cell) => (cell === "black" ? "X" : cell === "white" ? "O" : "-")).join("");
  return `${board} ${toMove === "black" ? "X" : "O"}`;
}

function cellOf(letter: string): Cell | undefined {
  if (/[Xx*Bb]/.test(letter)) return "black";
  if (/[OoWw]/.test(letter)) return "white";
  return /[-.]/.test(letter) ? null : undefined;
}

/**
 * Reads a position string; `null` if it is none. White space may stand anywhere. The number of
 * discs tells a side to move that is left out.
 */
export function parse(text: string): Position | null {
  const words = text.trim().split(/\s+/);
  const letters = [...words.join("")];
  const cells = letters.slice(0, 64).map(cellOf);
  const side = letters[64];
  if (cells.length !== 64 || letters.length > 65 || !cells.every((cell) => cell !== undefined)) return null;
  if (side !== undefined) {
    const toMove = cellOf(side);
    return toMove ? { cells, toMove } : null;
  }
  // A letter that stands alone is a side to move, so a square is missing.
  return words[0]?.length !== 1 && words.at(-1)?.length === 1 ? null : sided(cells);
}

/** Black moves after an even number of moves, unless only the other side can. */
function sided(cells: readonly Cell[]): Position {
  const even = cells.filter((cell) => cell === null).length % 2 === 0;
  const first: Position = { cells, toMove: even ? "black" : "white" };
  return mustPass(first) ? { cells, toMove: opponent(first.toMove) } : first;
}

/** A position string that is known to be good, such as the server's. */
export function position(text: string): Position {
  const read = parse(text);
  if (!read) throw new Error(`"${text}" is not a position.`);
  return read;
}

/** Why a board that was set up cannot be played on; `null` if it can. */
export function fault(position: Position): string | null {
  const { black, white } = discs(position);
  if (black + white === 0) return "The board is empty.";
  if (isOver(position)) return "Neither side has a move here.";
  return null;
}

/** Moves as one word, passes left out: `f5d6c3`. */
export function transcript(moves: readonly Move[]): string {
  return moves.filter((move) => move !== PASS).join("");
}

/** A score with its sign, and a true minus: `+4`, `−12`, `0`. */
export function signed(score: number): string {
  const rounded = Math.round(score);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/** A score of the side to move as a score of black: the page shows all scores for black. */
export function forBlack(score: number, mover: Color): number {
  return mover === "black" ? score : -score || 0;
}

export function colorName(color: Color): string {
  return color === "black" ? "Black" : "White";
}

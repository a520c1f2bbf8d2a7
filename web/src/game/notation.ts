// Positions and moves as text: 64 squares a1 to h8 of X, O and -, and the side to move.

import { discs, isOver, type Cell, type Color, type Position } from "./position";
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

/** Reads a position string; `null` if it is none. White space may stand anywhere. */
export function parse(text: string): Position | null {
  const letters = [...text.replaceAll(/\s/g, "")];
  const all = letters.map(cellOf);
  const side = all.pop();
  if (all.length !== 64 || !side) return null;
  const cells: Cell[] = [];
  for (const cell of all) {
    if (cell === undefined) return null;
    cells.push(cell);
  }
  return { cells, toMove: side };
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

export function colorName(color: Color): string {
  return color === "black" ? "Black" : "White";
}

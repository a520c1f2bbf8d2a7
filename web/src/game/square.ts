// Squares are numbers from 0 (a1, top left) to 63 (h8), row by row.

/** What the wire calls a move: a square such as `f5`, or `pass`. */
export type Move = string;

export const PASS: Move = "pass";
const FILES = "abcdefgh";

/** The name of a square: 37 is `f5`. */
export function nameOf(square: number): string {
  return FILES.charAt(square & 7) + String((square >> 3) + 1);
}

/** The square of a name such as `f5` or `F5`; `null` for anything else. */
export function squareOf(name: string): number | null {
  if (!/^[a-h][1-8]$/i.test(name)) return null;
  return FILES.indexOf(name.charAt(0).toLowerCase()) + 8 * (Number(name.charAt(1)) - 1);
}

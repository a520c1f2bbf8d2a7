// The rules of both games: they have the same moves, and differ in who has won.

import { nameOf, PASS, squareOf, type Move } from "./square";

export type Rules = "reversi" | "reversed";
export type Color = "black" | "white";
export type Cell = Color | null;

export interface Position {
  /** 64 squares, a1 to h8. */
  readonly cells: readonly Cell[];
  readonly toMove: Color;
}

const DIRECTIONS: readonly (readonly [number, number])[] = [
  [-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1],
];

/** From each square in each direction, the squares up to the edge. */
const RAYS: readonly (readonly (readonly number[])[])[] = Array.from({ length: 64 }, (_, from) =>
  DIRECTIONS.map(([dx, dy]) => {
    const ray: number[] = [];
    let x = (from & 7) + dx;
    let y = (from >> 3) + dy;
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) ray.push(8 * y + x);
    return ray;
  }).filter((ray) => ray.length > 1),
);

export function opponent(color: Color): Color {
  return color === "black" ? "white" : "black";
}

/** The discs that playing `square` turns; none if the move is illegal. */
export function flips({ cells, toMove }: Position, square: number): number[] {
  const turned: number[] = [];
  if (cells[square]) return turned;
  const other = opponent(toMove);
  for (const ray of RAYS[square] ?? []) {
    const end = ray.findIndex((at) => cells[at] !== other);
    const last = ray[end];
    if (end > 0 && last !== undefined && cells[last] === toMove) turned.push(...ray.slice(0, end));
  }
  return turned;
}

function isLegal({ cells, toMove }: Position, square: number): boolean {
  if (cells[square]) return false;
  const other = opponent(toMove);
  return (RAYS[square] ?? []).some((ray) => {
    if (cells[ray[0] as number] !== other) return false;
    const last = ray.find((at) => cells[at] !== other);
    return last !== undefined && cells[last] === toMove;
  });
}

/** The squares that the side to move may play. */
export function legalSquares(position: Position): number[] {
  const legal: number[] = [];
  for (let square = 0; square < 64; square++) if (isLegal(position, square)) legal.push(square);
  return legal;
}

function passed(position: Position): Position {
  return { cells: position.cells, toMove: opponent(position.toMove) };
}

/** Whether the side to move has no move but its opponent has. */
export function mustPass(position: Position): boolean {
  return legalSquares(position).length === 0 && legalSquares(passed(position)).length > 0;
}

/** Whether neither side has a move. */
export function isOver(position: Position): boolean {
  return legalSquares(position).length === 0 && legalSquares(passed(position)).length === 0;
}

/** The position after a move; `null` if it is illegal. */
export function play(position: Position, move: Move): Position | null {
  if (move === PASS) return mustPass(position) ? passed(position) : null;
  const square = squareOf(move);
  if (square === null) return null;
  const turned = flips(position, square);
  if (turned.length === 0) return null;
  const cells = [...position.cells];
  for (const at of [square, ...turned]) cells[at] = position.toMove;
  return { cells, toMove: opponent(position.toMove) };
}

/** The positions of a game from the first to the last; it ends before a move that is illegal. */
export function positionsOf(start: Position, moves: readonly Move[]): Position[] {
  const line = [start];
  for (const move of moves) {
    const next = play(line.at(-1) ?? start, move);
    if (!next) break;
    line.push(next);
  }
  return line;
}

/** The moves of a position: squares, or a pass where one is forced. */
export function moves(position: Position): Move[] {
  const legal = legalSquares(position);
  return legal.length > 0 ? legal.map(nameOf) : mustPass(position) ? [PASS] : [];
}

/** How many games of `depth` moves there are; passes are moves. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const all = moves(position);
  if (all.length === 0) return 1;
  let games = 0;
  for (const move of all) {
    const next = play(position, move);
    if (next) games += perft(next, depth - 1);
  }
  return games;
}

export function discs({ cells }: Position): Record<Color, number> {
  const count = { black: 0, white: 0 };
  for (const cell of cells) if (cell) count[cell] += 1;
  return count;
}

/**
 * Black's margin in discs where the game is over: empty squares count for
 * the side with more discs, and in Reversed Reversi the fewer win.
 */
export function margin(position: Position, rules: Rules): number {
  const { black, white } = discs(position);
  const empty = 64 - black - white;
  const reversi = black - white + Math.sign(black - white) * empty;
  return rules === "reversi" ? reversi : -reversi || 0;
}

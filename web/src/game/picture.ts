// A board as an SVG picture of its own, without styles or fonts from elsewhere.

import type { Position } from "./position";

const SIZE = 50;
const EDGE = 24;
const SIDE = 8 * SIZE + 2 * EDGE;

function label(x: number, y: number, text: string): string {
  return `<text x="${x}" y="${y}" text-anchor="middle">${text}</text>`;
}

/** The picture, with a mark on the square of the last move. */
export function picture({ cells }: Position, last: number | null, flipped: boolean): string {
  const middle = (index: number): number => EDGE + SIZE * (index + 0.5);
  const parts: string[] = [];
  for (let line = 0; line <= 8; line++) {
    const at = EDGE + SIZE * line;
    parts.push(`<path d="M${at} ${EDGE}V${SIDE - EDGE}M${EDGE} ${at}H${SIDE - EDGE}" stroke="#1c523a" stroke-width="2"/>`);
  }
  for (let index = 0; index < 8; index++) {
    const from = flipped ? 7 - index : index;
    parts.push(label(middle(index), EDGE - 8, "abcdefgh".charAt(from)), label(EDGE / 2, middle(index) + 5, String(from + 1)));
  }
  cells.forEach((cell, square) => {
    const seen = flipped ? 63 - square : square;
    const [x, y] = [middle(seen & 7), middle(seen >> 3)];
    if (cell) parts.push(`<circle cx="${x}" cy="${y}" r="${0.42 * SIZE}" fill="${cell === "black" ? "#1b1e22" : "#f7f5ef"}"/>`);
    if (square === last) parts.push(`<circle cx="${x}" cy="${y}" r="5" fill="#f2d24b" stroke="#000" stroke-opacity=".5"/>`);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" font-family="sans-serif" font-size="14" font-weight="600" fill="#fff">`,
    `<rect width="${SIDE}" height="${SIDE}" rx="8" fill="#1f5a40"/>`,
    `<rect x="${EDGE}" y="${EDGE}" width="${8 * SIZE}" height="${8 * SIZE}" fill="#2f7f5b"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

// The genes of agents as text.

import type { GenePart } from "../../api/runs";

/** A name of a file as words: `opponent_moves` is "Opponent moves". */
export function title(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number with about three digits and a true minus. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const text = size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return value < 0 && Number(short) !== 0 ? `−${short}` : short;
}

/** The difference of two parts of the same shape; the first part if their shapes differ. */
export function difference(part: GenePart, from: GenePart | undefined): GenePart {
  const less = (one: readonly number[], other: readonly number[]): number[] =>
    one.map((value, index) => value - (other[index] ?? 0));
  if (part.kind === "number" && from?.kind === "number") return { ...part, value: part.value - from.value };
  if (part.kind === "matrix" && from?.kind === "matrix") return { ...part, values: less(part.values, from.values) };
  if (part.kind === "table" && from?.kind === "table") {
    return { ...part, values: part.values.map((row, index) => less(row, from.values[index] ?? [])) };
  }
  return part;
}

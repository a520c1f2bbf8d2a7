// The numbers of a graph: round steps on its axes.

export interface Point {
  x: number;
  y: number;
}

export interface Series {
  name: string;
  points: readonly Point[];
  /** Drawn in grey below the others, without a place in the legend. */
  faint?: boolean;
}

/** A point that stands out, such as a mistake. */
export interface Dot extends Point {
  tone: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
}

/** Round numbers between `from` and `to`, with a maximum count. */
export function ticks(from: number, to: number, most: number): number[] {
  if (!(to > from) || most < 1) return [from];
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The path of a line through points in pixels. */
export function path(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

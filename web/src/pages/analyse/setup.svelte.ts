// A position being set up: discs are painted, and the side to move chosen.

import { fault, format, parse, position, START } from "../../game/notation";
import type { Cell, Color, Position } from "../../game/position";

export type Brush = Color | "empty" | "turn";

export class Setup {
  cells = $state.raw<readonly Cell[]>([]);
  toMove = $state<Color>("black");
  brush = $state<Brush>("turn");

  readonly position = $derived<Position>({ cells: this.cells, toMove: this.toMove });
  readonly fault = $derived(fault(this.position));
  readonly text = $derived(format(this.position));

  constructor(from: Position) {
    this.take(from);
  }

  paint(square: number): void {
    const now = this.cells[square] ?? null;
    this.cells = this.cells.map((cell, at) => (at === square ? this.painted(now) : cell));
  }

  clear(): void {
    this.cells = Array<Cell>(64).fill(null);
  }

  start(): void {
    this.take(position(START));
  }

  /** Sets a typed position; `false` if the text is not a position. */
  type(text: string): boolean {
    const read = parse(text);
    if (read) this.take(read);
    return read !== null;
  }

  private take(from: Position): void {
    this.cells = from.cells;
    this.toMove = from.toMove;
  }

  /** "turn" cycles through empty, black and white. Painting a colour twice removes the disc. */
  private painted(now: Cell): Cell {
    switch (this.brush) {
      case "turn": return now === null ? "black" : now === "black" ? "white" : null;
      case "empty": return null;
      default: return now === this.brush ? null : this.brush;
    }
  }
}

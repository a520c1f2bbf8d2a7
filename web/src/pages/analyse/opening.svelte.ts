// The named openings that a game passed through.

import { openingNames, type OpeningName } from "../../api/files";
import { format, transcript } from "../../game/notation";
import { movesOf, type Node } from "../../game/tree";
import type { Rules } from "../../game/position";

export class Openings {
  private names = $state.raw<readonly OpeningName[]>([]);
  private asked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Requests the names along a line, shortly after its last change. */
  look(rules: Rules, line: readonly Node[]): void {
    const [root] = line;
    const moves = transcript(movesOf(line.slice(0, 30)));
    const key = `${rules} ${root ? format(root.position) : ""} ${moves}`;
    if (key === this.asked || !root) return;
    this.asked = key;
    clearTimeout(this.timer);
    if (rules !== "reversi" || moves === "") {
      this.names = [];
      return;
    }
    this.timer = setTimeout(() => {
      openingNames(rules, format(root.position), moves).then(
        (names) => {
          if (this.asked === key) this.names = names;
        },
        // Names are optional: an error is ignored.
        () => undefined,
      );
    }, 120);
  }

  /** The last name up to a ply. */
  nameAt(ply: number): string | null {
    return this.names.findLast((one) => one.ply <= ply)?.name ?? null;
  }
}

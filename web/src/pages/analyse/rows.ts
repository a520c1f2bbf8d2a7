// The moves of a tree as rows: the main line in two columns, variations between them.

import type { Node } from "../../game/tree";

export type Row =
  | { kind: "moves"; number: number; black: Node | null; white: Node | null }
  | { kind: "variations"; heads: readonly Node[] };

/** The number of a move in a game: one for a move of each side. */
export function numberOf(node: Node): number {
  return Math.floor((node.ply + 1) / 2);
}

/** Who made the move of a node. */
export const isWhites = (node: Node): boolean => node.parent?.position.toMove === "white";

export function rowsOf(main: readonly Node[]): Row[] {
  const rows: Row[] = [];
  let open: Extract<Row, { kind: "moves" }> | null = null;
  let number = 0;
  for (const node of main) {
    if (!node.parent) continue;
    const white = isWhites(node);
    if (white && open) open.white = node;
    else {
      // Behind variations the row of the same number goes on.
      const goesOn = white && rows.at(-1)?.kind === "variations" && rows.length > 1;
      if (!goesOn) number++;
      rows.push({ kind: "moves", number, black: white ? null : node, white: white ? node : null });
    }
    const last = rows.at(-1);
    open = !white && last?.kind === "moves" ? last : null;
    const heads = node.parent.children.slice(1);
    if (heads.length > 0) {
      rows.push({ kind: "variations", heads });
      open = null;
    }
  }
  return rows;
}

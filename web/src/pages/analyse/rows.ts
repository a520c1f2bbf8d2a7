// The moves of a tree as rows: the main line in two columns, variations between them.

import type { Node } from "../../game/tree";

export type Row =
  | { kind: "moves"; number: number; black: Node | null; white: Node | null }
  | { kind: "variations"; lines: readonly Line[] };

/** A variation: its moves, each with the variations that replace it. */
export type Line = readonly { node: Node; variations: readonly Line[] }[];

/** The number of a move in a game: one for a move of each side. */
export function numberOf(node: Node): number {
  return Math.floor((node.ply + 1) / 2);
}

/** The side that made the move of a node. */
export const isWhites = (node: Node): boolean => node.parent?.position.toMove === "white";

/**
 * The variation that begins with a node. Nodes change in place, so a view of the tree shows
 * such copies, which are made again when the tree changes.
 */
function lineFrom(head: Node): Line {
  const line = [{ node: head, variations: [] as Line[] }];
  for (let at = head; at.children[0]; at = at.children[0]) {
    const [next, ...others] = at.children;
    if (next) line.push({ node: next, variations: others.map(lineFrom) });
  }
  return line;
}

export function rowsOf(main: readonly Node[]): Row[] {
  const rows: Row[] = [];
  let open: Extract<Row, { kind: "moves" }> | null = null;
  let number = 0;
  for (const node of main) {
    if (!node.parent) continue;
    const white = isWhites(node);
    if (white && open) open.white = node;
    else {
      // After variations the row of the same number continues.
      const goesOn = white && rows.at(-1)?.kind === "variations" && rows.length > 1;
      if (!goesOn) number++;
      rows.push({ kind: "moves", number, black: white ? null : node, white: white ? node : null });
    }
    const last = rows.at(-1);
    open = !white && last?.kind === "moves" ? last : null;
    const heads = node.parent.children.slice(1);
    if (heads.length > 0) {
      rows.push({ kind: "variations", lines: heads.map(lineFrom) });
      open = null;
    }
  }
  return rows;
}

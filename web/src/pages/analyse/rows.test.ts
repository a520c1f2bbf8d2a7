import { expect, test } from "vitest";

import { fromQuery } from "../../game/share";
import { rowsOf, type Line } from "./rows";

const written = (line: Line): string =>
  line.map(({ node, variations }) => [node.move, ...variations.map((inner) => `(${written(inner)})`)].join(" ")).join(" ");

const shown = (moves: string): string[] =>
  rowsOf(fromQuery(new URLSearchParams({ moves })).tree.main).map((row) =>
    row.kind === "moves"
      ? `${row.number} ${row.black?.move ?? "…"} ${row.white?.move ?? ""}`.trim()
      : `(${row.lines.map(written).join(", ")})`,
  );

test("a game is two columns of moves", () => {
  expect(shown("f5d6c3")).toEqual(["1 f5 d6", "2 c3"]);
});

test("a variation to black's move breaks its row in two", () => {
  expect(shown("f5(d3)(c4)d6c3")).toEqual(["1 f5", "(d3, c4)", "1 … d6", "2 c3"]);
});

test("a variation to white's move stands behind its row", () => {
  expect(shown("f5d6(f6e6)c3")).toEqual(["1 f5 d6", "(f6 e6)", "2 c3"]);
});

test("variations stand in variations, behind the move that they replace", () => {
  expect(shown("f5d6(f6e6(d3)f4)c3")).toEqual(["1 f5 d6", "(f6 e6 (d3) f4)", "2 c3"]);
});

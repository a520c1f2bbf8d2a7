import { expect, test } from "vitest";

import { format, position, START } from "./notation";
import { fromAddress, fromQuery, LONGEST, toQuery } from "./share";
import { GameTree, movesOf, type Node } from "./tree";

const opened = (query: string): ReturnType<typeof fromQuery> => fromQuery(new URLSearchParams(query));

test.each([
  "",
  "rules=reversed",
  "moves=f5d6c3",
  "moves=f5d6c3&at=2",
  "rules=reversed&moves=f5d6(f6e6(d3)f4)c3&at=4_2.1",
  "moves=f5(d3c3)(c4)d6&at=1_1.2",
  `start=${START.replace(" ", "").replace(/X$/, "O")}&moves=f4&at=1`,
])("?%s is the same game after a round trip", (query) => {
  expect(toQuery(opened(query))).toBe(query);
});

test("a shared variation is a variation again, and the visitor stands in it", () => {
  const { rules, tree, at } = opened("rules=reversed&moves=f5d6(f6e6)c3&at=3_2.1");
  expect(rules).toBe("reversed");
  expect(tree.moves).toEqual(["f5", "d6", "c3"]);
  expect(movesOf(GameTree.path(at))).toEqual(["f5", "f6", "e6"]);
});

test("positions that begin with a pass survive", () => {
  const tree = new GameTree(position(`OX${"-".repeat(62)} X`));
  const end = tree.addAll(tree.main.at(-1) as Node, ["c1"]);
  const again = opened(toQuery({ rules: "reversi", tree, at: end }));
  expect(again.tree.moves).toEqual(["pass", "c1"]);
  expect(format(again.at.position)).toBe(format(end.position));
});

test.each([
  ["moves=zzz", '"zzz" in the address is not a move. Only the moves before it are shown.'],
  ["moves=)((f5", "The address has a bracket too many among its moves."],
  ["moves=a1", "Move 1 in the address, a1, is not legal. Only the moves before it are shown."],
  ["moves=f5d6a1c3", "Move 3 in the address, a1, is not legal. Only the moves before it are shown."],
  ["moves=f5d6(f6a1e6)c3", "Move 3 in the address, a1, is not legal. Only the moves before it are shown."],
  ["start=nonsense", "The start position in the address cannot be read. The usual start is shown."],
  ["rules=chess", 'The address names the unknown game "chess". Reversi is shown.'],
  ["at=99_1.7", null],
  ["moves=f5d6pass", null],
])("?%s opens, and says what could not be read", (query, problem) => {
  expect(opened(query).problem).toBe(problem);
});

test("moves after an illegal one are left out, in its own line only", () => {
  expect(opened("moves=f5d6a1c3").tree.moves).toEqual(["f5", "d6"]);
  expect(toQuery(opened("moves=f5d6(f6a1e6)c3"))).toBe("moves=f5d6(f6)c3");
});

test.each(["https://example.org/analyse?moves=f5d6(f6)c3&at=2", "/analyse?moves=f5d6(f6)c3&at=2", " http://h:8303/play?moves=f5d6(f6)c3&at=2\n"])(
  "%j is an address that can be pasted",
  (text) => {
    const shared = fromAddress(text);
    expect(shared && toQuery(shared)).toBe("moves=f5d6(f6)c3&at=2");
  },
);

test.each(["f5d6c3", "https://example.org/?moves=f5", "see /analyse?moves=f5 here"])("%j is no address", (text) => {
  expect(fromAddress(text)).toBeNull();
});

test("what is too long for an address goes without its variations", () => {
  const tree = new GameTree(position(START));
  let grown = [tree.root];
  for (let depth = 0; depth < 6; depth++) {
    grown = grown.flatMap((node) =>
      ["c4", "c3", "d3", "f5", "f6", "e6", "d6", "f4", "e3", "c5"].flatMap((move) => tree.add(node, move) ?? []),
    );
  }
  const query = toQuery({ rules: "reversi", tree, at: tree.root });
  expect(query.length).toBeLessThan(LONGEST);
  expect(opened(query).tree.moves).toEqual(tree.moves);
});

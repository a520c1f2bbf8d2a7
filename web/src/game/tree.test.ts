import { expect, test } from "vitest";

import { position, START } from "./notation";
import { PASS } from "./square";
import { GameTree, movesOf, type Node } from "./tree";

/** After a1 white has no move, and black may go on with c8. */
const BEFORE_A_PASS = `-OX-----${"-".repeat(48)}XO------ X`;

function grown(): { tree: GameTree; d6: Node; f6: Node; e6: Node } {
  const tree = new GameTree(position(START));
  const f5 = tree.addAll(tree.root, ["f5"]);
  const d6 = tree.add(f5, "d6");
  const f6 = tree.add(f5, "f6");
  const e6 = f6 && tree.add(f6, "e6");
  if (!d6 || !f6 || !e6) throw new Error("The moves are legal.");
  return { tree, d6, f6, e6 };
}

test("a second move at a node is a variation, the same move is not", () => {
  const { tree, d6 } = grown();
  expect(tree.moves).toEqual(["f5", "d6"]);
  expect(d6.parent?.children.map((child) => child.move)).toEqual(["d6", "f6"]);
  expect(d6.parent && tree.add(d6.parent, "d6")).toBe(d6);
  expect(tree.add(d6, "a1")).toBeNull();
});

test("a variation that is promoted becomes the main line", () => {
  const { tree, d6, e6 } = grown();
  expect(GameTree.isMain(e6)).toBe(false);
  tree.promote(e6);
  expect(tree.moves).toEqual(["f5", "f6", "e6"]);
  expect(GameTree.isMain(d6)).toBe(false);
});

test("a node is removed with all below it, and the visitor is before it", () => {
  const { tree, d6, f6 } = grown();
  expect(tree.remove(f6)).toBe(d6.parent);
  expect(d6.parent?.children).toEqual([d6]);
  expect(tree.remove(tree.root)).toBe(tree.root);
});

test("the line through a node goes to its end", () => {
  const { f6 } = grown();
  expect(movesOf(GameTree.line(f6))).toEqual(["f5", "f6", "e6"]);
});

test("a forced pass is put in, and goes with the move that forced it", () => {
  const tree = new GameTree(position(BEFORE_A_PASS));
  const at = tree.add(tree.root, "a1");
  if (!at) throw new Error("a1 is legal.");
  expect(tree.moves).toEqual(["a1", PASS]);
  expect(at.position.toMove).toBe("black");
  expect(tree.remove(at)).toBe(tree.root);
  expect(tree.moves).toEqual([]);
});

test("moves with and without passes give the same game", () => {
  const start = position(`OX${"-".repeat(62)} X`);
  const without = new GameTree(start);
  without.addAll(without.main.at(-1) ?? without.root, ["c1"]);
  const given = new GameTree(start);
  given.addAll(given.root, [PASS, "c1"]);
  expect(without.moves).toEqual([PASS, "c1"]);
  expect(given.moves).toEqual([PASS, "c1"]);
});

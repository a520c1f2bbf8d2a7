// A game with its variations as a query: `rules=reversed&start=…&moves=f5d6(f6e6)c3&at=3`.
// A variation stands in brackets behind the move that it replaces.

import { format, parse, START } from "./notation";
import type { Color, Position, Rules } from "./position";
import { PASS, type Move } from "./square";
import { GameTree, type Node } from "./tree";

export interface Shared {
  rules: Rules;
  tree: GameTree;
  /** Where the visitor looks. */
  at: Node;
  /** Which side the visitor played. */
  you?: Color | null;
  black?: string | null;
  white?: string | null;
}

/** Longer addresses are cut by some chat programs and servers. */
export const LONGEST = 6000;

function written(node: Node): string {
  let text = "";
  let at = node;
  for (;;) {
    const [first, ...others] = at.children;
    if (!first) return text;
    text += word(first);
    for (const other of others) text += `(${word(other)}${written(other)})`;
    at = first;
  }
}

/** Passes are forced, so they need no word. */
function word(node: Node): string {
  return node.move === PASS ? "" : (node.move ?? "");
}

/** Which child to follow at each node with several, and how far: enough to find the node again. */
function address(node: Node): string {
  const branches = GameTree.path(node).flatMap((at) => {
    const index = at.parent ? at.parent.children.indexOf(at) : 0;
    return index > 0 ? [`${at.ply}.${index}`] : [];
  });
  return [String(node.ply), ...branches].join("_");
}

function found(tree: GameTree, text: string): Node {
  const [ply, ...branches] = text.split("_");
  const turns = new Map(branches.map((branch) => branch.split(".").map(Number) as [number, number]));
  let at = tree.root;
  while (at.ply < Number(ply)) {
    const next = at.children[turns.get(at.ply + 1) ?? 0];
    if (!next) break;
    at = next;
  }
  return at;
}

/** The query of a game. Variations are left out where the address would get too long. */
export function toQuery({ rules, tree, at, you, black, white }: Shared): string {
  const query = new URLSearchParams();
  if (rules !== "reversi") query.set("rules", rules);
  const start = format(tree.root.position);
  if (start !== START) query.set("start", start.replace(" ", ""));
  const all = written(tree.root);
  const moves = all.length > LONGEST ? tree.main.map(word).join("") : all;
  if (moves) query.set("moves", moves);
  if (at.ply > 0) query.set("at", address(at));
  for (const [name, value] of Object.entries({ you, black, white })) if (value) query.set(name, value);
  // Brackets are safe in a query and easier to read than %28 and %29.
  return query.toString().replaceAll("%28", "(").replaceAll("%29", ")");
}

/** The game of a query; a start that is none and moves that are illegal are left out. */
export function fromQuery(query: URLSearchParams): Shared {
  const rules: Rules = query.get("rules") === "reversed" ? "reversed" : "reversi";
  const start = parse(query.get("start") ?? START) ?? parse(START);
  if (!start) throw new Error("The start is a position.");
  const tree = new GameTree(start);
  read(tree, query.get("moves") ?? "");
  const at = query.get("at");
  const you = query.get("you");
  return {
    rules,
    tree,
    at: at === null ? tree.root : found(tree, at),
    you: you === "black" || you === "white" ? you : null,
    black: query.get("black"),
    white: query.get("white"),
  };
}

/** The query of a game without variations, seen at its end. */
export function gameQuery(
  game: { rules: Rules; start: Position; moves: readonly Move[] } & Pick<Shared, "you" | "black" | "white">,
): string {
  const tree = new GameTree(game.start);
  return toQuery({ ...game, tree, at: tree.addAll(tree.root, game.moves) });
}

function read(tree: GameTree, text: string): void {
  // The root of a position with a pass is followed by it.
  let at: Node = tree.addAll(tree.root, []);
  if (at.children[0]?.move === PASS) at = at.children[0];
  let before: Node = at;
  const waiting: { at: Node; before: Node }[] = [];
  for (const token of text.toLowerCase().match(/[a-h][1-8]|\(|\)/g) ?? []) {
    if (token === "(") {
      waiting.push({ at, before });
      at = before;
    } else if (token === ")") {
      const back = waiting.pop();
      if (back) ({ at, before } = back);
    } else {
      before = at;
      at = tree.add(at, token) ?? at;
    }
  }
}

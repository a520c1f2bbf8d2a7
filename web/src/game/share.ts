// A game with its variations as a query: `rules=reversed&start=…&moves=f5d6(f6e6)c3&at=3`.
// A variation stands in brackets behind the move that it replaces.

import { format, parse, position, START } from "./notation";
import type { Color, Position, Rules } from "./position";
import { PASS, squareOf, type Move } from "./square";
import { GameTree, type Node } from "./tree";

export interface Shared {
  rules: Rules;
  tree: GameTree;
  /** The current node. */
  at: Node;
  /** The side of the visitor. */
  you?: Color | null;
  black?: string | null;
  white?: string | null;
  /** A sentence about the part of an address that could not be read. */
  problem?: string | null;
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

/** Passes are forced, so they are left out. */
function word(node: Node): string {
  return node.move === PASS ? "" : (node.move ?? "");
}

/** The path to a node: the child at each node with several, and the number of moves. */
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

/** The game of a query, as far as it can be read; `problem` says what could not. */
export function fromQuery(query: URLSearchParams): Shared {
  const problems: string[] = [];
  const name = query.get("rules") ?? "reversi";
  if (name !== "reversi" && name !== "reversed") problems.push(`The address names the unknown game "${cut(name)}". Reversi is shown.`);
  const given = query.get("start");
  const start = parse(given ?? START);
  if (!start) problems.push("The start position in the address cannot be read. The usual start is shown.");
  const tree = new GameTree(start ?? position(START));
  const fault = read(tree, query.get("moves") ?? "");
  if (fault) problems.push(fault);
  const at = query.get("at");
  const you = query.get("you");
  return {
    rules: name === "reversed" ? "reversed" : "reversi",
    tree,
    at: at === null ? tree.root : found(tree, at),
    you: you === "black" || you === "white" ? you : null,
    black: query.get("black"),
    white: query.get("white"),
    problem: problems[0] ?? null,
  };
}

/** The game of an address of this page, of any host; `null` if a text is none. */
export function fromAddress(text: string): Shared | null {
  const query = /^(?:https?:\/\/[^\s/]+)?\/(?:analyse|play)\?(\S+)$/.exec(text.trim())?.[1];
  return query === undefined ? null : fromQuery(new URLSearchParams(query.replace(/#.*$/, "")));
}

const cut = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

/** The query of a game without variations, seen at its end. */
export function gameQuery(
  game: { rules: Rules; start: Position; moves: readonly Move[] } & Pick<Shared, "you" | "black" | "white">,
): string {
  const tree = new GameTree(game.start);
  return toQuery({ ...game, tree, at: tree.addAll(tree.root, game.moves) });
}

/** Adds the moves of a text. The first one that is illegal ends its line, and the answer tells of it. */
function read(tree: GameTree, text: string): string | null {
  // The root of a position with a pass is followed by it.
  let at: Node = tree.addAll(tree.root, []);
  if (at.children[0]?.move === PASS) at = at.children[0];
  let before: Node = at;
  /** The rest of a line after a fault is skipped. */
  let skips = false;
  let fault: string | null = null;
  const waiting: { at: Node; before: Node; skips: boolean }[] = [];
  for (const token of text.toLowerCase().match(/[a-h][1-8]|pass|p[as]|--|[()]|[^\s()]+?(?=[a-h][1-8]|[\s()]|$)/g) ?? []) {
    if (token === "(") {
      waiting.push({ at, before, skips });
      at = before;
    } else if (token === ")") {
      const back = waiting.pop();
      if (back) ({ at, before, skips } = back);
      else fault ??= "The address has a bracket too many among its moves.";
    } else if (!skips && !/^p|^--/.test(token)) {
      const next = tree.add(at, token);
      before = at;
      if (next) at = next;
      else {
        skips = true;
        fault ??= squareOf(token) === null
          ? `"${cut(token)}" in the address is not a move. Only the moves before it are shown.`
          : `Move ${at.ply + 1} in the address, ${token}, is not legal. Only the moves before it are shown.`;
      }
    }
  }
  return fault;
}

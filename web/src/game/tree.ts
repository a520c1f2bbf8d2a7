// A game with variations. Forced passes are nodes of their own, put in by `add`.

import { isOver, mustPass, play, type Position } from "./position";
import { PASS, type Move } from "./square";

export interface Node {
  readonly id: number;
  /** The move that led here; `null` at the root. */
  readonly move: Move | null;
  readonly position: Position;
  readonly parent: Node | null;
  /** Moves made before this position, passes included. */
  readonly ply: number;
  /** The first child goes on with the line, the others are variations. */
  children: Node[];
}

export class GameTree {
  readonly root: Node;
  private last = 0;

  constructor(start: Position) {
    this.root = this.make(null, start, null);
    this.pass(this.root);
  }

  /**
   * Plays a move at a node and answers the node reached, which stands behind
   * the pass if the move forces one. A move that is there already is followed,
   * not added again. `null` if the move is illegal.
   */
  add(at: Node, move: Move): Node | null {
    const known = at.children.find((child) => child.move === move);
    if (known) return this.pass(known);
    const position = play(at.position, move);
    if (!position) return null;
    const node = this.make(move, position, at);
    at.children.push(node);
    return this.pass(node);
  }

  /** Plays moves one after the other, passes given or left out; stops at one that is illegal. */
  addAll(at: Node, moves: readonly Move[]): Node {
    for (const move of moves) {
      if (move === PASS && at.move === PASS) continue;
      const next = this.add(at, move);
      if (!next) break;
      at = next;
    }
    return at;
  }

  /** Takes a node and everything below it away; answers where the visitor is then. */
  remove(node: Node): Node {
    // A forced pass goes with the move that forces it.
    const gone = node.move === PASS ? node.parent : node;
    const parent = gone?.parent;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== gone);
    return parent;
  }

  /** Makes the line to a node the main line, from the root on. */
  promote(node: Node): void {
    for (let at = node; at.parent; at = at.parent) {
      const { parent } = at;
      parent.children = [at, ...parent.children.filter((child) => child !== at)];
    }
  }

  /** The nodes from the root to the end of the line that goes through `node`. */
  static line(node: Node): Node[] {
    const line = GameTree.path(node);
    for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  /** The nodes from the root to `node`. */
  static path(node: Node): Node[] {
    const path: Node[] = [];
    for (let at: Node | null = node; at; at = at.parent) path.unshift(at);
    return path;
  }

  /** The main line, from the root. */
  get main(): Node[] {
    return GameTree.line(this.root);
  }

  /** Whether a node is on the main line. */
  static isMain(node: Node): boolean {
    return GameTree.path(node).every((at) => !at.parent || at.parent.children[0] === at);
  }

  /** The moves of the main line. */
  get moves(): Move[] {
    return movesOf(this.main);
  }

  private pass(node: Node): Node {
    if (!mustPass(node.position) || isOver(node.position)) return node;
    const there = node.children[0];
    if (there) return there;
    const position = play(node.position, PASS);
    if (!position) return node;
    const passed = this.make(PASS, position, node);
    node.children.push(passed);
    return passed;
  }

  private make(move: Move | null, position: Position, parent: Node | null): Node {
    return { id: this.last++, move, position, parent, ply: parent ? parent.ply + 1 : 0, children: [] };
  }
}

/** The moves along a line of nodes. */
export function movesOf(line: readonly Node[]): Move[] {
  return line.flatMap((node) => (node.move === null ? [] : [node.move]));
}

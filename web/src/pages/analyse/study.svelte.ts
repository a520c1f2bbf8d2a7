// The game on the analysis board: a tree of moves and the current node.

import { colorName } from "../../game/notation";
import type { Color, Position, Rules } from "../../game/position";
import { toQuery, type Shared } from "../../game/share";
import { nameOf, type Move } from "../../game/square";
import { GameTree, type Node } from "../../game/tree";
import { moveSentence, outcomeSentence } from "../../game/words";
import { isOver, margin } from "../../game/position";
import { announcer } from "../../lib/announce.svelte";
import { sound } from "../../lib/sound.svelte";

export class Study {
  rules = $state<Rules>("reversi");
  at = $state.raw() as Node;
  you = $state<Color | null>(null);
  names = $state.raw<Record<Color, string | null>>({ black: null, white: null });
  /** Incremented when the tree changes. The tree changes in place, so views of it read this too. */
  version = $state(0);
  tree = $state.raw() as GameTree;

  constructor(shared: Shared) {
    this.open(shared);
  }

  /** The line through the current node, to its end. */
  readonly line = $derived.by((): Node[] => {
    void this.version;
    return GameTree.line(this.at);
  });

  readonly main = $derived.by((): Node[] => {
    void this.version;
    return this.tree.main;
  });

  readonly isMain = $derived.by((): boolean => {
    void this.version;
    return GameTree.isMain(this.at);
  });

  get position(): Position {
    return this.at.position;
  }

  get query(): string {
    void this.version;
    return toQuery({ rules: this.rules, tree: this.tree, at: this.at, you: this.you, ...this.names });
  }

  open({ rules, tree, at, you = null, black = null, white = null }: Shared): void {
    this.rules = rules;
    this.tree = tree;
    this.at = at;
    this.you = you;
    this.names = { black, white };
    this.version++;
  }

  /** Plays at the current node; a new move is a variation. */
  play(square: number): boolean {
    return this.playMoves([nameOf(square)]);
  }

  playMoves(moves: readonly Move[]): boolean {
    const to = this.tree.addAll(this.at, moves);
    if (to === this.at) return false;
    this.version++;
    sound.move();
    this.go(to);
    return true;
  }

  go(node: Node): void {
    if (node === this.at) return;
    this.at = node;
    this.tell();
  }

  /** The node after `ply` moves on the current line. */
  goToPly(ply: number): void {
    const node = this.line[Math.min(Math.max(ply, 0), this.line.length - 1)];
    if (node) this.go(node);
  }

  step(to: "first" | "back" | "forward" | "last"): void {
    const { ply } = this.at;
    this.goToPly({ first: 0, back: ply - 1, forward: ply + 1, last: Infinity }[to]);
  }

  promote(): void {
    this.tree.promote(this.at);
    this.version++;
    announcer.show("This is the main line now.");
  }

  /** Deletes the current move and all moves after it. */
  remove(): void {
    const back = this.tree.remove(this.at);
    this.version++;
    this.at = back;
  }

  private tell(): void {
    const { move, parent, position, ply } = this.at;
    if (!move || !parent) {
      announcer.say(`Start position. ${colorName(position.toMove)} to move.`);
      return;
    }
    let text = `Move ${ply}: ${moveSentence(move, parent.position.toMove, null)}`;
    if (isOver(position)) {
      const black = margin(position, this.rules);
      const winner = black > 0 ? "black" : black < 0 ? "white" : null;
      text += ` ${outcomeSentence({ winner, margin: Math.abs(black), ending: "finished" }, null)}`;
    }
    announcer.say(text);
  }
}

// "Learn from your mistakes": the visitor looks for better moves than those played.

import type { ReviewedMove } from "../../api/analysis";
import type { Color } from "../../game/position";
import { nameOf, type Move } from "../../game/square";
import type { Node } from "../../game/tree";
import { announcer } from "../../lib/announce.svelte";
import type { LiveEngine } from "./engine.svelte";
import { isError, type Review } from "./review.svelte";
import type { Study } from "./study.svelte";

/** The tolerance in discs: a move this close to the best counts as right. */
const AS_GOOD = 2;
/** The minimum depth of a search that grades a move. */
const ENOUGH_DEPTH = 8;

type Stage = "asking" | "checking" | "right" | "wrong" | "shown";

interface Exercise {
  /** The node of the mistake; its parent is the position asked about. */
  node: Node;
  before: Node;
  reviewed: ReviewedMove;
}

export class Lesson {
  stage = $state<Stage>("asking");
  index = $state(0);
  /** The move that the visitor tried. */
  tried = $state<Move | null>(null);
  solved = $state(0);
  readonly exercises: readonly Exercise[];

  constructor(
    private readonly study: Study,
    private readonly engine: LiveEngine,
    review: Review,
    readonly color: Color,
  ) {
    this.exercises = study.main.flatMap((node) => {
      const reviewed = review.moves.get(node.id);
      const wanted = reviewed && reviewed.color === color && isError(reviewed) && node.parent;
      return wanted ? [{ node, before: node.parent as Node, reviewed }] : [];
    });
    this.show(0);
  }

  get current(): Exercise | undefined {
    return this.exercises[this.index];
  }

  get isLast(): boolean {
    return this.index >= this.exercises.length - 1;
  }

  /** True if a press on the board is an answer. */
  get isAsking(): boolean {
    return this.stage === "asking" || this.stage === "wrong";
  }

  next(): void {
    this.show(this.index + 1);
  }

  again(): void {
    this.show(this.index);
  }

  /** The visitor proposes a move. */
  async answer(square: number): Promise<void> {
    const { current } = this;
    if (!current || !this.isAsking) return;
    const move = nameOf(square);
    this.tried = move;
    if (move === current.reviewed.best) this.judge(true);
    else if (move === current.reviewed.move) this.judge(false);
    else {
      this.stage = "checking";
      const right = await this.isAsGood(current, move);
      // The visitor may have moved to another exercise meanwhile.
      if (this.current === current && this.stage === "checking") this.judge(right);
    }
  }

  /** Shows the best move on the board. */
  reveal(): void {
    this.stage = "shown";
    this.tried = null;
    const best = this.current?.reviewed.best;
    if (best) announcer.say(`The best move is ${best}.`);
  }

  private show(index: number): void {
    this.index = index;
    this.stage = "asking";
    this.tried = null;
    const { current } = this;
    if (!current) return;
    this.study.go(current.before);
    announcer.say(`You played ${current.reviewed.move}. Find a better move.`);
  }

  private judge(right: boolean): void {
    this.stage = right ? "right" : "wrong";
    if (right) this.solved++;
    announcer.say(right ? "Right." : "Not the best. Try again.");
  }

  /** Waits for a score of the engine, and returns it. */
  private async isAsGood(exercise: Exercise, move: Move): Promise<boolean> {
    for (let waited = 0; waited < 30; waited++) {
      const known = this.engine.know(this.study.rules, exercise.before.position);
      const candidate = known?.candidates.find((one) => one.move === move);
      if (known && candidate && (known.done || known.depth >= ENOUGH_DEPTH)) {
        return known.score - candidate.score <= AS_GOOD;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }
}

// The engine's opinion on each move of a game.

import type { ReviewedMove } from "../../api/analysis";
import type { ClassGame } from "../../api/class";
import { withSign } from "../../components/arena/words";
import { position } from "../../game/notation";
import { GameTree } from "../../game/tree";
import { GRADES, isError, Review } from "../analyse/review.svelte";

export class GameOpinion {
  private readonly review = new Review();
  private tree: GameTree | null = null;
  private game: ClassGame | null = null;

  /** The reviewed moves, by their number from 1: the nodes of a game without variations are numbered so. */
  get moves(): ReadonlyMap<number, ReviewedMove> {
    return this.review.moves;
  }

  get isRunning(): boolean {
    return this.review.running;
  }

  get isDone(): boolean {
    return this.review.summary !== null;
  }

  get progress(): [number, number] {
    return [this.review.done, this.review.total];
  }

  /** Shows what the server knows of a game already. */
  open(game: ClassGame): void {
    this.game = game;
    this.tree = new GameTree(position(game.start));
    this.tree.addAll(this.tree.root, game.moves);
    void this.review.recall(game.rules, this.tree.main);
  }

  ask(): void {
    if (this.game && this.tree) this.review.start(this.game.rules, this.tree.main);
  }

  stop(): void {
    this.review.stop();
  }

  /** The moves that lost most, the worst first. */
  worst(most: number): ReviewedMove[] {
    const errors = [...this.moves.values()].filter(isError);
    return errors.sort((one, other) => other.loss - one.loss).slice(0, most);
  }
}

/** The opinion on a move: "mistake, 6 discs worse than d3 (+4)". Scores are for the side that moved. */
export function moveOpinion({ grade, loss, best, best_score, move }: ReviewedMove): string {
  if (grade === "forced") return "the only move";
  if (move === best || loss === 0) return `${GRADES[grade].name} (${withSign(best_score)})`;
  return `${GRADES[grade].name}, ${loss} disc${loss === 1 ? "" : "s"} worse than ${best} (${withSign(best_score)})`;
}

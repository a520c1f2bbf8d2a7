// The state of the analysis page: the game, the engine, and the content of the board.

import type { ReadItem } from "../../api/files";
import type { Mark, SquareScore } from "../../components/board";
import { colorName, forBlack, position as positionOf } from "../../game/notation";
import { isOver, legalSquares, margin, play, type Color, type Position, type Rules } from "../../game/position";
import { gameQuery, type Shared } from "../../game/share";
import { squareOf, type Move } from "../../game/square";
import { GameTree, movesOf, type Node } from "../../game/tree";
import { outcomeSentence, RULES, sideToMove, squareOfMove } from "../../game/words";
import { announcer } from "../../lib/announce.svelte";
import { LiveEngine } from "./engine.svelte";
import { Lesson } from "./lesson.svelte";
import { Openings } from "./opening.svelte";
import { Review } from "./review.svelte";
import { Setup } from "./setup.svelte";
import { Study } from "./study.svelte";

export class AnalysisBoard {
  readonly study: Study;
  readonly engine = new LiveEngine();
  readonly review = new Review();
  readonly openings = new Openings();
  lesson = $state.raw<Lesson | null>(null);
  setup = $state.raw<Setup | null>(null);
  /** Moves of best play that the visitor previews. */
  preview = $state.raw<readonly Move[] | null>(null);
  flipped = $state(false);
  /** A sentence about an address that could not be read whole. */
  problem = $state<string | null>(null);

  constructor(shared: Shared) {
    this.study = new Study(shared);
    this.problem = shared.problem ?? null;
    this.recall();
  }

  /** The position for the engine to search; `null` for none. */
  readonly watched = $derived.by((): Position | null =>
    !this.setup && (this.engine.on || this.lesson) ? this.study.position : null,
  );

  /** The position on the board: painted, previewed or the current one. */
  readonly shown = $derived.by((): Position => {
    if (this.setup) return this.setup.position;
    return (this.preview ?? []).reduce((at: Position, move) => play(at, move) ?? at, this.study.position);
  });

  readonly last = $derived.by((): number | null =>
    this.setup ? null : squareOfMove(this.preview ? this.preview.at(-1) : this.study.at.move),
  );

  readonly legal = $derived.by((): number[] => {
    const idle = this.setup || this.preview || (this.lesson && !this.lesson.isAsking);
    return idle ? [] : legalSquares(this.study.position);
  });

  readonly scores = $derived.by((): Map<number, SquareScore> | null => {
    const { analysis, on } = this.engine;
    if (!analysis || !on || this.lesson || this.setup || this.preview) return null;
    const all = new Map<number, SquareScore>();
    for (const { move, score, bound } of analysis.candidates) {
      const square = squareOf(move);
      if (square === null) continue;
      all.set(square, { score: forBlack(score, this.study.position.toMove), exact: analysis.exact && bound === "exact", best: move === analysis.best });
    }
    return all;
  });

  /** In a lesson, the square that the visitor tried, or the right one. */
  readonly marks = $derived.by((): Map<number, Mark> | null => {
    const { lesson } = this;
    const current = lesson?.current;
    if (!lesson || !current) return null;
    const best = squareOf(current.reviewed.best);
    const tried = lesson.tried ? squareOf(lesson.tried) : null;
    if (lesson.stage === "shown" && best !== null) return new Map([[best, "right"]]);
    if (tried === null || (lesson.stage !== "right" && lesson.stage !== "wrong")) return null;
    return new Map([[tried, lesson.stage]]);
  });

  readonly isOver = $derived.by((): boolean => isOver(this.study.position));

  /** The score from black's view, and whether it is proven; `null` if nothing is known. */
  readonly lead = $derived.by((): { score: number; exact: boolean } | null => {
    const { position, rules } = this.study;
    if (this.isOver) return { score: margin(position, rules), exact: true };
    const { analysis, on } = this.engine;
    if (!analysis || !on || this.lesson) return null;
    return { score: forBlack(analysis.score, position.toMove), exact: analysis.exact };
  });

  readonly status = $derived.by((): string => {
    const { position, rules } = this.study;
    if (!this.isOver) return `${colorName(position.toMove)} to move`;
    const black = margin(position, rules);
    const winner = black > 0 ? "black" : black < 0 ? "white" : null;
    return outcomeSentence({ winner, margin: Math.abs(black), ending: "finished" }, null);
  });

  /** The query of a new game from the current position. */
  readonly fromHere = $derived.by((): string => {
    const { rules, tree, at } = this.study;
    return gameQuery({ rules, start: tree.root.position, moves: movesOf(GameTree.path(at)) });
  });

  open(shared: Shared): void {
    this.study.open(shared);
    this.problem = shared.problem ?? null;
    this.review.clear();
    this.recall();
    this.lesson = null;
    this.setup = null;
    this.preview = null;
  }

  openItem(item: ReadItem): void {
    const { rules, kind, black, white } = item;
    const tree = new GameTree(positionOf(item.start));
    const end = tree.addAll(tree.root, item.moves);
    this.open({ rules, tree, at: kind === "game" ? tree.root : end, black, white });
    const names = black || white ? `${black ?? "?"} against ${white ?? "?"}` : RULES[rules].name;
    const what = kind === "game" ? `a game of ${item.moves.length} moves` : `a position with ${sideToMove(end.position)}`;
    announcer.show(`Opened ${what}: ${names}.`);
  }

  openPosition(start: Position): void {
    const tree = new GameTree(start);
    this.open({ rules: this.study.rules, tree, at: tree.main.at(-1) ?? tree.root });
  }

  changeRules(rules: Rules): void {
    this.study.rules = rules;
    this.review.clear();
    this.recall();
    this.lesson = null;
  }

  /** A square was pressed: it is painted, proposed or played. */
  press(square: number): void {
    if (this.setup) this.setup.paint(square);
    else if (this.lesson) void this.lesson.answer(square);
    else this.study.play(square);
  }

  playBest(): void {
    const best = this.engine.on ? this.engine.analysis?.best : null;
    if (best && !this.lesson && !this.setup) this.study.playMoves([best]);
  }

  go(node: Node): void {
    this.lesson = null;
    this.study.go(node);
  }

  goToPly(ply: number): void {
    this.lesson = null;
    this.study.goToPly(ply);
  }

  step(to: "first" | "back" | "forward" | "last"): void {
    if (this.setup) return;
    this.lesson = null;
    this.preview = null;
    this.study.step(to);
  }

  /** Reviews the main line, more deeply than before if `deeper`. */
  startReview(deeper = false): void {
    if (this.setup) return;
    this.lesson = null;
    this.review.start(this.study.rules, this.study.main, deeper ? (this.review.summary?.deeper ?? null) : null);
  }

  /** Shows the review that the server keeps of this game, if there is one. */
  private recall(): void {
    void this.review.recall(this.study.rules, this.study.main);
  }

  learn(color: Color): void {
    this.study.you = color;
    this.lesson = new Lesson(this.study, this.engine, this.review, color);
  }

  toggleSetup(): void {
    this.lesson = null;
    this.setup = this.setup ? null : new Setup(this.study.position);
  }

  /** Ends the lesson or the setup of a position. */
  leave(): void {
    this.lesson = null;
    this.setup = null;
  }

  close(): void {
    this.engine.close();
    this.review.stop();
  }
}

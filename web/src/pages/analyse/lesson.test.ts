import { beforeEach, expect, test } from "vitest";

import type { Analysis, ReviewedMove } from "../../api/analysis";
import { format } from "../../game/notation";
import { fromQuery } from "../../game/share";
import { squareOf } from "../../game/square";
import type { LiveEngine } from "./engine.svelte";
import { Lesson } from "./lesson.svelte";
import type { Review } from "./review.svelte";
import { Study } from "./study.svelte";

/** A game in which black errs with its second move, and white with its first. */
const study = new Study(fromQuery(new URLSearchParams({ moves: "f5d6c3d3c4" })));

const reviewed = (ply: number, changes: Partial<ReviewedMove>): [number, ReviewedMove] => {
  const node = study.main[ply];
  if (!node?.parent) throw new Error("The game has that many moves.");
  const { position } = node.parent;
  return [
    node.id,
    {
      ply, color: position.toMove, move: node.move ?? "", score: 0, best: node.move ?? "",
      best_score: 0, loss: 0, grade: "best", exact: false, depth: 12, position: format(position), pv: [], margin: 4, within_margin: false, book: false,
      ...changes,
    },
  ];
};

const review = {
  moves: new Map([
    reviewed(1, {}),
    reviewed(2, { grade: "mistake", best: "f6", loss: 6 }),
    reviewed(3, { grade: "inaccuracy", best: "c5", best_score: 4, loss: 4 }),
    // Too close to the best for the review to tell.
    reviewed(5, { grade: "inaccuracy", best: "c5", best_score: 3, loss: 3, within_margin: true }),
  ]),
} as unknown as Review;

/** An engine that knows every move of black's second turn. */
const engine = {
  know: () => ({
    done: true, depth: 12, score: 4, candidates: [{ move: "c4", score: 3 }, { move: "f4", score: -2 }],
  }) as unknown as Analysis,
} as unknown as LiveEngine;

const at = (name: string): number => squareOf(name) ?? -1;
let lesson: Lesson;

beforeEach(() => {
  lesson = new Lesson(study, engine, review, "black");
});

test("it asks for the errors of one side, before they were made", () => {
  expect(lesson.exercises.map(({ node }) => node.move)).toEqual(["c3"]);
  expect(study.at.ply).toBe(2);
  expect(lesson.stage).toBe("asking");
});

test("the best move is right, the one that was played is wrong", async () => {
  await lesson.answer(at("c3"));
  expect(lesson.stage).toBe("wrong");
  await lesson.answer(at("c5"));
  expect(lesson.stage).toBe("right");
  expect(lesson.solved).toBe(1);
});

test("a move that the engine finds nearly as good is right too, others are not", async () => {
  await lesson.answer(at("f4"));
  expect(lesson.stage).toBe("wrong");
  await lesson.answer(at("c4"));
  expect(lesson.stage).toBe("right");
});

test("the solution can be shown, and then no answer counts", async () => {
  lesson.reveal();
  await lesson.answer(at("c5"));
  expect(lesson.stage).toBe("shown");
  lesson.again();
  expect(lesson.stage).toBe("asking");
});

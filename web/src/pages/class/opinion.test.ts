import { expect, test } from "vitest";

import type { ReviewedMove } from "../../api/analysis";
import { moveOpinion } from "./opinion.svelte";

const move = { grade: "mistake", loss: 6, best: "d3", best_score: 4, move: "c4" } as ReviewedMove;

test("the opinion on a move names the better one and its score", () => {
  expect(moveOpinion(move)).toBe("mistake, 6 discs worse than d3 (+4)");
  expect(moveOpinion({ ...move, grade: "best", loss: 0, move: "d3" })).toBe("best move (+4)");
  expect(moveOpinion({ ...move, grade: "forced" })).toBe("the only move");
});

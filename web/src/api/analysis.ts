// Messages of the socket `/api/analysis`, kept reviews, and explanations. Scores are for the side to move, or the side that moved.

import { ApiError, get } from "./http";
import type { AnalysisMessage, GameReview, PlayerExplanation, Rules } from "./schema";

export type { PlayerExplanation, AnalysisMessage, AnalysisRequest, Candidate, Grade, ReviewedMove } from "./schema";

/** The best that is known of a position so far. */
export type Analysis = Extract<AnalysisMessage, { type: "analysis" }>;
/** The summary of a review, when all moves are graded. */
export type ReviewSummary = Extract<AnalysisMessage, { type: "review" }>;

/** The review that the server keeps of a game; `null` if it was never reviewed. */
export async function keptReview(rules: Rules, start: string, moves: string): Promise<GameReview | null> {
  try {
    return await get<GameReview>(`/review?${new URLSearchParams({ rules, start, moves }).toString()}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** What a player sees in a position. */
export function explain(rules: Rules, position: string, player: string): Promise<PlayerExplanation> {
  return get<PlayerExplanation>(`/explanation?${new URLSearchParams({ rules, position, player }).toString()}`);
}

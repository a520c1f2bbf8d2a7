// What the server says while it analyses and reviews.

import type { Color, Rules } from "../game/position";
import type { Move } from "../game/square";

export interface Candidate {
  move: Move;
  score: number;
  bound: "exact" | "lower" | "upper";
  depth: number;
}

/** What is known of a position so far. Scores are for the side to move. */
export interface Analysis {
  type: "analysis";
  id: number;
  done: boolean;
  rules: Rules;
  position: string;
  best: Move | null;
  score: number;
  exact: boolean;
  depth: number;
  selectivity: number;
  nodes: number;
  time_ms: number;
  pv: Move[];
  candidates: Candidate[];
}

export interface Progress {
  type: "progress";
  id: number;
  nodes: number;
  time_ms: number;
  /** Others are being served first. */
  waiting: boolean;
}

export type Grade = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A move of a game beside the best one. Scores are for the side that moved. */
export interface ReviewedMove {
  type: "reviewed";
  id: number;
  ply: number;
  color: Color;
  move: Move;
  score: number;
  best: Move;
  best_score: number;
  loss: number;
  grade: Grade;
  exact: boolean;
  depth: number;
  position: string;
  pv: Move[];
}

export interface SideSummary {
  choices: number;
  loss: number;
  average_loss: number | null;
  accuracy: number | null;
  grades: Record<Grade, number>;
}

export interface ReviewSummary {
  type: "review";
  id: number;
  black: SideSummary;
  white: SideSummary;
}

export interface Failed {
  type: "error";
  id: number | null;
  error: string;
}

export type AnalysisMessage = Analysis | Progress | ReviewedMove | ReviewSummary | Failed;

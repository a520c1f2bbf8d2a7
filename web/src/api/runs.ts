// Runs of `outflank evolve`.

import type { Rules } from "../game/position";
import type { EventState } from "./arena";
import { get } from "./http";

export interface RunSummary {
  id: string;
  /** The name of its folder. */
  name: string;
  form: string;
  rules: Rules;
  /** How many generations are finished. */
  generation: number;
  /** How many there are in all, once it has come to its end. */
  generations: number | null;
  state: EventState;
  /** The part of its games against the starting agent that the best agent won. */
  rate: number | null;
  games: number;
}

export interface GenerationLine {
  generation: number;
  best: number;
  mean: number;
  worst: number;
  played: number;
  diversity: number;
  rate: number | null;
  games: number;
  seconds?: number;
  /** Scores as parts of what could be won. */
  best_part: number;
  mean_part: number;
}

/** Genes under one name. */
export type GenePart =
  | { name: string; kind: "number"; value: number }
  | { name: string; kind: "table"; rows: string[]; columns: string[]; values: number[][] }
  | { name: string; kind: "matrix"; values: number[] };

export interface Champion {
  generation: number;
  rate: number | null;
  genes: GenePart[];
  provenance: string | null;
}

/** A match of the champion. What is infinite is `null`. */
export interface Validation {
  player: string;
  opponent: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  score_error: number | null;
  elo: number | null;
  elo_error: number | null;
}

export interface RunDetail extends RunSummary {
  contest: string;
  settings: Record<string, unknown>;
  log: GenerationLine[];
  champion: Champion | null;
  start: GenePart[];
  validation: Validation[] | null;
}

export async function listRuns(): Promise<RunSummary[]> {
  return (await get<{ runs: RunSummary[] }>("/runs")).runs;
}

/** A run without the log of its first generations. */
export function getRun(id: string, after = 0): Promise<RunDetail> {
  return get(`/runs/${encodeURIComponent(id)}?after=${after}`);
}

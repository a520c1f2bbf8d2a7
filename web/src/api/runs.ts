// Runs of `outflank evolve`.

import { get } from "./http";
import type { RunDetail, RunList, RunSummary } from "./schema";

export type { GenePart, GenerationLine, RunDetail, RunSummary, Validation } from "./schema";

export async function listRuns(): Promise<RunSummary[]> {
  return (await get<RunList>("/runs")).runs;
}

/** A run without the log of its first generations. */
export function getRun(id: string, after = 0): Promise<RunDetail> {
  return get(`/runs/${encodeURIComponent(id)}?after=${after}`);
}

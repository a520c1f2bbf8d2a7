// Texts about events, games and numbers of the arena.

import type { ArenaGame, EventGame, EventState, EventSummary } from "../../api/arena";

export const STATES: Record<EventState, string> = {
  live: "Live",
  done: "Complete",
  stopped: "Not running",
};

/** The progress of an event: "12 of 40 games". */
export function progress({ played, total }: Pick<EventSummary, "played" | "total">): string {
  const games = (total ?? played) === 1 ? "game" : "games";
  return total === null || total === played ? `${played} ${games}` : `${played} of ${total} ${games}`;
}

/** A number with its sign, a true minus and some digits. */
export function withSign(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value > 0 ? "+" : "−") + text;
}

/** A difference in strength in Elo. The sign of an infinite one follows from the score. */
export function eloText(elo: number | null, error: number | null, score: number): string {
  if (elo === null) return score > 0.5 ? "+∞" : "−∞";
  return `${withSign(elo)} ± ${error === null ? "∞" : error.toFixed(0)}`;
}

export function percent(part: number, digits = 1): string {
  return `${(100 * part).toFixed(digits)} %`;
}

/** A time with about three digits. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms >= 10_000 ? 1 : 2)} s`;
  return `${ms.toFixed(ms >= 100 ? 0 : ms >= 10 ? 1 : 2)} ms`;
}

/** The result of a game: "Black +12", "White wins, fault of black: timeout". */
export function resultText(game: Pick<EventGame, "score" | "ending" | "fault">): string {
  const winner = game.score > 0 ? "Black" : game.score < 0 ? "White" : "Draw";
  if (game.fault) return `${winner} wins, fault of ${game.fault.color}: ${game.fault.kind}`;
  const by = game.score === 0 ? "" : ` +${Math.abs(game.score)}`;
  return `${winner}${by}${game.ending === "adjudicated" ? ", adjudicated" : ""}`;
}

/** The end of a game in a sentence. */
export function endingSentence(game: ArenaGame): string {
  const [winner, loser] = game.score >= 0 ? [game.black, game.white] : [game.white, game.black];
  if (game.fault) return `${winner} wins: ${loser} lost by a fault.`;
  if (game.score === 0) return "A draw.";
  const discs = Math.abs(game.score);
  const how = game.ending === "adjudicated" ? ", by an exact search" : "";
  return `${winner} wins by ${discs} disc${discs === 1 ? "" : "s"}${how}.`;
}

/** A colour between two ends for a value from -1 to 1. */
export function heat(value: number): string {
  const clamped = Math.max(-1, Math.min(1, Number.isFinite(value) ? value : 0));
  const end = clamped < 0 ? "minus" : "plus";
  return `color-mix(in oklab, var(--heat-${end}) ${Math.round(100 * Math.abs(clamped))}%, var(--surface))`;
}

/** Somebody with a rating. */
export interface Rated {
  rating: number;
  /** Half the width of the interval of 95 %; null if it is infinite. */
  rating_error?: number | null;
}

/** The lowest and the highest end of all ratings with their errors, and zero. */
export function ratingRange(rows: readonly Rated[]): [number, number] {
  const ends = rows.flatMap(({ rating, rating_error }) => [rating - (rating_error ?? 0), rating + (rating_error ?? 0)]);
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}

/** A rating with its error: "+120 ± 45". */
export function ratingText({ rating, rating_error }: Rated): string {
  return `${withSign(rating)} ± ${rating_error?.toFixed(0) ?? "∞"}`;
}

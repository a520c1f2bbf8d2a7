// Words and numbers of the class.

import type { ClassPair, ClassSide, ClassTournament, ClassGameOutcome, JobKind, TournamentFormat, VersionState } from "../../api/class";

export const KINDS: Record<JobKind, string> = { check: "Check", race: "Race", playto: "Playto", tournament: "Tournament" };
export const FORMATS: Record<TournamentFormat, string> = { "round-robin": "Round robin", swiss: "Swiss" };
export const VERSIONS: Record<VersionState, string> = {
  waiting: "Waits for its check",
  checking: "Being checked",
  usable: "Usable",
  unusable: "Not usable",
};
/** The steps of a check, in their order. */
const STEPS = ["start", "usability", "game as black", "game as white"];
const STEP_NAMES = ["Starting the agent", "Usability test", "Game as black", "Game as white"];

/** The progress of a check: a sentence, and the number of steps that are behind it. */
export function checkProgress(state: VersionState, step: string | null): { text: string; done: number; all: number } {
  const at = step === null ? -1 : STEPS.indexOf(step);
  const text = state === "waiting" ? "It waits for a worker." : `${STEP_NAMES[at] ?? step ?? "It begins"} (step ${Math.max(at, 0) + 1} of ${STEPS.length})`;
  return { text, done: Math.max(at, 0), all: STEPS.length };
}

/** A side with its version: "Ann v3". */
export function sideText(side: ClassSide | undefined): string {
  if (!side) return "";
  return side.version === null || side.version === undefined ? side.name : `${side.name} v${side.version}`;
}

/** The result of a PK for its first side: "1½ : ½"; a dash until it is played. */
export function scoreText(pair: Pick<ClassPair, "half_points">): string {
  if (!pair.half_points) return "–";
  const first = pair.half_points.reduce((sum, one) => sum + one, 0);
  return `${halves(first)} : ${halves(4 - first)}`;
}

function halves(number: number): string {
  const whole = Math.floor(number / 2);
  if (number % 2 === 0) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}

/** The end of a game in a few words: "Black +12", "White wins: timeout of black". */
export function outcomeText(game: ClassGameOutcome): string {
  const winner = game.score > 0 ? "Black" : game.score < 0 ? "White" : "Draw";
  if (game.fault) return `${winner} wins: ${game.fault} of ${game.fault_color}`;
  return game.score === 0 ? winner : `${winner} +${Math.abs(game.score)}`;
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1 << 20 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}

/** A day and time of this browser's clock: "18 Nov 2026, 14:05". */
export function when(time: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** The time until a deadline: "2 days 3 h"; `null` if it has passed. */
export function left(deadline: number, now: number): string | null {
  const minutes = Math.ceil((deadline - now) / 60_000);
  if (minutes <= 0) return null;
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} day${days === 1 ? "" : "s"} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** The time of a field of a form, by this browser's clock; the reverse of `Date.parse`. */
export function localTime(time: number): string {
  return new Date(time - 60_000 * new Date(time).getTimezoneOffset()).toISOString().slice(0, 16);
}

/** The address that an invited person opens. The code stands behind `#`, so that no server logs it. */
export function joinAddress(origin: string, { login, code }: { login: string; code: string }): string {
  return `${origin}/class/join#${new URLSearchParams({ login, code }).toString()}`;
}

/** A line of a CSV file. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")}\n`;
}

/** What has become of a tournament. */
export function tournamentState({ begun, ended }: Pick<ClassTournament, "begun" | "ended">): string {
  if (ended) return "Complete";
  return begun ? "Being played" : "Planned";
}

// Matches and tournaments of the arena.

import type { Color, Rules } from "../game/position";
import type { Move } from "../game/square";
import { get, post } from "./http";

/** `stopped` is said of everything that nobody plays and that nothing says to be complete. */
export type EventState = "live" | "done" | "stopped";

export interface Participant {
  /** The name that it goes by. */
  name: string;
  /** The player that it is, such as `engine:level=8`. */
  player: string;
}

export interface EventSummary {
  id: string;
  kind: "match" | "tournament";
  title: string;
  rules: Rules | null;
  state: EventState;
  played: number;
  total: number | null;
  players: Participant[];
  date: string;
  /** Seconds since the last game ended. */
  quiet: number | null;
  store: string;
  /** Started from a page, so that a page can stop it and let it go on. */
  ours: boolean;
  error: string | null;
}

export interface Standing {
  rank: number;
  name: string;
  /** Its number among the players of the event. */
  player: number;
  rating: number;
  /** Half the width of the interval of 95 %; `null` if it has no end. */
  rating_error: number | null;
  /** How probable it is that it is stronger than the next one. */
  superiority: number | null;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number | null;
  discs: number | null;
  mean_ms: number | null;
  longest_ms: number;
  late: number;
  faults: Record<string, number>;
}

/** Wins, draws, losses and discs. */
export type CrossCell = [number, number, number, number];

/** From the view of the first player, by pairs of games. What is infinite is `null`. */
export interface MatchResult {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  /** How many pairs gave 0, ½, 1, 1½ and 2 points. */
  pairs: number[];
  score: number;
  score_error: number | null;
  elo: number | null;
  elo_error: number | null;
  los: number;
  discs: number;
}

export interface Fault {
  color: Color;
  kind: string;
  detail: string;
}

export type GameEnding = "played out" | "adjudicated" | "fault";

export interface EventGame {
  id: number;
  /** Such as `3/12.1`: round, pair, game. */
  place: string;
  round: number;
  black: string;
  white: string;
  /** For black, in discs. */
  score: number;
  ending: GameEnding;
  fault: Fault | null;
  plies: number;
  date: string;
}

export interface EventDetail extends EventSummary {
  platform: string;
  limits: string;
  openings: string;
  seed: string;
  standings: Standing[];
  cross: CrossCell[][];
  match: MatchResult | null;
  /** The newest first. */
  games: EventGame[];
}

export interface MoveNote {
  /** `null` for moves of the opening. */
  time_ms: number | null;
  /** What the player thought of its own position. */
  score: number | null;
  late: boolean;
}

export interface ArenaGame {
  id: number;
  /** What its event is called. */
  event: string;
  place: string;
  rules: Rules;
  start: string;
  /** How many moves are the opening's. */
  opening: number;
  moves: Move[];
  black: string;
  white: string;
  notes: MoveNote[];
  score: number;
  ending: GameEnding;
  fault: Fault | null;
  logs: Record<Color, string>;
  date: string;
  previous: number | null;
  next: number | null;
}

export interface MatchRequest {
  rules: Rules;
  a: string;
  b: string;
  pairs: number;
  time_ms?: number;
  nodes?: number;
  depth?: number;
  seed?: number;
}

export interface EventList {
  events: EventSummary[];
  /** A sentence for each store that cannot be read. */
  problems: string[];
}

export function listEvents(): Promise<EventList> {
  return get("/events");
}

/** An event with the games that were stored after a certain one. */
export function getEvent(id: string, after = 0): Promise<EventDetail> {
  return get(`/events/${encodeURIComponent(id)}?after=${after}`);
}

export function getEventGame(id: string, game: string): Promise<ArenaGame> {
  return get(`/events/${encodeURIComponent(id)}/games/${encodeURIComponent(game)}`);
}

export function startMatch(request: MatchRequest): Promise<{ id: string }> {
  return post("/matches", request);
}

export function stopEvent(id: string): Promise<void> {
  return post(`/events/${encodeURIComponent(id)}/stop`);
}

export function resumeEvent(id: string): Promise<void> {
  return post(`/events/${encodeURIComponent(id)}/resume`);
}

/** Where a file of games can be downloaded: of all games of an event, or of one. */
export function exportPath(format: string, event: string, game?: number): string {
  const one = game === undefined ? "" : `/games/${game}`;
  return `/api/events/${encodeURIComponent(event)}${one}/export?format=${encodeURIComponent(format)}`;
}

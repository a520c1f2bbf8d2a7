// Matches and tournaments of the arena.

import { get, post } from "./http";
import type { ArenaGame, EventDetail, EventList, MatchRequest, StartedMatch } from "./schema";

export type {
  ArenaGame, CrossCell, EventDetail, EventGame, EventList, EventState, EventSummary, LiveGame, MatchRequest, MatchResult,
  Participant, Standing,
} from "./schema";

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

export function startMatch(request: MatchRequest): Promise<StartedMatch> {
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

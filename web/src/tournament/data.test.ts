import { expect, test } from "vitest";

import type { ArenaGame } from "../api/arena";
import { fits, gameOf, row } from "./data";

const game = (place: string, black: string, white: string, kind: string | null = null): ArenaGame => ({
  id: 1, event: "Cup", place, rules: "reversi", start: "", opening: 0, moves: ["f5", "d6"], black, white, notes: [],
  score: 2, ending: kind ? "fault" : "played out", fault: kind ? { color: "black", kind, detail: "" } : null,
  logs: { black: "", white: "" }, date: "", previous: null, next: null,
});

test("a game has a row in the list", () => {
  expect(row(game("3/12.1", "Ann", "Bob"))).toMatchObject({ place: "3/12.1", round: 3, plies: 2, black: "Ann" });
});

test("games are chosen by one player, by two, and by faults", () => {
  const [one, other] = [game("1/1.1", "Ann", "Bob"), game("1/2.1", "Cid", "Ann", "timeout")];
  const chosen = (player: string, opponent: string, faults = false): string[] =>
    [one, other].filter((each) => fits(each, { player, opponent, faults })).map(({ place }) => place);
  expect(chosen("", "")).toEqual(["1/1.1", "1/2.1"]);
  expect(chosen("Bob", "")).toEqual(["1/1.1"]);
  expect(chosen("Bob", "Ann")).toEqual(["1/1.1"]);
  expect(chosen("Bob", "Cid")).toEqual([]);
  expect(chosen("", "", true)).toEqual(["1/2.1"]);
});

test("an address names a game, also with escapes, and nonsense names none", () => {
  const games = [game("3/12.1", "Ann", "Bob")];
  expect(gameOf("#game-3/12.1", games)).toBe(games[0]);
  expect(gameOf("#game-3%2F12.1", games)).toBe(games[0]);
  for (const hash of ["", "#", "#game-1/1.1", "#%E0%A4%A"]) expect(gameOf(hash, games)).toBeNull();
});

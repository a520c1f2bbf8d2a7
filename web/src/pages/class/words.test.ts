import { expect, test } from "vitest";

import { checkProgress, joinAddress, left, localTime, outcomeText, scoreText, size } from "./words";

test("the result of a PK is told in points of both sides", () => {
  const score = (half_points: [number, number] | null): string => scoreText({ half_points } as Parameters<typeof scoreText>[0]);
  expect(score(null)).toBe("–");
  expect(score([2, 1])).toBe("1½ : ½");
  expect(score([0, 1])).toBe("½ : 1½");
  expect(score([2, 0])).toBe("1 : 1");
});

test("a game that was lost by a fault names the fault and its side", () => {
  const time = { moves: 0, total_ms: 0, longest_ms: 0, late: 0 };
  const game = { score: -64, ending: "fault", fault: "timeout", fault_color: "black", plies: 3, time: [time, time] };
  expect(outcomeText(game as Parameters<typeof outcomeText>[0])).toBe("White wins: timeout of black");
  expect(outcomeText({ ...game, fault: null, score: 0 } as Parameters<typeof outcomeText>[0])).toBe("Draw");
});

test("a check tells its step", () => {
  expect(checkProgress("waiting", null)).toEqual({ text: "It waits for a worker.", done: 0, all: 4 });
  expect(checkProgress("checking", "game as black")).toEqual({ text: "Game as black (step 3 of 4)", done: 2, all: 4 });
});

test("the time to a deadline is told in two units, and nothing after it", () => {
  const minute = 60_000;
  expect(left(2 * 1440 * minute + 180 * minute, 0)).toBe("2 days 3 h");
  expect(left(65 * minute, 0)).toBe("1 h 5 min");
  expect(left(1, 0)).toBe("1 min");
  expect(left(0, 0)).toBeNull();
});

test("a local time is read back as the same minute", () => {
  const time = 1_700_000_040_000;
  expect(Date.parse(localTime(time))).toBe(time);
});

test("the code of an invitation is never sent with a request", () => {
  const address = new URL(joinAddress("https://class.example", { login: "a@b", code: "x y" }));
  expect(address.pathname + address.search).toBe("/class/join");
  expect(new URLSearchParams(address.hash.slice(1)).get("code")).toBe("x y");
});

test("sizes have a unit", () => {
  expect([size(10), size(2048), size(3 << 20)]).toEqual(["10 B", "2.0 KiB", "3.0 MiB"]);
});

import { describe, expect, it, test } from "vitest";

import { duration, eloText, heat, progress, ratingRange, ratingText, resultText, withSign } from "./words";

describe("numbers of the arena", () => {
  it("have signs, and none where they round to zero", () => {
    expect([withSign(12.4), withSign(-12.4), withSign(-0.04, 1), withSign(0)]).toEqual(["+12", "−12", "0.0", "0"]);
  });

  it("tell strength, also where it has no end", () => {
    expect(eloText(-35.2, 12.9, 0.45)).toBe("−35 ± 13");
    expect(eloText(null, null, 1)).toBe("+∞");
    expect(eloText(null, null, 0)).toBe("−∞");
    expect(eloText(191, null, 0.75)).toBe("+191 ± ∞");
  });

  it("tell times with about three digits", () => {
    expect([0.123, 12.34, 123.4, 1234, 61_234].map(duration)).toEqual(["0.12 ms", "12.3 ms", "123 ms", "1.23 s", "61.2 s"]);
  });

  it("tell how far an event has come", () => {
    expect(progress({ played: 12, total: 40 })).toBe("12 of 40 games");
    expect(progress({ played: 40, total: 40 })).toBe("40 games");
    expect(progress({ played: 1, total: null })).toBe("1 game");
  });
});

describe("results of games", () => {
  it("name the winner, and whose fault it was", () => {
    expect(resultText({ score: 12, ending: "played out", fault: null })).toBe("Black +12");
    expect(resultText({ score: -2, ending: "adjudicated", fault: null })).toBe("White +2, adjudicated");
    expect(resultText({ score: 0, ending: "played out", fault: null })).toBe("Draw");
    const fault = { color: "black", kind: "timeout", detail: "" } as const;
    expect(resultText({ score: -64, ending: "fault", fault })).toBe("White wins, fault of black: timeout");
  });
});

describe("heat", () => {
  it("has two ends and nothing between them for zero", () => {
    expect(heat(0)).toContain("0%");
    expect(heat(-0.5)).toContain("--heat-minus) 50%");
    expect(heat(7)).toContain("--heat-plus) 100%");
    expect(heat(Number.NaN)).toContain("0%");
  });
});

test("ratings are drawn between the ends of all errors, and an unknown error is infinite", () => {
  const rows = [{ rating: 100, rating_error: 50 }, { rating: 20, rating_error: null }];
  expect(ratingRange(rows)).toEqual([0, 150]);
  expect(rows.map(ratingText)).toEqual(["+100 ± 50", "+20 ± ∞"]);
});

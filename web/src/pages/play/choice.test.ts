import { expect, test } from "vitest";

import { clockOf, lastChoice, newGame } from "./choice";

test("clocks are minutes and seconds a move", () => {
  const choice = lastChoice();
  expect(clockOf({ ...choice, clock: "none" })).toBeNull();
  expect(clockOf({ ...choice, clock: "3+2" })).toEqual({ seconds: 180, increment: 2 });
  expect(clockOf({ ...choice, clock: "custom", minutes: 2.5, increment: 7 })).toEqual({ seconds: 150, increment: 7 });
});

test("an agent of the reports has no level", () => {
  const choice = { ...lastChoice(), opponent: "agent" as const, agent: "classic:corner" };
  expect(newGame(choice)).toMatchObject({ color: "black", level: null, opponent: "classic:corner" });
});

test("two people need no level, and a random colour is drawn", () => {
  const choice = lastChoice();
  expect(newGame({ ...choice, opponent: "person" })).toMatchObject({ color: "both", level: null });
  const drawn = new Set(Array.from({ length: 64 }, () => newGame({ ...choice, color: "random" }).color));
  expect(drawn).toEqual(new Set(["black", "white"]));
});

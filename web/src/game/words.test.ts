import { expect, test } from "vitest";

import type { Color } from "./position";
import { leadSentence, moveSentence, outcomeSentence, passSentence, short } from "./words";

const told = (moves: string[], colors: Color[], color: Color | "both", over = false): string | null =>
  passSentence({ moves, color, outcome: over ? { winner: "black", margin: 2, ending: "finished" } : null }, colors);

test("moves and passes are told from the visitor's side", () => {
  expect(moveSentence("d6", "white", "black")).toBe("White plays d6.");
  expect(moveSentence("f5", "black", "black")).toBe("You play f5.");
  expect(moveSentence("pass", "white", "black")).toBe("White has no legal move and passes.");
  expect(moveSentence("pass", "black", "black")).toBe("You have no legal move and pass.");
});

test("a pass is told with who moves again", () => {
  expect(told(["f5", "pass"], ["black", "white"], "black")).toBe(
    "White has no legal move and must pass. It is your move again.",
  );
  expect(told(["f5", "pass"], ["black", "white"], "both")).toBe("White has no legal move and must pass. Black moves again.");
});

test("a pass of the visitor is still told after the opponent's next move, and then no more", () => {
  const colors: Color[] = ["black", "white", "black", "white", "black"];
  expect(told(["f5", "d6", "pass", "c3"], colors, "black")).toBe("You had no legal move and had to pass.");
  expect(told(["f5", "d6", "pass", "c3", "b4"], colors, "black")).toBeNull();
  expect(told(["f5", "d6"], colors, "black")).toBeNull();
});

test("the end of a game is one sentence", () => {
  expect(outcomeSentence({ winner: "black", margin: 12, ending: "finished" }, "black")).toBe("You win by 12 discs.");
  expect(outcomeSentence({ winner: "white", margin: 1, ending: "finished" }, "black")).toBe("White wins by 1 disc.");
  expect(outcomeSentence({ winner: null, margin: 0, ending: "finished" }, "black")).toBe("A draw.");
  expect(outcomeSentence({ winner: "white", margin: null, ending: "resigned" }, "black")).toBe("White wins: you resigned.");
  expect(outcomeSentence({ winner: "black", margin: null, ending: "timeout" }, "both")).toBe(
    "Black wins on time: White's clock ran out.",
  );
});

test("scores and large numbers in words", () => {
  expect(leadSentence(4, false)).toBe("Black is ahead by about 4");
  expect(leadSentence(-6, true)).toBe("White wins by 6 with best play");
  expect(leadSentence(0, true)).toBe("A draw with best play");
  expect([7, 12_345, 4_000_000, 1.5e9].map(short)).toEqual(["7", "12.3 k", "4.0 M", "1.5 G"]);
});

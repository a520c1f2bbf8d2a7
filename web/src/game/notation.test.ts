import { expect, test } from "vitest";

import { fault, forBlack, format, parse, signed, START, transcript } from "./notation";

test("a position is read back as it was written", () => {
  const read = parse(START);
  expect(read && format(read)).toBe(START);
});

test("readers take other letters and white space", () => {
  const text = START.replaceAll("X", "*").replaceAll("O", "w").replaceAll("-", ".").replace(" ", "\n");
  const read = parse(text);
  expect(read && format(read)).toBe(START);
});

test("the discs tell a side to move that is left out", () => {
  const board = START.slice(0, 64);
  expect(parse(board)?.toMove).toBe("black");
  expect(parse(board.replace(/^-/, "X"))?.toMove).toBe("white");
  expect(parse(`OX${"-".repeat(62)}`)?.toMove).toBe("white");
});

test("scores of both sides become scores of black", () => {
  expect([forBlack(4, "black"), forBlack(4, "white"), forBlack(0, "white")]).toEqual([4, -4, 0]);
});

test.each(["", "X", START.slice(1), `${START}X`, START.replace("O", "?"), START.replace(/X$/, "-")])(
  "%j is not a position",
  (text) => expect(parse(text)).toBeNull(),
);

test("a board that nobody can play on is told why", () => {
  expect(fault({ cells: Array(64).fill(null), toMove: "black" })).toBe("The board is empty.");
  expect(fault({ cells: Array(64).fill("white"), toMove: "black" })).toBe("Neither side has a move here.");
  const start = parse(START);
  expect(start && fault(start)).toBeNull();
});

test("scores have signs and transcripts have no passes", () => {
  expect([4, 0, -12, -0.4].map(signed)).toEqual(["+4", "0", "−12", "0"]);
  expect(transcript(["f5", "pass", "d6"])).toBe("f5d6");
});

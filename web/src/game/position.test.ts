import { expect, test } from "vitest";

import { format, position, START } from "./notation";
import { discs, flips, isOver, legalSquares, margin, mustPass, perft, play } from "./position";
import { nameOf, PASS, squareOf } from "./square";

test("there are as many games of each length as everybody counts", () => {
  const counts = [1, 2, 3, 4, 5, 6, 7].map((depth) => perft(position(START), depth));
  expect(counts).toEqual([4, 12, 56, 244, 1396, 8200, 55092]);
});

test("squares have their names, row by row from a1", () => {
  expect([0, 7, 37, 56, 63].map(nameOf)).toEqual(["a1", "h1", "f5", "a8", "h8"]);
  expect(["a1", "F5", "h8", "i1", "a9", "pass", ""].map(squareOf)).toEqual([0, 37, 63, null, null, null, null]);
});

test("a move turns the discs it outflanks and no others", () => {
  expect(legalSquares(position(START)).map(nameOf)).toEqual(["d3", "c4", "f5", "e6"]);
  expect(flips(position(START), 37).map(nameOf)).toEqual(["e5"]);
  const after = play(position(START), "f5");
  expect(after && format(after)).toBe("---------------------------OX------XXX-------------------------- O");
});

test("illegal moves and unforced passes are refused", () => {
  for (const move of ["a1", "d4", "pass", "z9"]) expect(play(position(START), move)).toBeNull();
});

test("a side without a move passes, and nobody may when both are stuck", () => {
  const stuck = position(`OX${"-".repeat(62)} X`);
  expect(mustPass(stuck)).toBe(true);
  expect(play(stuck, PASS)?.toMove).toBe("white");
  const over = position(`X${"-".repeat(63)} X`);
  expect(mustPass(over)).toBe(false);
  expect(isOver(over)).toBe(true);
});

test("empty squares count for the side with more discs, and fewer win when reversed", () => {
  const black = position(`XXO${"-".repeat(61)} X`);
  expect(discs(black)).toEqual({ black: 2, white: 1 });
  expect(margin(black, "reversi")).toBe(62);
  expect(margin(black, "reversed")).toBe(-62);
});

import { expect, test } from "vitest";

import { path, ticks } from "./graph";

test("axes have round numbers", () => {
  expect(ticks(-12, 20, 4)).toEqual([-10, 0, 10, 20]);
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticks(3, 3, 5)).toEqual([3]);
});

test("a line goes through its points", () => {
  expect(path([{ x: 0, y: 1 }, { x: 2.25, y: 3 }])).toBe("M0.0 1.0L2.3 3.0");
});

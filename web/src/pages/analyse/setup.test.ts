import { expect, test } from "vitest";

import { position, START } from "../../game/notation";
import { squareOf } from "../../game/square";
import { Setup } from "./setup.svelte";

const a1 = squareOf("a1") ?? 0;

test("squares go round empty, black and white, or take the colour of the brush", () => {
  const setup = new Setup(position(START));
  setup.paint(a1);
  expect(setup.cells[a1]).toBe("black");
  setup.paint(a1);
  expect(setup.cells[a1]).toBe("white");
  setup.paint(a1);
  expect(setup.cells[a1]).toBeNull();
  setup.brush = "white";
  setup.paint(a1);
  expect(setup.cells[a1]).toBe("white");
  setup.brush = "empty";
  setup.paint(a1);
  expect(setup.cells[a1]).toBeNull();
});

test("a board that cannot be played on is refused with a reason", () => {
  const setup = new Setup(position(START));
  expect(setup.fault).toBeNull();
  setup.clear();
  expect(setup.fault).toBe("The board is empty.");
  expect(setup.type("nonsense")).toBe(false);
  expect(setup.type(START.replace(/X$/, "O"))).toBe(true);
  expect(setup.toMove).toBe("white");
  setup.start();
  expect(setup.text).toBe(START);
});

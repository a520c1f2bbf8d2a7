import { expect, test } from "vitest";

import { actionFor } from "./keys";

const keys = { f: () => "flip", ArrowLeft: () => "back", " ": () => "best" };

/** An element that is, or is within, what the selector names. */
const within = (...names: string[]): EventTarget =>
  ({
    closest: (selector: string) => (selector.split(", ").some((name) => names.includes(name)) ? {} : null),
  }) as unknown as EventTarget;

function pressed(key: string, changes: object = {}): unknown {
  const event = {
    key, ctrlKey: false, altKey: false, metaKey: false, defaultPrevented: false, target: within(), ...changes,
  };
  return actionFor(keys, event)?.();
}

test("a key does what the page says", () => {
  expect(pressed("f")).toBe("flip");
  expect(pressed("F")).toBe("flip");
  expect(pressed("ArrowLeft")).toBe("back");
  expect(pressed("q")).toBeUndefined();
});

test.each(["input", "textarea", "select", "[contenteditable]", "dialog"])("no key fires in %s", (name) => {
  expect(pressed("f", { target: within(name) })).toBeUndefined();
  expect(pressed("ArrowLeft", { target: within(name) })).toBeUndefined();
});

test("space presses the button that has the focus, other keys go to the page", () => {
  expect(pressed(" ", { target: within("button") })).toBeUndefined();
  expect(pressed("f", { target: within("button") })).toBe("flip");
  expect(pressed(" ")).toBe("best");
});

test.each(["ctrlKey", "altKey", "metaKey", "defaultPrevented"])("%s leaves the key alone", (held) => {
  expect(pressed("f", { [held]: true })).toBeUndefined();
});

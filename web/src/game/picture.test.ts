import { expect, test } from "vitest";

import { position, START } from "./notation";
import { picture } from "./picture";
import { squareOf } from "./square";

test("a picture has every disc, the coordinates and the last move", () => {
  const svg = picture(position(START), squareOf("d4"), false);
  expect(svg.match(/fill="#1b1e22"/g)).toHaveLength(2);
  expect(svg.match(/fill="#f7f5ef"/g)).toHaveLength(2);
  expect(svg).toContain('<circle cx="199" cy="199" r="5"');
  expect(svg.match(/<text/g)).toHaveLength(16);
});

test("a turned board has h8 at the top left", () => {
  const corner = position(`${"-".repeat(63)}X O`);
  expect(picture(corner, null, true)).toContain('<circle cx="49" cy="49" r="21" fill="#1b1e22"');
});

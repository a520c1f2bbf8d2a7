// Pages on screens of all sizes, and on paper.
import type { Locator, Page } from "@playwright/test";

import { expectNoOverhang } from "./axe";
import { expect, pictures, test } from "./fixtures";
import { begin, square, status } from "./table";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("the element has no size");
  return box;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

/** Nothing hangs over the right edge, and the board is whole. */
async function expectWholeBoard(page: Page): Promise<Box> {
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const board = await boxOf(page.getByRole("grid"));
  expect(board.x).toBeGreaterThanOrEqual(0);
  expect(board.x + board.width).toBeLessThanOrEqual(width);
  expect(Math.abs(board.width - board.height)).toBeLessThan(4);
  return board;
}

const PHONES = { upright: { width: 390, height: 844 }, sideways: { width: 844, height: 390 }, small: { width: 320, height: 568 } };

for (const [name, viewport] of Object.entries(PHONES)) {
  test(`a game with clocks fits a phone, ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await begin(page, { level: 1, color: "Black, first", clock: "10+0" });
    for (const when of ["playing", "resigned"]) {
      if (when === "resigned") {
        await page.getByRole("button", { name: "Resign" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
        await expect(status(page)).toHaveText("White wins: you resigned.");
        await expect(page.getByText("Winner")).toBeVisible();
      }
      const board = await expectWholeBoard(page);
      expect(board.width).toBeGreaterThan(Math.min(viewport.width, viewport.height) * 0.75);
      // The whole board is on the screen at once, and nothing covers it.
      expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
      expect(overlaps(board, await boxOf(page.getByRole("region", { name: "Game" })))).toBe(false);
      for (const clock of await page.getByRole("timer").all()) {
        const box = await boxOf(clock);
        expect(overlaps(board, box)).toBe(false);
        expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
      }
      await page.screenshot({ path: `${pictures}/clocks-${name}-${when}.png` });
    }
    await expectNoOverhang(page);
  });

  test(`the analysis fits a phone, ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/analyse?moves=f5d6c3d3c4&at=5&black=A+player+with+a+long+name&white=Another+player");
    const board = await expectWholeBoard(page);
    expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
    expect(overlaps(board, await boxOf(page.getByRole("region", { name: "Moves and engine" })))).toBe(false);
    await page.screenshot({ path: `${pictures}/analysis-${name}.png` });
  });
}

for (const [width, height] of [[1920, 1080], [1440, 900], [1280, 720]] as const) {
  test(`graph and review stand beside the board at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/analyse?moves=f5d6c3d3c4f4f6f3e6e7&at=10&you=black&black=Ada&white=Level+3,+beginner");
    const board = await expectWholeBoard(page);
    for (const part of [page.getByRole("slider", { name: /Scores of the game/ }), page.getByRole("button", { name: "Review the game" })]) {
      const box = await boxOf(part);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      expect(overlaps(board, box)).toBe(false);
    }
    await expect(page.getByRole("region", { name: "Board" })).toContainText("Ada");
    await expect(page.getByRole("region", { name: "Board" })).toContainText("Level 3, beginner");
    await expectNoOverhang(page);
    await page.screenshot({ path: `${pictures}/analysis-${width}.png` });
  });
}

/** The brightness of the middle of a square as it is printed, from 0 to 255. */
async function brightness(page: Page, name: string): Promise<number> {
  const { x, y, width, height } = await boxOf(square(page, name));
  const png = await page.screenshot({ clip: { x: x + 0.3 * width, y: y + 0.3 * height, width: 0.1 * width, height: 0.1 * height } });
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const data = [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])];
    return data.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0) / (0.75 * data.length);
  }, [...png]);
}

test("black and white discs are printed, and the page is made for paper", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/analyse?moves=f5d6c3d3c4f4&at=6&black=Ada&white=Bob");
  await page.keyboard.press("l");
  await page.emulateMedia({ media: "print" });
  expect(await brightness(page, "d4")).toBeLessThan(40);
  expect(await brightness(page, "d5")).toBeGreaterThan(230);
  expect(await brightness(page, "a1")).toBeGreaterThan(230);
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
  await expect(page.getByRole("group", { name: "Moves" })).toContainText("c4");
  // Each disc has one face: a printer draws the second one over the first.
  expect(await page.locator("[role=grid] .face:visible").count()).toBe(10);
  await page.screenshot({ path: `${pictures}/print.png`, fullPage: true });
});

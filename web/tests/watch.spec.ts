import { join } from "node:path";

import type { Page } from "@playwright/test";

import { expectFitForEveryone } from "./axe";
import { expect, pictures, test } from "./fixtures";
import { run, Server } from "./server";

/** Starts a match between two players on the page. */
async function start(page: Page, pairs: number, first: string, second: string): Promise<void> {
  await page.goto("/watch");
  await page.getByRole("button", { name: "Start a match" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a match" });
  await dialog.getByRole("combobox", { name: "First player" }).selectOption(first);
  await dialog.getByRole("combobox", { name: "Second player" }).selectOption(second);
  await dialog.getByRole("spinbutton", { name: /Openings/ }).fill(String(pairs));
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(/\/watch\/\d+\.\d+$/);
}

test("a match is started, watched, replayed and analysed", async ({ page }) => {
  await start(page, 4, "engine:level=2", "random");
  await expect(page.getByText(/^8 of 8 games|^8 games/).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
  await expect(page.getByText("Elo, 95 %")).toBeVisible();
  await expectFitForEveryone(page);
  await page.screenshot({ path: `${pictures}/match.png`, fullPage: true });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /GGF/ }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ggf$/);

  await page.locator('a[href^="/watch/"][href*="."]').last().click();
  await expect(page).toHaveURL(/\/watch\/\d+\.\d+\/\d+$/);
  await expect(page.getByRole("heading", { name: "How long they took" })).toBeVisible();
  const board = page.getByRole("grid");
  const before = await board.getByRole("button", { name: /disc/ }).count();
  await page.keyboard.press("Home");
  expect(await board.getByRole("button", { name: /disc/ }).count()).toBe(4);
  await page.keyboard.press("ArrowRight");
  await expect(board.getByRole("button", { name: /disc/ })).toHaveCount(5);
  await page.keyboard.press("End");
  expect(await board.getByRole("button", { name: /disc/ }).count()).toBeGreaterThanOrEqual(Math.max(before, 9));
  await expectFitForEveryone(page);
  await page.screenshot({ path: `${pictures}/replay.png`, fullPage: true });
  await page.getByRole("link", { name: "Analyse this game" }).click();
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button").first()).toBeVisible();
});

test("a match is stopped and goes on", async ({ page }) => {
  await start(page, 400, "engine:level=6", "engine:level=5");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible({ timeout: 30_000 });
});

test("a tournament of the command line is watched", async ({ page }) => {
  const server = new Server();
  const folder = join(server.folder, "cup");
  run("tournament", "--player", "engine:level=3", "--player", "random", "--player", "greedy", "--rounds", "2", "--output", folder);
  await server.start("--store", join(folder, "games.db"));
  try {
    await page.goto(`${server.url}/watch`);
    await page.locator('a[href^="/watch/"]').first().click();
    await expect(page.getByRole("heading", { name: "Standings" })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "engine:level=3" }).first()).toContainText("±");
    await expect(page.getByRole("heading", { name: "Who beat whom" })).toBeVisible();
    await expectFitForEveryone(page);
    await page.screenshot({ path: `${pictures}/tournament.png`, fullPage: true });
  } finally {
    await server.stop();
    server.remove();
  }
});

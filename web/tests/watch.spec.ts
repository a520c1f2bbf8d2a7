import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { talker } from "./agents";
import { expectAccessible } from "./axe";
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
  await expectAccessible(page);
  await page.screenshot({ path: `${pictures}/match.png`, fullPage: true });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /GGF/ }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ggf$/);

  await page.locator('a[href^="/watch/"][href*="."]').last().click();
  await expect(page).toHaveURL(/\/watch\/\d+\.\d+\/\d+$/);
  await expect(page.getByRole("heading", { name: "Times" })).toBeVisible();
  const board = page.getByRole("grid");
  const before = await board.getByRole("button", { name: /disc/ }).count();
  await page.keyboard.press("Home");
  expect(await board.getByRole("button", { name: /disc/ }).count()).toBe(4);
  await page.keyboard.press("ArrowRight");
  await expect(board.getByRole("button", { name: /disc/ })).toHaveCount(5);
  await page.keyboard.press("End");
  expect(await board.getByRole("button", { name: /disc/ }).count()).toBeGreaterThanOrEqual(Math.max(before, 9));
  await expectAccessible(page);
  await page.screenshot({ path: `${pictures}/replay.png`, fullPage: true });
  await page.getByRole("link", { name: "Analyse this game" }).click();
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button").first()).toBeVisible();
});

test("a running game is watched on its board, and only by who started it stopped", async ({ page, browser, baseURL }) => {
  await page.goto("/watch");
  await page.getByRole("button", { name: "Start a match" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a match" });
  await dialog.getByRole("combobox", { name: "First player" }).selectOption("engine:level=20");
  await dialog.getByRole("combobox", { name: "Second player" }).selectOption("engine:level=19");
  await dialog.getByRole("radio", { name: "The usual start" }).check();
  await dialog.getByRole("radio", { name: "Time" }).check();
  await dialog.getByRole("spinbutton", { name: /Milliseconds/ }).fill("300");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page).toHaveURL(/\/watch\/\d+\.\d+$/);
  const live = page.getByRole("region", { name: "Being played" });
  await expect(live.getByRole("grid").first()).toBeVisible({ timeout: 30_000 });
  const discs = live.getByRole("listitem").first().locator('[data-square][aria-label*="disc"]');
  const before = await discs.count();
  await expect.poll(() => discs.count(), { timeout: 30_000 }).toBeGreaterThan(before);
  await expectAccessible(page);
  await page.screenshot({ path: `${pictures}/live.png`, fullPage: true });
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const stranger = await elsewhere.newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByRole("region", { name: "Being played" })).toBeVisible();
  await expect(stranger.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await elsewhere.close();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible({ timeout: 30_000 });
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

test("the standings are whole at 1440 pixels, faults included", async ({ page }) => {
  const server = new Server();
  const folder = join(server.folder, "cup");
  const agent = join(server.folder, "agent.py");
  writeFileSync(agent, "class AI:\n    def __init__(self, size, color, limit):\n        raise ValueError('no')\n");
  run(
    "tournament", "--player", `a player whose name is long=python:${agent}`, "--player", "another player with a name=random",
    "--player", "greedy", "--player", "engine:level=1", "--rounds", "1", "--output", folder,
  );
  await server.start("--store", join(folder, "games.db"));
  try {
    await page.goto(`${server.url}/watch`);
    await page.locator('a[href^="/watch/"]').first().click();
    const box = page.getByRole("region", { name: "Standings, can be scrolled" });
    await expect(box).toContainText(/\d+ (crash|exception|not started|\w+)/);
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: `${pictures}/standings-${width}.png` });
    }
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await page.screenshot({ path: `${pictures}/standings-print.png`, fullPage: true });
  } finally {
    await server.stop();
    server.remove();
  }
});

test("what an agent wrote is shown with its move, without folders of the server", async ({ page }) => {
  const server = new Server();
  const folder = join(server.folder, "cup");
  const agent = join(server.folder, "agent.py");
  writeFileSync(agent, talker);
  run("tournament", "--player", `talker=python:${agent}`, "--player", "greedy", "--rounds", "1", "--output", folder);
  await server.start("--store", join(folder, "games.db"));
  try {
    await page.goto(`${server.url}/watch`);
    await page.locator('a[href^="/watch/"]').first().click();
    await page.getByRole("link", { name: /^Game / }).first().click();
    await expect(page.getByRole("heading", { name: "Logs and files" })).toBeVisible();
    const words = page.getByLabel(/^What (black|white) wrote at this move$/);
    await expect(async () => {
      await page.keyboard.press("ArrowLeft");
      await expect(words).toContainText(/turn \d+/, { timeout: 500 });
    }).toPass();
    // Each text stands at the move that it was written at, and at no other.
    const title = await page.getByText(/^talker \((black|white)\): \d+ lines$/).textContent();
    const color = title?.includes("black") ? "black" : "white";
    await page.keyboard.press("Home");
    for (let ply = 1, turn = 0; turn < 3; ply++) {
      await page.keyboard.press("ArrowRight");
      const now = page.getByText(new RegExp(`^Move ${ply}: `));
      await expect(now).toBeVisible();
      const text = (await now.textContent()) ?? "";
      if (text.includes("opening") || !text.includes(`: ${color} `)) {
        await expect(words).toHaveCount(0);
        continue;
      }
      turn++;
      await expect(page.getByLabel(`What ${color} wrote at this move`)).toHaveText(new RegExp(`^turn ${turn}\\b`));
    }
    await expect(page.locator("main")).not.toContainText(server.folder);
    await expectAccessible(page);
    await page.screenshot({ path: `${pictures}/replay-log.png`, fullPage: true });
  } finally {
    await server.stop();
    server.remove();
  }
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
    await expectAccessible(page);
    await page.screenshot({ path: `${pictures}/tournament.png`, fullPage: true });
  } finally {
    await server.stop();
    server.remove();
  }
});

import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { type Page, test as base } from "@playwright/test";

import { expectAccessible, expectContrast } from "./axe";
import { expect, pictures } from "./fixtures";
import { run, Server } from "./server";

/** A folder with the page of a tournament, one for all tests of a worker. */
const test = base.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      const { folder, remove } = temporary();
      run(
        "tournament", "--player", "engine:level=3", "--player", "random", "--player", "greedy", "--kind", "points-race",
        "--rounds", "4", "--output", folder,
      );
      await use(pathToFileURL(join(folder, "index.html")).href);
      remove();
    },
    { scope: "worker" },
  ],
});

function temporary(): { folder: string; remove: () => void } {
  const server = new Server();
  return { folder: join(server.folder, "cup"), remove: () => server.remove() };
}

/** Opens the page and notes every error and every request but that for the page. */
async function visit(page: Page, address: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address) complaints.push(`request to ${request.url()}`);
  });
  await page.goto(address);
  return complaints;
}

for (const [device, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } })) {
  test(`the page of a tournament is accessible on a ${device}, light and dark`, async ({ page, address }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const complaints = await visit(page, `${address}`);
    await expect(page.getByRole("heading", { name: "Standings" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Points after each round" })).toBeVisible();
    await page.getByRole("link", { name: /^Game 4\// }).first().click();
    await expect(page.getByRole("grid")).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: `${pictures}/cup-light-${device}.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectContrast(page);
    await page.screenshot({ path: `${pictures}/cup-dark-${device}.png`, fullPage: true });
    expect(complaints).toEqual([]);
  });
}

test("a game of the page is found, replayed by keys and closed", async ({ page, address }) => {
  const complaints = await visit(page, address);
  const rows = page.getByRole("region", { name: /List of games/ }).getByRole("link");
  const all = await rows.count();
  await page.getByRole("button", { name: /random against greedy/ }).click();
  const chosen = await rows.count();
  expect(chosen).toBeGreaterThan(0);
  expect(chosen).toBeLessThan(all);
  await expect(page.getByRole("combobox", { name: "Player" })).toHaveValue("random");
  await rows.first().click();
  await expect(page).toHaveURL(/#game-\d+\/\d+\.\d$/);
  const discs = page.getByRole("grid").getByRole("button", { name: /disc/ });
  await page.keyboard.press("Home");
  await expect(discs).toHaveCount(4);
  await page.keyboard.press("ArrowRight");
  await expect(discs).toHaveCount(5);
  await page.keyboard.press("End");
  expect(await discs.count()).toBeGreaterThan(9);
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("grid")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

import { join } from "node:path";

import type { Page } from "@playwright/test";

import { expectAccessible, expectContrast } from "./axe";
import { expect, pictures, test } from "./fixtures";
import { run } from "./server";

test("a run shows its curves and what its champion values", async ({ page, server }) => {
  const folder = join(server.folder, "runs", "small");
  run("evolve", folder, "--form", "five-factor", "--generations", "4", "--population", "8", "--validate", "10");
  await page.goto("/evolve");
  // The list shows the score of the validation, with its games, not that of a generation.
  await expect(page.getByRole("link", { name: /small/ })).toContainText(/\d+ %( ± \d+ %)? against .+, \d+ games/);
  await page.screenshot({ path: `${pictures}/runs.png` });
  await expectListOnPhone(page);
  await page.getByRole("link", { name: /small/ }).click();
  await expect(page.getByRole("heading", { name: "small" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Champion" })).toBeVisible();
  const map = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "h" }) });
  await expect(map.first().getByRole("cell")).toHaveCount(65);
  await expect(page.getByText(/against start/i).first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: `${pictures}/run.png`, fullPage: true });
});

/** On a phone the name of a run stands in one line beside its state. */
async function expectListOnPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const name = await page.getByText("small", { exact: true }).boundingBox();
  expect(name?.height).toBeLessThan(40);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectContrast(page);
  await page.screenshot({ path: `${pictures}/runs-phone.png` });
  await page.emulateMedia({ colorScheme: "light" });
  if (size) await page.setViewportSize(size);
}

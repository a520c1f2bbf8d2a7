import { join } from "node:path";

import { expectAccessible } from "./axe";
import { expect, pictures, test } from "./fixtures";
import { run } from "./server";

test("a run shows its curves and what its champion values", async ({ page, server }) => {
  const folder = join(server.folder, "runs", "small");
  run("evolve", folder, "--form", "five-factor", "--generations", "4", "--population", "8", "--validate", "10");
  await page.goto("/evolve");
  // The list shows the score of the validation, with its games, not that of a generation.
  await expect(page.getByRole("link", { name: /small/ })).toContainText(/\d+ %( ± \d+ %)? against .+, \d+ games/);
  await page.screenshot({ path: `${pictures}/runs.png` });
  await page.getByRole("link", { name: /small/ }).click();
  await expect(page.getByRole("heading", { name: "small" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Champion" })).toBeVisible();
  const map = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "h" }) });
  await expect(map.first().getByRole("cell")).toHaveCount(65);
  await expect(page.getByText(/against start/i).first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: `${pictures}/run.png`, fullPage: true });
});

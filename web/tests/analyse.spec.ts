import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { expect, pictures, test } from "./fixtures";
import { playable, square, status } from "./table";

const data = join(import.meta.dirname, "../../data");
const sample = (name: string): string => readFileSync(join(data, "formats", name), "utf8");

/** The moves of the list, without the signs of a review. */
function moves(page: Page): Locator {
  return page.getByRole("group", { name: "Moves" }).getByRole("button");
}

/** Opens the dialog for pasting and gives it a text. */
async function paste(page: Page, text: string): Promise<void> {
  await page.goto("/analyse");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Text" }).fill(text);
  await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
}

// Scores that our own brute force knows: data/formats/endgames.obf for Reversi.
test("analysis comes to the exact score of every move", async ({ page }) => {
  await page.goto("/analyse?start=-XOOOOOX-OOOOOOX---OOXOXX-OOOOOO-OOXOXOOOOXXOXOO-XOXXXXOXXXXXXXXX");
  for (const [name, score] of Object.entries({ c3: "plus 4", a2: "0", b4: "minus 4", b3: "minus 6" })) {
    await expect(square(page, name)).toHaveAccessibleName(new RegExp(`score ${score}, exact`));
  }
  await expect(square(page, "c3")).toHaveAccessibleName(/best$/);
  await expect(page.getByText("Black wins by 4 with best play").first()).toBeVisible();
  // The other game has other scores on the same board.
  await page.getByRole("combobox", { name: "Game" }).selectOption("reversed");
  await expect(square(page, "c3")).toHaveAccessibleName(/exact/);
  await expect(square(page, "c3")).not.toHaveAccessibleName(/plus 4, exact/);
});

test("an endgame of Reversed Reversi comes to its known score", async ({ page }) => {
  await page.goto("/analyse?rules=reversed&start=--XXOOX--XXXOOOO-XXOXXO--XXXXOX-OOOXOXXXOOXOOX---OOOO-----OOOO--X");
  await expect(page.getByText("Black wins by 4 with best play").first()).toBeVisible({ timeout: 60_000 });
});

test("depth and nodes tick while the engine thinks", async ({ page }) => {
  await page.goto("/analyse");
  const nodes = page.locator("[data-nodes]");
  await expect(nodes).toHaveText(/nodes/);
  const seen = new Set<string>();
  await expect(async () => {
    seen.add((await nodes.textContent()) ?? "");
    expect(seen.size).toBeGreaterThan(3);
  }).toPass({ timeout: 15_000, intervals: [200] });
  await page.keyboard.press("l");
  await expect(page.getByRole("switch", { name: "Engine" })).toHaveAttribute("aria-checked", "false");
  await expect(square(page, "d3")).not.toHaveAccessibleName(/score/);
});

const PASTED: Record<string, { text: string; first: string }> = {
  transcript: { text: "F5 D6 C3 D3 C4", first: "f5" },
  position: { text: sample("positions.pos").split("\n")[1] ?? "", first: "" },
  obf: { text: sample("endgames.obf").split("\n")[1] ?? "", first: "" },
  ggf: { text: sample("match.ggf"), first: "e6" },
  sgf: { text: sample("edax.sgf"), first: "e6" },
  json: { text: sample("games.jsonl"), first: "" },
  "course board": { text: sample("board.txt"), first: "" },
  "course boards": { text: sample("chess_log.txt"), first: "e6" },
  "course steps": { text: sample("step_log.txt"), first: "" },
};

for (const [format, { text, first }] of Object.entries(PASTED)) {
  test(`a ${format} is pasted`, async ({ page }) => {
    await paste(page, text);
    // Where there are several, one is picked from a list.
    const dialog = page.getByRole("dialog");
    const item = dialog.getByRole("listitem").getByRole("button").first();
    await expect(item.or(page.getByRole("grid")).first()).toBeVisible();
    await page.waitForTimeout(300);
    if (await item.isVisible()) await item.click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(format === "position" ? /analyse/ : /analyse\?/);
    if (first) await expect(moves(page).first()).toContainText(first);
  });
}

test("a file of the French base is opened", async ({ page }) => {
  await page.goto("/analyse");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByLabel("Or a file").setInputFiles(join(data, "formats/club.wtb"));
  await page.getByRole("dialog").getByRole("listitem").getByRole("button").first().click();
  expect(await moves(page).count()).toBeGreaterThan(40);
});

test("what cannot be read is said in a sentence", async ({ page }) => {
  await paste(page, "hello world");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(/\w.*\.$/);
});

test("the clipboard is read on the page itself", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/analyse");
  await page.evaluate(() => navigator.clipboard.writeText("f5d6c3"));
  await page.keyboard.press("Control+V");
  await expect(moves(page)).toHaveText([/f5/, /d6/, /c3/]);
});

test("a game is exported in every format", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3d3c4&at=5");
  await page.getByRole("button", { name: "Export" }).click();
  const formats = page.getByRole("combobox", { name: "Game as" });
  const names = await formats.getByRole("option").all();
  expect(names.length).toBeGreaterThanOrEqual(6);
  for (const option of names) {
    const value = (await option.getAttribute("value")) ?? "";
    await formats.selectOption(value);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog").getByRole("button", { name: "Download" }).click(),
    ]);
    expect(readFileSync(await download.path()).length).toBeGreaterThan(5);
  }
});

test("an address shows the same analysis elsewhere", async ({ page, browser, baseURL }) => {
  await page.goto("/analyse?rules=reversed");
  for (const name of ["f5", "d6", "c3"]) await square(page, name).click();
  await page.keyboard.press("ArrowLeft");
  await square(page, "c4").click();
  await expect(page).toHaveURL(/moves=/);
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await expect(moves(other)).toHaveCount(4);
  await expect(square(other, "c4")).toHaveAccessibleName(/black disc, last move/);
  await expect(other.getByRole("combobox", { name: "Game" })).toHaveValue("reversed");
  await elsewhere.close();
});

test("a variation is made, promoted and deleted", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3&at=2");
  await square(page, "c4").click();
  await expect(moves(page)).toHaveText([/f5/, /d6/, /c3/, /c4/]);
  await page.getByRole("button", { name: "Make main line" }).click();
  await expect(moves(page)).toHaveText([/f5/, /d6/, /c4/, /c3/]);
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect(moves(page)).toHaveText([/f5/, /d6/, /c3/]);
});

test("keys walk through a game", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3d3c4");
  const current = page.locator("[aria-current=step]");
  await page.keyboard.press("ArrowRight");
  await expect(current).toContainText("f5");
  await page.keyboard.press("End");
  await expect(current).toContainText("c4");
  await page.keyboard.press("ArrowLeft");
  await expect(current).toContainText("d3");
  await page.keyboard.press("Home");
  await expect(current).toHaveCount(0);
  const corner = page.getByRole("grid").getByRole("button").first();
  await expect(corner).toHaveAccessibleName(/^a1/);
  await page.keyboard.press("f");
  await expect(corner).toHaveAccessibleName(/^h8/);
  await expect(page.getByRole("grid").getByRole("button", { name: /best/ })).toHaveCount(1);
  await page.keyboard.press("Space");
  await expect(current).toHaveCount(1);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys and signs" })).toBeVisible();
});

test("a position is set up and analysed", async ({ page }) => {
  await page.goto("/analyse");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("radio", { name: "Black" }).first().check();
  await square(page, "a1").click();
  await page.getByRole("radio", { name: "White" }).first().check();
  await square(page, "b1").click();
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await expect(square(page, "c1")).toHaveAccessibleName(/score plus 64, exact, best/);
});

test("openings have names", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3d3c4&at=5");
  await expect(page.getByText(/Tiger|Tamenori|Rose|Cat/).first()).toBeVisible();
});

test("a game is reviewed and its mistakes are learnt from", async ({ page }) => {
  const game = "e6d6c4f4g4c5c6c7b8";
  await page.goto(`/analyse?moves=${game}&at=9`);
  await page.getByRole("button", { name: "Review the game" }).click();
  const learn = page.getByRole("button", { name: /Learn from \d+ mistake/ }).first();
  await expect(learn).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/%\s*accuracy/).first()).toBeVisible();
  await page.screenshot({ path: `${pictures}/review.png`, fullPage: true });
  await learn.click();
  await expect(page.getByText(/Find a better move for/)).toBeVisible();
  const lesson = page.getByRole("region", { name: "Learn from your mistakes" });
  // The move of the game is not the answer, what the solution shows is.
  const played = /[a-h][1-8]/.exec((await lesson.textContent()) ?? "")?.[0] ?? "";
  await square(page, played).click();
  await expect(lesson).toContainText(`${played} is not it.`);
  await lesson.getByRole("button", { name: "Show the solution" }).click();
  await expect(lesson).toContainText("The best move is");
  const best = /The best move is ([a-h][1-8])/.exec((await lesson.textContent()) ?? "")?.[1] ?? "";
  await lesson.getByRole("button", { name: "Try again" }).click();
  await square(page, best).click();
  await expect(lesson).toContainText(`Right, ${best}!`);
});

test("the graph is dragged through the game", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3d3c4f4f6f3e6e7&at=10");
  const graph = page.getByRole("slider", { name: /Scores of the game/ });
  await graph.scrollIntoViewIfNeeded();
  const box = await graph.boundingBox();
  if (!box) throw new Error("the graph has no size");
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator("[aria-current=step]")).not.toContainText("e7");
  await expect(status(page)).toBeVisible();
  expect(await playable(page).count()).toBeGreaterThan(0);
});

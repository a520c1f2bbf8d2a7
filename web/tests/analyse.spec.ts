import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { expect, pictures, test } from "./fixtures";
import { run } from "./server";
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

/** A position of few empty squares, which is searched to its end at once: c3 wins by 4, b3 loses by 6. */
const ENDGAME = "-XOOOOOX-OOOOOOX---OOXOXX-OOOOOO-OOXOXOOOOXXOXOO-XOXXXXOXXXXXXXXX";

// Scores of a brute force search; those of Reversi are in data/formats/endgames.obf.
test("analysis comes to the exact score of every move", async ({ page }) => {
  await page.goto(`/analyse?start=${ENDGAME}`);
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

/** A text, the beginning of its game, all moves if they are few, and the players. */
interface Pasted {
  text: string;
  first: string;
  all?: readonly string[];
  players?: readonly string[];
}

const PASTED: Record<string, Pasted> = {
  transcript: { text: "F5 D6 C3 D3 C4", first: "f5", all: ["f5", "d6", "c3", "d3", "c4"] },
  "transcript with hyphens": { text: "f5-d6-c3", first: "f5", all: ["f5", "d6", "c3"] },
  "transcript with numbers": { text: "1. F5 d6 2. C3 d3", first: "f5", all: ["f5", "d6", "c3", "d3"] },
  "transcript with a result": { text: "f5d6c3d3c4 40-24", first: "f5", all: ["f5", "d6", "c3", "d3", "c4"] },
  "game in the style of PGN": {
    text: '[Event "Club"]\n[Black "Ada"]\n[White "Bob"]\n[Result "1-0"]\n\n1. F5 d6 2. C3 d3\n3. C4 1-0\n',
    first: "f5",
    all: ["f5", "d6", "c3", "d3", "c4"],
    players: ["Ada", "Bob"],
  },
  "board without a side": { text: "-".repeat(27) + "OX------XO" + "-".repeat(27), first: "" },
  position: { text: sample("positions.pos").split("\n")[1] ?? "", first: "" },
  obf: { text: sample("endgames.obf").split("\n")[1] ?? "", first: "" },
  ggf: { text: sample("match.ggf"), first: "e6" },
  sgf: { text: sample("edax.sgf"), first: "e6" },
  json: { text: sample("games.jsonl"), first: "" },
  "course board": { text: sample("board.txt"), first: "" },
  "course boards": { text: sample("chess_log.txt"), first: "e6" },
  "course steps": { text: sample("step_log.txt"), first: "" },
};

for (const [format, { text, first, all, players = [] }] of Object.entries(PASTED)) {
  test(`a ${format} is pasted`, async ({ page }) => {
    await paste(page, text);
    // Of several games one is chosen from a list.
    const dialog = page.getByRole("dialog");
    const item = dialog.getByRole("listitem").getByRole("button").first();
    await expect.poll(async () => (await item.isVisible()) || !(await dialog.isVisible())).toBe(true);
    if (await item.isVisible()) await item.click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(format === "position" || format.startsWith("board") ? /analyse/ : /analyse\?/);
    if (first) await expect(moves(page).first()).toContainText(first);
    if (all) await expect(moves(page)).toHaveText(all.map((move) => new RegExp(move)));
    for (const player of players) await expect(page.getByRole("region", { name: "Board" })).toContainText(player);
  });
}

test("a file of the French base is opened", async ({ page }) => {
  await page.goto("/analyse");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByLabel("Or a file").setInputFiles(join(data, "formats/club.wtb"));
  await page.getByRole("dialog").getByRole("listitem").getByRole("button").first().click();
  expect(await moves(page).count()).toBeGreaterThan(40);
});

test("a file of 2,000 games is listed with names, and searched", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "outflank-wthor-"));
  try {
    // 2,000 games of few moves, each with players of its own.
    const lines = Array.from({ length: 2000 }, (_, at) => {
      const head = `[Black "Player ${at}"]\n[White "Rival ${at % 7}"]\n[Event "Cup ${at % 3}"]\n[Result "40-24"]\n\n`;
      return `${head}${["f5d6c3d3c4", "f5f6e6f4", "f5d6c4d3c3"][at % 3]}\n`;
    });
    writeFileSync(join(folder, "games.txt"), lines.join("\n"));
    run("convert", join(folder, "games.txt"), join(folder, "games.wtb"));
    await page.goto("/analyse");
    const dialog = page.getByRole("dialog");
    const open = async (...names: string[]): Promise<void> => {
      await page.getByRole("button", { name: "Open", exact: true }).first().click();
      await dialog.getByLabel("Or a file").setInputFiles(names.map((name) => join(folder, name)));
    };
    await open("games.wtb");
    await expect(dialog).toContainText("2,000 items");
    await expect(dialog).toContainText("choose WTHOR.JOU and WTHOR.TRN");
    await dialog.getByRole("button", { name: "Close" }).click();
    const others = readdirSync(folder).filter((name) => /\.(jou|trn)$/i.test(name));
    expect(others).toHaveLength(2);
    await open("games.wtb", ...others);
    await expect(dialog.getByRole("listitem").first()).toContainText("Player 0 – Rival 0");
    await dialog.getByRole("searchbox").fill("player 1999 rival");
    await expect(dialog.getByText("1 found")).toBeVisible();
    await page.screenshot({ path: `${pictures}/wthor.png` });
    await dialog.getByRole("listitem").getByRole("button").click();
    await expect(page.getByRole("region", { name: "Board" })).toContainText("Player 1999");
    await expect(moves(page)).toHaveCount(4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const options = formats.getByRole("option");
  // The page asks the server for the formats: the list is empty at first.
  await expect.poll(() => options.count()).toBeGreaterThanOrEqual(6);
  const names = await options.all();
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

test("all moves of a variation are in the list as they are made", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3&at=1");
  for (const [name, count] of [["f6", 4], ["e6", 5], ["f4", 6]] as const) {
    await square(page, name).click();
    await expect(moves(page)).toHaveCount(count);
  }
  await expect(moves(page)).toHaveText([/f5/, /d6/, /f6/, /e6/, /f4/, /c3/]);
  // A variation within the variation.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await square(page, "d3").click();
  await expect(moves(page)).toHaveText([/f5/, /d6/, /f6/, /e6/, /d3/, /f4/, /c3/]);
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect(moves(page)).toHaveText([/f5/, /d6/, /f6/, /e6/, /f4/, /c3/]);
});

test("an address is pasted, with its variations and names", async ({ page }) => {
  await page.goto("/analyse");
  const address = `${new URL(page.url()).origin}/analyse?rules=reversed&moves=f5d6(f6e6)c3&at=2&black=Ada&white=Bob`;
  await paste(page, address);
  await expect(moves(page)).toHaveText([/f5/, /d6/, /f6/, /e6/, /c3/]);
  await expect(page.getByRole("combobox", { name: "Game" })).toHaveValue("reversed");
  await expect(page.getByRole("region", { name: "Board" })).toContainText("Ada");
});

test("what cannot be played in an address is told", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6a1c3");
  await expect(page.getByRole("alert")).toContainText("Move 3 in the address, a1, is not legal.");
  await expect(moves(page)).toHaveText([/f5/, /d6/]);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto("/analyse?start=nonsense");
  await expect(page.getByRole("alert")).toContainText("cannot be read");
  await page.goto("/play?moves=f5a1");
  await expect(page.getByRole("alert")).toContainText("a1, is not legal");
});

test("scores have one sign on the whole page: that of black", async ({ page }) => {
  // White to move and ahead: every move is proven, the best is at −4 for black.
  const board = "-OXXXXXO-XXXXXXO---XXOXOO-XXXXXX-XXOXOXXXXOOXOXX-OXOOOOXOOOOOOOO";
  await page.goto(`/analyse?start=${board}O&moves=&at=0`);
  await expect(square(page, "c3")).toHaveAccessibleName(/score minus 4, exact, best/);
  await expect(square(page, "b3")).toHaveAccessibleName(/score plus 6, exact/);
  await expect(page.locator("[data-score]")).toHaveText(/=−4/);
  await expect(page.getByText("+ is good for black, − for white")).toBeVisible();
  await expect(page.getByRole("slider", { name: /Scores of the game, for black/ })).toHaveAttribute("aria-valuetext", /White is ahead by about 4|White wins by 4/);
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

test("symmetric moves of the start have equal scores, again after a reload", async ({ page }) => {
  const engine = page.getByRole("region", { name: "Engine", exact: true });
  /** The scores of the four moves at each depth that was shown. */
  const visits: Map<string, string>[] = [];
  for (let visit = 0; visit < 2; visit++) {
    await page.goto("/analyse");
    const looks = await page.evaluateHandle(() => {
      const all: [string, string][] = [];
      const look = (): void => {
        const labels = ["d3", "c4", "f5", "e6"].map((name) => document.querySelector(`[data-square="${name}"]`)?.getAttribute("aria-label"));
        const depth = /Depth \d+( at \d+%)?/.exec(document.querySelector(".engine")?.textContent?.replace(/\s+/g, " ") ?? "")?.[0];
        if (depth) all.push([depth, labels.map((label) => /score ([^,]+)/.exec(label ?? "")?.[1] ?? "none").join()]);
      };
      look();
      const what = { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label"] };
      new MutationObserver(look).observe(document.body, what);
      return all;
    });
    await expect(engine).toContainText(/Depth (1[4-9]|2)/, { timeout: 40_000 });
    const scores = await looks.jsonValue();
    expect(scores.length).toBeGreaterThan(0);
    expect(scores.filter(([, four]) => new Set(four.split(",")).size !== 1)).toEqual([]);
    visits.push(new Map(scores));
  }
  for (const [depth, scores] of visits[0] ?? []) {
    if (visits[1]?.has(depth)) expect(`${depth}: ${visits[1].get(depth)}`).toBe(`${depth}: ${scores}`);
  }
});

test("a review states its budget and margin, is kept with the game, and goes deeper", async ({ page }) => {
  const address = `/analyse?start=${ENDGAME}&moves=b3&at=1`;
  await page.goto(address);
  await page.getByRole("button", { name: "Review the game" }).click();
  const panel = page.getByRole("region", { name: "Scores and review" });
  const deeper = panel.getByRole("button", { name: "Go deeper" });
  await expect(deeper).toBeVisible({ timeout: 90_000 });
  await expect(panel).toContainText(/1\.6 M nodes for each position\.\s+All scores are exact\./);
  const list = page.getByRole("group", { name: "Moves" });
  const [graded, summary] = [await list.innerText(), await panel.innerText()];
  // The address opens the same review again, in another browser too.
  await page.goto("/watch");
  await page.goto(address);
  await expect(deeper).toBeVisible();
  expect(await list.innerText()).toBe(graded);
  expect(await panel.innerText()).toBe(summary);
  await page.screenshot({ path: `${pictures}/review-kept.png`, fullPage: true });
  await deeper.click();
  await expect(panel).toContainText("6.4 M nodes");
  await page.goto("/analyse?moves=f5&at=1");
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect(panel).toContainText(/Scores that are not exact may be off by\s+\d+ discs?/, { timeout: 90_000 });
});

test("a game is reviewed and its mistakes are learnt from", async ({ page }) => {
  await page.goto(`/analyse?start=${ENDGAME}&moves=b3&at=1&black=Ada`);
  await page.getByRole("button", { name: "Review the game" }).click();
  const learn = page.getByRole("button", { name: /Learn from \d+ mistake/ }).first();
  await expect(learn).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("row", { name: /Accuracy .*%/ })).toBeVisible();
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

test("the evaluation of the engine and of an agent is explained", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3d3c4");
  await page.getByRole("button", { name: "Explain" }).click();
  const panel = page.getByRole("region", { name: "Explanation" });
  await expect(panel.getByRole("img", { name: /part of each square/ }).locator("span")).toHaveCount(64);
  await panel.getByRole("combobox", { name: "Player" }).selectOption("classic:staged");
  await expect(panel.getByRole("rowheader", { name: "moves" }).first()).toBeVisible();
  await expect(panel.getByRole("img", { name: /part of each square/ })).toHaveCount(0);
});

test("the network shows its probabilities on the squares and the visits of its search", async ({ page }) => {
  await page.goto("/analyse?moves=f5d6c3d3c4");
  await page.getByRole("button", { name: "Explain" }).click();
  const panel = page.getByRole("region", { name: "Explanation" });
  await panel.getByRole("combobox", { name: "Player" }).selectOption("zero");
  const squares = panel.getByRole("img", { name: "The probability of each move" }).locator("span");
  await expect(squares).toHaveCount(64);
  const shown = (await squares.allInnerTexts()).filter((text) => text !== "").map(Number);
  expect(shown.length).toBe(await playable(page).count());
  expect(Math.abs(shown.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(1);
  const visits = await panel.getByRole("row", { name: /^Visits/ }).getByRole("cell").allInnerTexts();
  expect(visits.map(Number).reduce((sum, count) => sum + count, 0)).toBe(400);
});

import { expect, test } from "./fixtures";
import { begin, discs, ENDED, isYourTurn, playable, square, status } from "./table";

for (const rules of ["Reversi", "Reversed Reversi"] as const) {
  test(`a game of ${rules} is played to its end by clicks`, async ({ page }) => {
    await begin(page, { rules, level: 1, color: "Black, first" });
    await expect(status(page)).toHaveText("Your turn");
    while (await isYourTurn(page)) await playable(page).first().click();
    await expect(status(page)).toHaveText(ENDED);
    // The winner depends on the rules.
    const [black, white] = [await discs(page, "black"), await discs(page, "white")];
    expect(black + white).toBeGreaterThan(9);
    const more = black > white ? "You win" : "White wins";
    const fewer = black < white ? "You win" : "White wins";
    const verdict = black === white ? "A draw" : rules === "Reversi" ? more : fewer;
    await expect(status(page)).toContainText(verdict);
    await page.getByRole("link", { name: "Analyse this game" }).click();
    await expect(page).toHaveURL(/\/analyse\?/);
    await expect(page.getByRole("grid")).toBeVisible();
  });
}

test("a game is played to its end by keyboard alone", async ({ page }) => {
  await page.goto("/");
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  /** Presses Tab until an element of this name has the focus. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let steps = 0; steps < 80; steps++) {
      await press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? "") : "";
        return `${element?.getAttribute("aria-label") ?? label} ${element?.textContent ?? ""}`;
      });
      if (name.test(focused)) return;
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  }
  await tabTo(/^\s*Play/);
  await press("Enter");
  await expect(page).toHaveURL(/\/play$/);
  await tabTo(/Level/);
  await press("Home");
  await tabTo(/Start game/);
  await press("Enter");
  await expect(status(page)).toHaveText(/Your turn|thinking/);
  await tabTo(/^[a-h][1-8],/);
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? "");
  while (await isYourTurn(page)) {
    const target = (await playable(page).first().getAttribute("data-square")) ?? "";
    // Arrow keys move the focus to the square. It never leaves the board.
    for (let at = await focused(); at !== target; at = await focused()) {
      expect(at).toMatch(/^[a-h][1-8]$/);
      if (at.charAt(0) !== target.charAt(0)) await press(at < target ? "ArrowRight" : "ArrowLeft");
      else await press(at < target ? "ArrowDown" : "ArrowUp");
    }
    await press("Enter");
    await expect(square(page, target)).toHaveAccessibleName(/disc/);
  }
  await expect(status(page)).toHaveText(ENDED);
});

test("moves are told to a screen reader", async ({ page }) => {
  await begin(page, { level: 1, color: "Black, first" });
  await playable(page).first().click();
  await expect(page.locator("[aria-live=polite]").filter({ hasText: /White plays [a-h][1-8]/ })).toHaveCount(1);
});

test("a move is taken back", async ({ page }) => {
  await begin(page, { level: 1, color: "Black, first" });
  await square(page, "d3").click();
  await expect(square(page, "d3")).toHaveAccessibleName(/black disc|white disc/);
  await expect(status(page)).toHaveText("Your turn");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(square(page, "d3")).toHaveAccessibleName(/empty, you can play here/);
  expect(await discs(page, "black")).toBe(2);
});

test("a game survives a reload and a restart of the server", async ({ page, server }) => {
  await begin(page, { opponent: "Two people, one screen" });
  await square(page, "d3").click();
  await square(page, "c3").click();
  await expect(status(page)).toHaveText("Black to move");
  await page.reload();
  await expect(square(page, "d3")).toHaveAccessibleName(/disc/);
  await expect(square(page, "c3")).toHaveAccessibleName(/white disc/);
  await server.stop();
  await expect(page.getByText("The connection is lost")).toBeVisible();
  await server.start();
  await expect(page.getByText("The connection is lost")).toBeHidden();
  await square(page, "c4").click();
  await expect(status(page)).toHaveText("White to move");
  await page.reload();
  await expect(square(page, "c4")).toHaveAccessibleName(/disc/);
});

test("who must pass is said plainly", async ({ page }) => {
  // After black's a1 white has one disc left, b8, and nothing to turn with it.
  const start = `${"-OX".padEnd(56, "-")}${"XO".padEnd(8, "-")}`;
  await page.goto(`/play?start=${start}X`);
  await page.getByRole("radio", { name: "Two people, one screen" }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await square(page, "a1").click();
  await expect(page.getByText("White has no legal move and must pass. Black moves again.")).toBeVisible();
  await expect(status(page)).toHaveText("Black to move");
  await square(page, "c8").click();
  await expect(status(page)).toHaveText("Black wins by 64 discs.");
});

test("a hint points at a legal square", async ({ page }) => {
  await begin(page, { level: 1, color: "Black, first" });
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("grid").getByRole("button", { name: /you can play here.*hint/ })).toHaveCount(1);
});

test("an agent of a report is played against", async ({ page }) => {
  await page.goto("/play");
  await page.getByRole("radio", { name: "Agent of a report" }).check();
  const agents = page.getByRole("combobox", { name: "Agent" });
  await expect(agents.getByRole("option")).not.toHaveCount(0);
  const [value, title] = await agents.getByRole("option").first().evaluate((option: HTMLOptionElement) => [option.value, option.text]);
  await agents.selectOption(value ?? "");
  await page.getByRole("button", { name: "Start game" }).click();
  await expect(page.getByRole("region", { name: "Board and players" })).toContainText(title ?? "?");
  await playable(page).first().click();
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button")).toHaveCount(2, { timeout: 30_000 });
  await expect(status(page)).toHaveText("Your turn");
  await page.goto("/play");
  await expect(page.getByRole("region", { name: "Your games" })).toContainText(title ?? "?");
});

test("hint and analysis of a position agree", async ({ page }) => {
  await begin(page, { level: 1, color: "Black, first" });
  await playable(page).first().click();
  await expect(status(page)).toHaveText("Your turn");
  await page.getByRole("button", { name: "Hint" }).click();
  const hint = page.locator("p.notice").filter({ hasText: "Hint:" });
  await expect(hint).toContainText(/(Black|White) is ahead by about \d+|Even/);
  const text = (await hint.textContent()) ?? "";
  const [, margin] = /give or take (\d+)/.exec(text) ?? [];
  expect(margin).toBeDefined();
  const lead = (sentence: string): number => {
    const [, side, discs] = /(Black|White) is ahead by about (\d+)/.exec(sentence) ?? [];
    return (side === "White" ? -1 : 1) * Number(discs ?? 0);
  };
  await page.getByRole("link", { name: "Analyse" }).last().click();
  const score = page.locator("[data-score]");
  await expect(page.getByRole("region", { name: "Engine", exact: true })).toContainText(/Depth 1\d/);
  const found = lead((await score.getAttribute("title")) ?? "");
  expect(Math.abs(found - lead(text))).toBeLessThanOrEqual(Number(margin));
});

test("resigning asks first", async ({ page }) => {
  await begin(page, { level: 1, color: "Black, first" });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Play on" }).click();
  await expect(status(page)).toHaveText("Your turn");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(status(page)).toHaveText("White wins: you resigned.");
});

test("a clock that runs out ends the game", async ({ page }) => {
  await page.goto("/play");
  await page.getByRole("radio", { name: "Two people, one screen" }).check();
  await page.getByRole("radio", { name: "Custom" }).check();
  const minutes = page.getByRole("spinbutton", { name: "Minutes" });
  await minutes.evaluate((input: HTMLInputElement) => (input.min = "0"));
  await minutes.evaluate((input: HTMLInputElement) => (input.step = "any"));
  await minutes.fill("0.05");
  await page.getByRole("spinbutton", { name: "Seconds a move" }).fill("0");
  await page.getByRole("button", { name: "Start game" }).click();
  await expect(status(page)).toHaveText("White wins on time: Black's clock ran out.");
});

test("someone else's game is not shown", async ({ page, browser, baseURL }) => {
  await begin(page, { level: 1, color: "Black, first" });
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const stranger = await other.newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByRole("heading", { name: "No game here" })).toBeVisible();
  await other.close();
});

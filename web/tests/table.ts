import { expect, type Locator, type Page } from "@playwright/test";

type Rules = "Reversi" | "Reversed Reversi";

/** The settings of a new game; by default those of the page. */
interface Choice {
  rules?: Rules;
  opponent?: "Computer" | "Two people, one screen";
  level?: number;
  color?: "Black, first" | "White";
  clock?: string;
}

/** Begins a game on the page, as a person does. */
export async function begin(page: Page, choice: Choice = {}): Promise<void> {
  await page.goto("/play");
  // The words of a rule come with its aim: "Reversi, most discs win".
  if (choice.rules) await page.locator(`input[value="${choice.rules === "Reversi" ? "reversi" : "reversed"}"]`).check();
  if (choice.opponent) await page.getByRole("radio", { name: choice.opponent }).check();
  if (choice.level) await page.getByRole("slider", { name: "Level" }).fill(String(choice.level));
  if (choice.color) await page.getByRole("radio", { name: choice.color }).check();
  if (choice.clock) await page.getByRole("radio", { name: choice.clock, exact: true }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await expect(page).toHaveURL(/\/play\/[\w-]{16,}$/);
}

/** A square of the board. */
export function square(page: Page, name: string): Locator {
  return page.locator(`[role=grid] button[data-square="${name}"]`);
}

/**
 * Squares that may be played now. Names are read from the attribute: computing the names of 64
 * buttons by their roles takes most of the time of a test that plays a game.
 */
export function playable(page: Page): Locator {
  return page.locator('[role=grid] button[aria-label*="you can play here"]');
}

/** The status of the game: the side to move, or the result. */
export function status(page: Page): Locator {
  return page.locator("[data-status]");
}

/** The result of a game as the page writes it. */
export const ENDED = /wins? by \d+ discs?\.|A draw\./;

/** Discs of a colour on the board. */
export function discs(page: Page, color: "black" | "white"): Promise<number> {
  return page.locator(`[role=grid] button[aria-label*="${color} disc"]`).count();
}

/** Waits for the visitor's turn or the end of the game; false at the end. */
export async function isYourTurn(page: Page): Promise<boolean> {
  const over = status(page).filter({ hasText: ENDED });
  await expect(playable(page).first().or(over).first()).toBeVisible();
  return (await over.count()) === 0;
}

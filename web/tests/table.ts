import { expect, type Locator, type Page } from "@playwright/test";

type Rules = "Reversi" | "Reversed Reversi";

/** How a game is set up; what is left out stays as the page has it. */
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
  return page.getByRole("grid").getByRole("button", { name: new RegExp(`^${name},`) });
}

/** Squares that may be played now. */
export function playable(page: Page): Locator {
  return page.getByRole("grid").getByRole("button", { name: /you can play here/ });
}

/** What the page says of the game: whose turn it is, or how it ended. */
export function status(page: Page): Locator {
  return page.locator("[data-status]");
}

/** How a game ended, in the words of the page. */
export const ENDED = /wins? by \d+ discs?\.|A draw\./;

/** Discs of a colour on the board. */
export function discs(page: Page, color: "black" | "white"): Promise<number> {
  return page.getByRole("grid").getByRole("button", { name: new RegExp(`${color} disc`) }).count();
}

/** Waits until it is the visitor's turn or the game is over; whether it goes on. */
export async function isYourTurn(page: Page): Promise<boolean> {
  const over = status(page).filter({ hasText: ENDED });
  await expect(playable(page).first().or(over).first()).toBeVisible();
  return (await over.count()) === 0;
}

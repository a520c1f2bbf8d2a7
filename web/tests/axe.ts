import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The page has no serious accessibility problem, and nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }));
  await expectNoOverhang(page);
}

/** Nothing is wider than the screen. */
export async function expectNoOverhang(page: Page): Promise<void> {
  const overhang = (): Promise<string[]> =>
    page.evaluate(() => {
      const clips = (element: Element | null): boolean =>
        element !== null && element !== document.documentElement && (getComputedStyle(element).overflowX !== "visible" || clips(element.parentElement));
      if (document.documentElement.scrollWidth <= innerWidth) return [];
      const over = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > innerWidth && !clips(one));
      return over.map((one) => one.outerHTML.slice(0, 120));
    });
  // The page needs a moment for its new width.
  await expect.poll(overhang).toEqual([]);
}

/** Text has enough contrast. Themes differ in nothing else that axe checks. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }).withRules(["color-contrast"]));
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

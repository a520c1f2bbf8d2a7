import { expectAccessible, expectContrast } from "./axe";
import { expect, pictures, test } from "./fixtures";
import { begin, square, status } from "./table";

/** Pages that need no data. */
const PAGES = { home: "/", play: "/play", analyse: "/analyse?moves=f5d6c3d3c4f4f6f3e6e7&at=10&you=black&black=Ada&white=Level+3,+beginner", watch: "/watch", evolve: "/evolve" };

const DEVICES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

for (const [name, address] of Object.entries(PAGES)) {
  for (const [device, viewport] of Object.entries(DEVICES)) {
    test(`${name} is accessible on a ${device}, light and dark`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      await page.goto(address);
      await expect(page.getByRole("heading").first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
      await page.screenshot({ path: `${pictures}/${name}-light-${device}.png` });
      await page.emulateMedia({ colorScheme: "dark" });
      await expectContrast(page);
      await page.screenshot({ path: `${pictures}/${name}-dark-${device}.png` });
    });
  }
}

test("a game on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await begin(page, { level: 1, color: "Black, first" });
  // The board takes the width of the screen, and a finger finds a square.
  const box = await page.getByRole("grid").boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  await square(page, "d3").click();
  await expect(status(page)).toHaveText("Your turn");
  for (const button of await page.getByRole("button").all()) {
    if ((await button.getAttribute("data-square")) !== null || !(await button.isVisible())) continue;
    expect((await button.boundingBox())?.height, await button.textContent() ?? "").toBeGreaterThanOrEqual(40);
  }
  await page.screenshot({ path: `${pictures}/game-phone.png`, fullPage: true });
});

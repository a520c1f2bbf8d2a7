// Several tabs of one browser: in the background, and more than the server connects at once.
import type { Page, WebSocket as Connection } from "@playwright/test";

import { expect, test } from "./fixtures";
import { begin, playable, square, status } from "./table";

/** Puts a tab in the background or in the foreground, as the browser does. */
async function show(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((visible) => {
    Object.defineProperty(document, "hidden", { value: !visible, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: visible ? "visible" : "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isVisible);
}

/** Takes all connections that this visitor may have, and keeps them until the page is closed. */
async function takeAllConnections(page: Page): Promise<void> {
  await page.goto("/evolve");
  await page.evaluate(async () => {
    const kept: WebSocket[] = [];
    for (let count = 0; count < 200; count++) {
      const socket = new WebSocket(`ws://${location.host}/api/analysis`);
      kept.push(socket);
      const isRefused = await new Promise<boolean>((resolve) => {
        socket.onclose = () => resolve(true);
        socket.onerror = () => resolve(true);
        // A server that refuses closes the connection before it answers anything.
        socket.onmessage = () => resolve(false);
        socket.onopen = () => socket.send("{}");
      });
      if (isRefused) return;
    }
    throw new Error("the server refuses no connection");
  });
}

test("a tab in the background does not search, and goes on in the foreground", async ({ page }) => {
  const sockets: Connection[] = [];
  page.on("websocket", (socket) => sockets.push(socket));
  await page.goto("/analyse");
  await expect(page.locator("[data-nodes]")).toHaveText(/nodes/);
  expect(sockets.length).toBe(1);
  await show(page, false);
  await expect.poll(() => sockets[0]?.isClosed()).toBe(true);
  await show(page, true);
  await expect.poll(() => sockets.length).toBe(2);
  await square(page, "f5").click();
  await expect(square(page, "d6")).toHaveAccessibleName(/score/);
  expect(sockets[1]?.isClosed()).toBe(false);
});

test("a game in the background needs no connection, and is up to date in the foreground", async ({ page }) => {
  const sockets: Connection[] = [];
  page.on("websocket", (socket) => sockets.push(socket));
  await begin(page, { level: 1, color: "Black, first" });
  await expect.poll(() => sockets.length).toBe(1);
  await show(page, false);
  await expect.poll(() => sockets[0]?.isClosed()).toBe(true);
  await playable(page).first().click();
  // The computer's move arrives without a connection.
  await expect(status(page)).toHaveText("Your turn");
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button")).toHaveCount(2);
  await show(page, true);
  await playable(page).first().click();
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button")).toHaveCount(4);
});

test("one tab too many says so, and is served when another one is closed", async ({ page, context }) => {
  const others = await context.newPage();
  await takeAllConnections(others);
  await page.goto("/analyse");
  await expect(page.getByRole("region", { name: "Engine", exact: true })).toContainText(/You have \d+ live \w+ open already: close/);
  await others.close();
  await expect(square(page, "f5")).toHaveAccessibleName(/score/);
});

test("a game in one tab too many is played all the same", async ({ page, context }) => {
  const others = await context.newPage();
  await takeAllConnections(others);
  await begin(page, { level: 1, color: "Black, first" });
  await expect(page.getByText(/You have \d+ live \w+ open already: close/)).toBeVisible();
  for (const moves of [2, 4]) {
    await playable(page).first().click();
    await expect(page.getByRole("group", { name: "Moves" }).getByRole("button")).toHaveCount(moves);
    await expect(status(page)).toHaveText("Your turn");
  }
  await others.close();
  await expect(page.getByText(/open already/)).toBeHidden();
});

import { type Page, test as base } from "@playwright/test";

import { Server } from "./server";

/** Collects errors of scripts, violations of the content security policy, and requests to other hosts. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs failed requests, which some tests cause on purpose by stopping the server.
    const isAnswer = /^Failed to load resource|ERR_CONNECTION_REFUSED|closed before receiving a handshake/.test(message.text());
    if (message.type() === "error" && !isAnswer) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = hostname === "127.0.0.1" || protocol === "data:" || protocol === "blob:";
    if (!isOurs) complaints.push(`request to ${request.url()}`);
  });
  return complaints;
}

/** The fixtures of a test: a server, and a page whose errors fail the test. */
export const test = base.extend<{ page: Page }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.stop();
      server.remove();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page }, use) => {
    const complaints = complaintsOf(page);
    await use(page);
    test.expect(complaints).toEqual([]);
  },
});

export const expect = test.expect;

/** The folder of the screenshots. */
export const pictures = "../target/web/screenshots";

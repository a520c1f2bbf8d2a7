import { type Page, test as base } from "@playwright/test";

import { Server } from "./server";

/** What a test gets: a server, and a page that must not complain. */
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
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      // The browser itself writes what a test asks for: refusals, and a server
      // that is gone.
      const isAnswer = /^Failed to load resource|ERR_CONNECTION_REFUSED/.test(message.text());
      if (message.type() === "error" && !isAnswer) complaints.push(message.text());
    });
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      const isOurs = hostname === "127.0.0.1" || protocol === "data:" || protocol === "blob:";
      if (!isOurs) complaints.push(`request to ${request.url()}`);
    });
    await use(page);
    // Errors of scripts, breaches of the content security policy, and requests
    // to anyone else all end up here.
    test.expect(complaints).toEqual([]);
  },
});

export const expect = test.expect;

/** Where the pictures of the pages are kept. */
export const pictures = "../target/web/screenshots";

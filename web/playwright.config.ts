import { defineConfig } from "@playwright/test";

// Debian's browser; `make test` installs it.
const executablePath = process.env["OUTFLANK_CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests",
  outputDir: "../target/web/results",
  // A whole game takes its time on a machine that does other things too.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  projects: [
    { name: "page", testIgnore: "speed.spec.ts" },
    { name: "speed", testMatch: "speed.spec.ts" },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    actionTimeout: 15_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        // Root has no sandbox of its own in Chromium; the pages are ours.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});

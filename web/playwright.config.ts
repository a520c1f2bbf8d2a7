import { defineConfig } from "@playwright/test";

// Debian's browser without windows, which takes half the time of the whole one; `make test` installs it.
const executablePath = process.env["OUTFLANK_CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";

export default defineConfig({
  testDir: "tests",
  outputDir: "../target/web/results",
  // A whole game takes long on a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // CI shares its machine with others. A test that fails there once is reported as flaky.
  retries: process.env["CI"] ? 1 : 0,
  reporter: [["list"]],
  projects: [
    { name: "page", testIgnore: "speed.spec.ts" },
    { name: "speed", testMatch: "speed.spec.ts" },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    actionTimeout: 15_000,
    // A trace of every test would take as long as the tests: give --trace=on to look into one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        // Chromium has no sandbox for root.
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

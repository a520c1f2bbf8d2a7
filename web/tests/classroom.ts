// A class and its people, as they use the pages.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";

import { complaintsOf } from "./fixtures";
import { python, run, Server } from "./server";

const PASSWORD = "a long password";

/** Somebody with a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** A class with one instructor, `teacher`, and a worker. */
export class ClassServer extends Server {
  constructor() {
    super((folder) => ["class", "serve", join(folder, "class"), "--workers", "1"]);
  }

  /** Makes the class and serves it. Answers the code of the instructor. */
  async open(): Promise<string> {
    const invited = run(
      "class", "init", join(this.folder, "class"), "--name", "Reversi 2026", "--instructor", "teacher", "--instructor-name", "Tea Cher",
      "--time", "1s", "--game-time", "20s", "--race-minutes", "0",
    );
    await this.start();
    const code = /^teacher,(\S+)$/m.exec(invited)?.[1];
    if (code === undefined) throw new Error(`the command told no code: ${invited}`);
    return code;
  }
}

/** Opens a browser and sets the first password. */
export async function joins(browser: Browser, server: Server, login: string, code: string): Promise<Person> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`/class/join#${new URLSearchParams({ login, code }).toString()}`);
  await expect(page.getByLabel("Code")).toHaveValue(code);
  expect(page.url()).not.toContain(code);
  await page.getByLabel(/^New password/).fill(PASSWORD);
  await page.getByLabel("The new password again").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await expect(page.getByRole("heading", { name: "Standings" })).toBeVisible();
  return { page, context, complaints };
}

/** Goes to a page of the class by its navigation. */
export async function visit(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Class" }).getByRole("link", { name, exact: true }).click();
}

/** Submits pasted text, and waits for the report. */
export async function submits(page: Page, source: string, note: string): Promise<void> {
  await visit(page, "My agent");
  await page.getByRole("radio", { name: "Pasted text" }).check();
  await page.getByLabel("Python source").fill(source);
  await send(page, note);
}

/** Submits a folder with an `agent.py` as a zip file, and waits for the report. */
export async function submitsFolder(page: Page, folder: string, source: string, note: string): Promise<void> {
  const [agent, zip] = [join(folder, "agent.py"), join(folder, "agent.zip")];
  writeFileSync(agent, source);
  execFileSync(python, ["-m", "zipfile", "-c", zip, agent]);
  await visit(page, "My agent");
  await page.getByLabel("Python file or zip file").setInputFiles(zip);
  await send(page, note);
}

async function send(page: Page, note: string): Promise<void> {
  await page.getByLabel("Note, for yourself").fill(note);
  await page.getByRole("button", { name: "Submit and check" }).click();
  await expect(page.getByRole("heading", { name: "Findings" })).toBeVisible({ timeout: 60_000 });
}

// A class from its list of people to the grades, in the browsers of an instructor and three students.
import { readFileSync } from "node:fs";

import { type Page, test } from "@playwright/test";

import { broken, corners, first, slow } from "./agents";
import { expectAccessible, expectContrast, expectNoOverhang } from "./axe";
import { ClassServer, joins, type Person, submits, submitsFolder, visit } from "./classroom";
import { expect, pictures } from "./fixtures";

// The second test looks at the class that the first one leaves.
test.describe.configure({ mode: "serial" });

const STUDENTS = 30;
/** Milliseconds of a move that leave time to watch a game. */
const WATCHABLE = 30;
const server = new ClassServer();
let teacher: Person;
let ann: Person;
/** The path of a replay. */
let replay = "";

test.afterAll(async () => {
  await server.stop();
  server.remove();
});

/** The text of a file that a click on a link downloads. */
async function download(page: Page, name: string | RegExp): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  return readFileSync(await file.path(), "utf8");
}

test("a class is made, submits, climbs, plays, is frozen and graded", async ({ browser }) => {
  teacher = await joins(browser, server, "teacher", await server.open());

  // The instructor makes the class from a CSV file.
  await visit(teacher.page, "People");
  await teacher.page.getByText("Add people").first().click();
  const lines = Array.from({ length: STUDENTS }, (_, at) => `${10000001 + at},${["Ann", "Bo", "Cy"][at] ?? `Student ${at + 1}`}`);
  await teacher.page.getByLabel("CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(`login,name\n${lines.join("\n")}\n`) });
  await expect(teacher.page.getByLabel("Lines")).toHaveValue(/Student 30/);
  await teacher.page.getByRole("button", { name: "Add people" }).click();
  const invitations = teacher.page.getByRole("region", { name: "Invitations, can be scrolled" });
  await expect(invitations.getByRole("row")).toHaveCount(STUDENTS + 1);
  const codeOf = async (login: string): Promise<string> =>
    (await invitations.getByRole("row", { name: login }).getByRole("code").textContent()) ?? "";
  const codes = await Promise.all(["10000001", "10000002", "10000003"].map(codeOf));

  // Three students log in for the first time. One agent is good, one slow, one broken.
  const login = (at: number): Promise<Person> => joins(browser, server, String(10000001 + at), codes[at] ?? "");
  const [one, bo, cy] = await Promise.all([login(0), login(1), login(2)]);
  ann = one;
  await Promise.all([
    submitsFolder(ann.page, server.folder, first(0), "the first legal move"),
    submits(bo.page, slow, "thinks deeper"),
    submits(cy.page, broken, ""),
  ]);
  await expect(ann.page.getByText("This version is usable and competes.")).toBeVisible();
  await expect(bo.page.getByText(/late/).first()).toBeVisible();
  await expect(bo.page.getByText("What to do").first()).toBeVisible();
  await expect(cy.page.getByText("This version cannot compete.")).toBeVisible();
  await expect(cy.page.getByText(/no such board/).first()).toBeVisible();

  // The instructor sees what fails; the two mend it.
  await expect(teacher.page.getByRole("row", { name: /10000003/ }).last()).toContainText(/usability|KeyError|exception/);
  await Promise.all([submits(bo.page, first(WATCHABLE), "stops in time"), submits(cy.page, corners, "mended")]);
  await expect(bo.page.getByText("This version is usable and competes.")).toBeVisible();
  await visit(cy.page, "My agent");
  await expect(cy.page.getByRole("row", { name: /mended/ })).toContainText("Competes");
  await expect(cy.page.getByRole("region", { name: "Versions, can be scrolled" }).getByRole("row")).toHaveCount(3);

  // Cy climbs the race. Either of the others may be just ahead.
  await visit(cy.page, "Standings");
  await expect(cy.page.getByText(/You are number [23] of 3/)).toBeVisible();
  await cy.page.getByRole("button", { name: "Challenge the one ahead" }).click();
  await expect(cy.page.getByText("You are number 1 of 3, +10 points")).toBeVisible({ timeout: 30_000 });

  // Ann plays to Bo and watches, move by move.
  await visit(ann.page, "Standings");
  await ann.page.getByRole("button", { name: "Play to Bo" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Play", exact: true }).click();
  await expect(ann.page).toHaveURL(/\/class\/pk\/\d+$/);
  const board = ann.page.getByRole("region", { name: "Being played" }).getByRole("grid");
  await expect(board).toBeVisible();
  await visit(bo.page, "Live");
  await expect(bo.page.getByRole("region", { name: "Your games" }).getByRole("grid")).toBeVisible();
  await ann.page.getByRole("link", { name: "Replay game 1" }).click({ timeout: 60_000 });

  // The replay has times, lists and downloads.
  await expect(ann.page.getByRole("heading", { name: "Times" })).toBeVisible();
  await ann.page.keyboard.press("Home");
  await ann.page.keyboard.press("ArrowRight");
  await expect(ann.page.getByText(/^Move 1: black /)).toBeVisible();
  await expect(ann.page.getByText("Its list:")).toBeVisible();
  expect(JSON.parse(await download(ann.page, "chess_log"))[0]).toHaveLength(8);
  expect(await download(ann.page, "Step log")).toContain("Use Time");
  expect(await download(ann.page, "GGF")).toContain("GM[Othello]");
  await expect(ann.page.getByRole("link", { name: "Open in Analyse" })).toHaveAttribute("href", /you=black/);

  await ann.page.keyboard.press("End");
  await ann.page.getByRole("button", { name: "Ask the engine" }).click();
  await expect(ann.page.getByText(/^Engine: /)).toBeVisible();
  replay = new URL(ann.page.url()).pathname.replace("/class/", "");

  // The deadline strikes: nothing can be submitted, and everyone meets everyone.
  await visit(teacher.page, "Settings");
  await teacher.page.getByLabel(/^Deadline/).fill(new Date(Date.now() - 60_000).toLocaleString("sv").slice(0, 16).replace(" ", "T"));
  await teacher.page.getByRole("button", { name: "Save" }).click();
  await expect(teacher.page.getByText(/The deadline was/)).toBeVisible();
  await visit(ann.page, "My agent");
  await expect(ann.page.getByText("nothing can be submitted now")).toBeVisible();
  await visit(teacher.page, "Tournaments");
  await teacher.page.getByRole("link", { name: /Round robin/ }).first().click();
  await expect(teacher.page.getByText("Complete")).toBeVisible({ timeout: 60_000 });
  await expect(teacher.page.getByText("3 of 3 PKs")).toBeVisible();
  const grades = (await download(teacher.page, "Grades as CSV")).trim().split("\n");
  expect(grades).toHaveLength(STUDENTS + 1);
  expect(grades.find((line) => line.includes("10000003"))).toMatch(/^"10000003","Cy",1,/);
  expect(grades.find((line) => line.includes("10000030"))).toMatch(/^"10000030","Student 30",,/);

  // A student who logs out sees nothing of the class.
  await bo.page.getByRole("button", { name: "Log out" }).click();
  await expect(bo.page.getByRole("button", { name: "Log in" })).toBeVisible();
  await bo.page.goto("/class/people");
  await expect(bo.page.getByRole("heading", { name: "Reversi 2026" })).toBeVisible();
  for (const { complaints } of [teacher, ann, bo, cy]) expect(complaints).toEqual([]);
  await bo.context.close();
  await cy.context.close();
});

const STUDENT = { race: "", agent: "agent", report: "agent/1", games: "games", live: "live", tournaments: "tournaments", tournament: "tournaments/1", account: "account" };
const INSTRUCTOR = { dashboard: "dashboard", people: "people", person: "people/2", settings: "settings", similarity: "similarity", audit: "audit" };
/** Pages with tags and warnings of every colour: the others have no colours that these have not. */
const COLORFUL = ["race", "report", "games", "people"];

test("the pages of a class are accessible on a desktop and fit a phone", async () => {
  const pk = replay.replace(/\/\d$/, "");
  for (const [{ page }, pages] of [[ann, { ...STUDENT, pk, replay }], [teacher, INSTRUCTOR]] as const) {
    for (const [name, path] of Object.entries(pages)) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`/class/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Loading…")).toHaveCount(0);
      await expect(page.getByRole("heading", { name: /^No such|cannot be shown/ })).toHaveCount(0);
      await expectAccessible(page);
      await page.screenshot({ path: `${pictures}/class-${name}-light-desktop.png`, fullPage: true });
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: "dark" });
      await expectNoOverhang(page);
      if (COLORFUL.includes(name)) await expectContrast(page);
      await page.screenshot({ path: `${pictures}/class-${name}-dark-phone.png`, fullPage: true });
    }
  }
  for (const { complaints } of [teacher, ann]) expect(complaints).toEqual([]);
});

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

import { expectAccessible } from "./axe";
import { expect, pictures, test } from "./fixtures";
import { outflank, Server } from "./server";

const nats = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"].find((path) => existsSync(path));

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, "127.0.0.1", () => {
      resolve((probe.address() as { port: number }).port);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.end();
      resolve(true);
    });
    socket.on("error", () => {
      resolve(false);
    });
  });
}

test("the page of a cluster shows its workers", async ({ page }) => {
  test.skip(nats === undefined, "nats-server is not installed (apt-get install nats-server)");
  const server = new Server();
  const running: ChildProcess[] = [];
  try {
    const port = await freePort();
    const address = `nats://127.0.0.1:${port}`;
    const store = join(server.folder, "nats");
    running.push(spawn(nats ?? "", ["-a", "127.0.0.1", "-p", `${port}`, "-js", "-sd", store], { stdio: "ignore" }));
    await expect.poll(() => answers(port)).toBe(true);
    running.push(spawn(outflank, ["worker", "--cluster", address, "--cores", "2", "--name", "bench-1"], { stdio: "ignore" }));
    await server.start("--cluster", address);
    await page.goto(`${server.url}/watch`);
    await page.getByRole("link", { name: /The cluster/ }).click();
    await expect(page.getByRole("heading", { name: "Cluster" })).toBeVisible();
    const worker = page.getByRole("row").filter({ hasText: "bench-1" });
    await expect(worker).toContainText("0 of 2", { timeout: 20_000 });
    await expect(page.getByRole("row").filter({ hasText: "selfplay" }).last()).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: `${pictures}/cluster.png` });
  } finally {
    running.reverse().forEach((process) => process.kill("SIGKILL"));
    await server.stop();
    server.remove();
  }
});

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The command under test. */
export const outflank = process.env["OUTFLANK"] ?? join(import.meta.dirname, "../../target/debug/outflank");

/** `make test` puts an interpreter with NumPy for agents there. */
export const python = process.env["OUTFLANK_PYTHON"] ?? join(import.meta.dirname, "../../target/python/bin/python3");
const env = { ...process.env, OUTFLANK_PYTHON: python };

/** A server with an empty data folder of its own. */
export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), "outflank-web-"));
  url = "";
  #process: ChildProcess | undefined;

  /** The command may be another one that serves, given the folder. */
  constructor(private readonly command: (folder: string) => string[] = () => ["serve"]) {}

  /** Starts the server; again after `stop`, with the same games and address. */
  async start(...more: string[]): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const args = [...this.command(this.folder), "--port", port, "--data", this.folder, "--runs", join(this.folder, "runs"), ...more];
    const server = spawn(outflank, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    this.#process = server;
    for await (const line of createInterface({ input: server.stdout })) {
      const address = /http:\/\/[\d.:]+/.exec(line);
      if (address) {
        this.url = address[0];
        server.stdout.resume();
        return;
      }
    }
    throw new Error("the server ended before it told its address");
  }

  /** Stops the server as Ctrl-C does. */
  async stop(): Promise<void> {
    const server = this.#process;
    if (server === undefined || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs a command to its end. */
export function run(...args: string[]): string {
  return execFileSync(outflank, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] });
}

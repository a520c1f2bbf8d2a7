// Prints what a first visit downloads, compressed, and fails above the limit.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 150_000;
const root = new URL("../dist/", import.meta.url).pathname;

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { name: relative(root, path), bytes: gzipSync(readFileSync(path), { level: 9 }).length };
  })
  .sort((a, b) => b.bytes - a.bytes);

const total = files.reduce((sum, file) => sum + file.bytes, 0);
for (const { name, bytes } of [...files, { name: "all, gzipped", bytes: total }]) {
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${name}`);
}
if (total > LIMIT) {
  console.error(`The page is larger than ${LIMIT / 1000} kB.`);
  process.exit(1);
}

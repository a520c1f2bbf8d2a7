import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// What runs here needs no browser; tests in the browser are in tests/.
export default defineConfig({
  plugins: [svelte()],
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

/** The first browsers with light-dark(). */
export const TARGETS = ["chrome123", "edge123", "firefox120", "safari17.5"];

export default defineConfig(({ mode }) => {
  // In development the page talks to a server that `outflank serve` started.
  const { OUTFLANK_SERVER: target = "http://127.0.0.1:8303" } = loadEnv(mode, ".", "OUTFLANK_");
  return {
    plugins: [svelte()],
    build: {
      outDir: "dist",
      target: TARGETS,
      // The content security policy allows no data: in styles and scripts, and
      // every file is served from the same host, so nothing is put inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    server: {
      // The server refuses requests that another site seems to have made.
      proxy: { "/api": { target, ws: true, changeOrigin: true, headers: { origin: target } } },
    },
  };
});

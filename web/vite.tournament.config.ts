// Builds the page of a tournament as one file, dist-tournament/tournament.html.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { TARGETS } from "./vite.config.ts";

/** Puts the script and the style into the page, and leaves no other file. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find((file) => file.fileName.endsWith(".html"));
      if (page?.type !== "asset") throw new Error("there is no page in the bundle");
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        const [tag, content] =
          file.type === "chunk"
            ? [/<script type="module"[^>]*src="[^"]*"[^>]*><\/script>/, `<script type="module">${inert(file.code)}</script>`]
            : [/<link rel="stylesheet"[^>]*>/, `<style>${String(file.source)}</style>`];
        if (!tag.test(html)) throw new Error(`the page has no place for ${name}`);
        html = html.replace(tag, () => "");
        // The script comes last, after the data; the style stays in the head.
        html = html.replace(file.type === "chunk" ? "</body>" : "</head>", (end) => content + end);
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

/** A script that cannot end its own element and that names no address on the network. */
function inert(code: string): string {
  return code.trim().replaceAll(/<(?=\/?script|!--)/g, "\\x3c").replaceAll("https://svelte.dev/", "svelte.dev/");
}

export default defineConfig({
  plugins: [svelte(), oneFile()],
  publicDir: false,
  build: {
    outDir: "dist-tournament",
    target: TARGETS,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: { input: "tournament.html" },
  },
});

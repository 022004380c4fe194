import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = import.meta.dirname;
/** `scripts/extension/build.ts` builds each of these on its own: what is put into pages is one file without imports. */
const script = process.env.TESSERA_EXTENSION_SCRIPT;

const scripts: Readonly<Record<string, string>> = {
  "live-page": `${here}/src/live/live-page.ts`,
  "tab-snapshot": `${here}/src/live/tab-snapshot.ts`,
};

export default defineConfig({
  root: here,
  base: "",
  publicDir: false,
  plugins: [svelte()],
  build: {
    outDir: process.env.TESSERA_EXTENSION_OUT ?? `${here}/../../dist/extension/chromium`,
    emptyOutDir: false,
    target: "es2023",
    minify: true,
    modulePreload: false,
    cssTarget: ["chrome123", "firefox128"],
    assetsInlineLimit: 0,
    rolldownOptions: script
      ? {
          input: scripts[script] ?? "",
          output: { format: "iife", entryFileNames: `${script}.js` },
        }
      : {
          input: {
            background: `${here}/src/background/background.ts`,
            offscreen: `${here}/pages/offscreen.html`,
            picker: `${here}/pages/picker.html`,
            popup: `${here}/pages/popup.html`,
            options: `${here}/pages/options.html`,
            "new-tab": `${here}/pages/new-tab.html`,
          },
          output: { entryFileNames: ({ name }) => (name === "background" ? "[name].js" : "assets/[name].js") },
        },
  },
});

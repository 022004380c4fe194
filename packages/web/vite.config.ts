import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { firstWords } from "./first-words.ts";

/** Where `npm start` listens by default; `npm run dev -w packages/web` asks it for everything that is not the app. */
const SERVER = "http://127.0.0.1:8420";

const START = `${import.meta.dirname}/src/main.ts`;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Everything that the app needs before it can show anything is one file; the rest comes with the page that needs it. */
function startsWithApp(id: string, graph: ModuleGraph): string | null {
  const seen = new Set([id]);
  for (const each of seen) {
    if (each === START) return "start";
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return null;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [firstWords(), svelte()],
  build: {
    // beside the built program, as a part of its package
    outDir: `${import.meta.dirname}/../../dist/tessera/web`,
    emptyOutDir: true,
    target: "es2023",
    // the policy of the app allows no inline data but images
    assetsInlineLimit: 0,
    // Lightning CSS would turn light-dark() into custom properties that tiles cannot override
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      // the class that custom elements made of components would extend: none are
      treeshake: {
        moduleSideEffects: [
          { test: /svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/, sideEffects: false },
        ],
      },
      input: {
        app: `${import.meta.dirname}/index.html`,
        "service-worker": `${import.meta.dirname}/src/service-worker.ts`,
      },
      output: {
        // a service worker rules over what lies below its own address, and is known by that address for ever
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
        // by itself every part that two pages have in common is a file of its own: seventeen before the first sheet is seen
        codeSplitting: {
          groups: [
            { name: startsWithApp, debugName: "start", priority: 1 },
            // fields, dialogs and the like are small, and whoever needs one needs others
            { name: "components", test: /\/web\/src\/components\// },
            // the same of whatever small thing two parts share: each file of its own is a request, and is named before the first paint
            { name: "shared", minShareCount: 2, maxModuleSize: 1_500 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": SERVER, "/feeds": SERVER } },
});

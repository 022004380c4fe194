import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Where `npm start` listens by default; `npm run dev -w packages/web` asks it for everything that is not the app. */
const SERVER = "http://127.0.0.1:8420";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  build: {
    target: "es2023",
    // the policy of the app allows no inline data but images
    assetsInlineLimit: 0,
    // Lightning CSS would turn light-dark() into custom properties that tiles cannot override
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      input: {
        app: `${import.meta.dirname}/index.html`,
        "service-worker": `${import.meta.dirname}/src/service-worker.ts`,
      },
      output: {
        // a service worker rules over what lies below its own address, and is known by that address for ever
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": SERVER, "/feeds": SERVER } },
});

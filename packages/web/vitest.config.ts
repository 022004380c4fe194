import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Components mounted in a DOM without a screen: `x.component.test.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  // what Svelte has for browsers, not what it has for servers
  resolve: { conditions: ["browser"] },
  test: {
    name: "components",
    include: ["src/**/*.component.test.ts"],
    environment: "happy-dom",
    // what frames show is the server's, and is looked at in a real browser
    environmentOptions: { happyDOM: { settings: { navigation: { disableChildFrameNavigation: true } } } },
    // on a busy machine an answer may take long; what is waited for comes as soon as it is there
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

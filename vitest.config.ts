import { defineConfig } from "vitest/config";
import { notedBrowser, notedWholeBrowser } from "./scripts/browser-path.ts";
import { closingLine } from "./scripts/closing-line.ts";
import { COMPILED } from "./scripts/compiled-threads.ts";

// test processes inherit it from this one; set by their configuration, it would come after they have begun
Object.assign(process.env, COMPILED);

const sources = ["packages/*/src/**", "bench/src/**", "demo/src/**", "e2e/src/**", "examples/src/**", "scripts/**"];

/**
 * `unit` needs nothing but Node; `components` mounts those of the web app in a DOM without a screen; `browser` needs the
 * Chromium that `scripts/get-browser.ts` finds or fetches. What tests wait for comes as soon as it is there, and on a busy
 * machine that may be long.
 */
export default defineConfig({
  test: {
    reporters: ["default", closingLine],
    passWithNoTests: true,
    // Vitest leaves one processor idle, which on a machine with two is half of it
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: sources.map((source) => `${source}/*.test.ts`),
          exclude: ["**/*.browser.test.ts", "**/*.component.test.ts", "**/node_modules/**"],
          setupFiles: ["scripts/property-seed.ts"],
          // tests of the web app read its style sheets, which would otherwise be empty
          css: true,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ["./scripts/postgres-for-tests.ts", "./scripts/compiled-threads.ts"],
        },
      },
      "packages/web",
      {
        test: {
          name: "browser",
          include: sources.map((source) => `${source}/*.browser.test.ts`),
          // `scripts/get-browser.ts` says so
          exclude: notedWholeBrowser() === null ? ["e2e/src/extension{,-picker}.browser.test.ts"] : [],
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: ["./scripts/compiled-threads.ts"],
          env: { TESSERA_BROWSER: notedBrowser() ?? "" },
        },
      },
    ],
  },
});

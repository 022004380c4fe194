import { defineConfig } from "vitest/config";
import { notedBrowser } from "./scripts/browser-path.ts";
import { closingLine } from "./scripts/closing-line.ts";

const sources = ["packages/*/src/**", "bench/src/**", "demo/src/**", "e2e/src/**", "examples/src/**", "scripts/**"];

/**
 * `unit` needs nothing but Node; `components` mounts those of the web app in a DOM without a screen; `browser` needs the
 * Chromium that `scripts/get-browser.ts` finds or fetches.
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ["./scripts/postgres-for-tests.ts"],
        },
      },
      "packages/web",
      {
        test: {
          name: "browser",
          include: sources.map((source) => `${source}/*.browser.test.ts`),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          env: { TESSERA_BROWSER: notedBrowser() ?? "" },
        },
      },
    ],
  },
});

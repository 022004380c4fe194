/** Ends every test run with one plain line for people and programs: `12 passed, 0 failed`. */
import type { Reporter } from "vitest/node";

export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    // a file that cannot be loaded and an error outside any test are failures too
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
      }
    }
    console.log(`${passed} passed, ${failed} failed`);
  },
};

/**
 * Ends every test run with one plain line for people and programs: `12 passed, 0 failed`. Before it, once more, what a
 * process said that crashed on the way: in a long run that stands thousands of lines above the end.
 */
import type { Reporter } from "vitest/node";

/** How V8 and Node begin when they take their process down. */
const CRASH = /^# Fatal error in|^FATAL ERROR:|Assertion `|^Trace\/breakpoint trap/m;
const LAST_WORDS = 6_000;
let crashed = "";

export const closingLine: Reporter = {
  onInit() {
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      if (crashed.length < LAST_WORDS) listen(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
      return (write as (...parts: unknown[]) => boolean)(chunk, ...rest);
    };
  },
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
    if (unhandledErrors.length > 0) console.log(crashed);
    console.log(`${passed} passed, ${failed} failed`);
  },
};

function listen(said: string): void {
  if (crashed !== "" || CRASH.test(said)) crashed += said.slice(0, LAST_WORDS - crashed.length);
}

/** Runs in a background tab: waits until the page has come to rest, and takes its snapshot. */
import { whenQuiet } from "@tessera/page/live";
import { SnapshotTooLarge, takeSnapshot } from "@tessera/page/snapshot";
import { hasPasswordField } from "../fetcher/login-wall.ts";
import type { SeenPage } from "../fetcher/seen-page.ts";

const QUIET_MS = 1_200;
const BUDGET_MS = 12_000;

async function takeWhenQuiet(): Promise<SeenPage | "too-large"> {
  await whenQuiet({ quietMs: QUIET_MS, budgetMs: BUDGET_MS });
  try {
    const { snapshot, linked } = takeSnapshot(document, { way: "tab" });
    return { snapshot, linked, finalUrl: location.href, hasPassword: hasPasswordField(document) };
  } catch (failure) {
    if (failure instanceof SnapshotTooLarge) return "too-large";
    throw failure;
  }
}

// called by the background, in the same world
(globalThis as { tesseraSnapshot?: typeof takeWhenQuiet }).tesseraSnapshot = takeWhenQuiet;

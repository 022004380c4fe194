/** One round: asks what is due, looks at it, a few pages at a time, and says when to ask again. */
import type { BrowserFailure, BrowserWork, SnapshotReply } from "@tessera/model/api";
import { AskFailure, ask } from "../instance/ask.ts";
import { choices, type RoundNote } from "../platform/stored.ts";
import { mayVisit } from "../platform/web-extension.ts";
import { isLoginWall } from "./login-wall.ts";
import { closeBeside, fetchPage, onBattery } from "./plain-fetch.ts";
import type { SeenPage } from "./seen-page.ts";
import { SnapshotTree } from "./snapshot-tree.ts";
import { visitInTab } from "./tab-visit.ts";
import { compressed, withOwnParts } from "./upload.ts";

export interface Round {
  readonly note: RoundNote;
  readonly askAgainAt: number;
}

/** Together with what is due in the same minutes; more is taken in the next round. */
const MAX_BATCHES = 10;
const QUARTER_HOUR_MS = 15 * 60_000;
/** Less than this is the frame of a page that a script fills. */
const MIN_WORDS = 20;

export async function runRound(): Promise<Round> {
  const { atOnce, isQuiet } = await choices();
  const notAllowed = new Set<string>();
  let pages = 0;
  let askAgainAt = Date.now() + QUARTER_HOUR_MS;
  const end = (kind: RoundNote["kind"]): Round => ({
    note: { at: Date.now(), kind, pages, notAllowed: [...notAllowed] },
    askAgainAt,
  });
  if (isQuiet && ((await onBattery()) || isMetered())) return end("quiet");
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const work = await ask("POST /browser/work", { body: { limit: atOnce } });
      askAgainAt = work.askAgainAt;
      if (work.items.length === 0) break;
      await Promise.all(
        work.items.map(async (item) => {
          if (await mayVisit(item.url)) await lookAt(item);
          else {
            notAllowed.add(new URL(item.url).origin);
            await giveBack(item, "given-back", "this browser may not visit the site by itself");
          }
        }),
      );
      pages += work.items.length;
      // what was given back is due again at once
      if (notAllowed.size > 0) break;
    }
    return end("done");
  } finally {
    await closeBeside();
  }
}

function isMetered(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean; readonly type?: string } };
  return connection?.saveData === true || connection?.type === "cellular";
}

/** A plain request first, unless the page was last seen in a tab. */
async function lookAt(work: BrowserWork): Promise<void> {
  try {
    if (work.lastWay !== "tab" && (await lookPlainly(work)) === "done") return;
    await lookInTab(work);
  } catch (failure) {
    // the claim has run out, or the server is away: the page stays due
    if (!(failure instanceof AskFailure)) await giveBack(work, "given-back", String(failure));
    else if (failure.code === "login-needed") throw failure;
  }
}

async function lookPlainly(work: BrowserWork): Promise<"done" | "look-in-tab"> {
  const fetched = await fetchPage(work.url);
  if (fetched.kind !== "page") return "look-in-tab";
  const { page, status } = fetched;
  const tree = new SnapshotTree(page.snapshot);
  const lacksBlocks = work.blocks.every(({ path }) => !tree.has(path));
  if (isLoginWall({ wanted: work.url, ...page, status, lacksBlocks })) {
    // a single-page app shows its login only to a browser that runs it, and the other way round
    if (page.words < MIN_WORDS) return "look-in-tab";
    await giveBack(work, "login");
    return "done";
  }
  if (page.words < MIN_WORDS) return "look-in-tab";
  const reply = await send(work, page, tree);
  return reply.kind === "render" ? "look-in-tab" : "done";
}

async function lookInTab(work: BrowserWork): Promise<void> {
  const visited = await visitInTab(work.url);
  if (visited.kind !== "page") {
    await giveBack(work, visited.kind === "not-now" ? "given-back" : "unreachable", visited.message);
    return;
  }
  const { page } = visited;
  const tree = new SnapshotTree(page.snapshot);
  const lacksBlocks = work.blocks.every(({ path }) => !tree.has(path));
  if (isLoginWall({ wanted: work.url, ...page, lacksBlocks })) await giveBack(work, "login");
  else await send(work, page, tree);
}

async function send(work: BrowserWork, page: SeenPage, tree: SnapshotTree): Promise<SnapshotReply> {
  const blocks = work.blocks.flatMap(({ path }) => tree.at(path) ?? []);
  const body = await compressed(await withOwnParts(page, { tree, blocks }));
  const { pageId: id, claim } = work;
  return ask("POST /browser/work/:id/snapshot", { params: { id }, query: { claim }, body });
}

async function giveBack(work: BrowserWork, failure: BrowserFailure, message = ""): Promise<void> {
  const body = { claim: work.claim, failure, message: message.slice(0, 300) };
  await ask("POST /browser/work/:id/failure", { params: { id: work.pageId }, body });
}

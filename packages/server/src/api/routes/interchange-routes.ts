/** In and out: imports from other programs, what still waits of them, and OPML. */
import type { FeedFacts } from "@tessera/model";
import type { ImportReply, interchangeApi } from "@tessera/model/api";
import type { FollowView, Store } from "@tessera/store";
import type { z } from "zod";
import { placePlan } from "../../interchange/place-plan.ts";
import { readInThread } from "../../interchange/read-in-thread.ts";
import type { Bookmarks } from "../../interchange/reading/bookmarks.ts";
import { type ImportPlan, ImportRefused } from "../../interchange/reading/import-plan.ts";
import type { ReadImport } from "../../interchange/reading/read-import.ts";
import { restoreArchive } from "../../interchange/restore-archive.ts";
import { writeArchive } from "../../interchange/write-archive.ts";
import { audit } from "../../people/audit.ts";
import type { Principal } from "../../people/principal.ts";
import type { TraceWorkers } from "../../workers/trace-workers.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { followReply, found, mapListing } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const interchangeHandlers: Handlers<typeof interchangeApi> = {
  "POST /import": async ({ who, body, query: { dryRun: isDryRun }, origin, now }, services) => {
    const { store, wishes, checks } = services;
    await takeRate("pagesPerMinute", who, services);
    const read = await readBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0), {
      who,
      now,
      workers: checks.workers,
    });
    const report = await takeIn(read, { store, who, isDryRun, now });
    if (!isDryRun) {
      wishes.wake();
      const detail = { format: report.format };
      await audit(store, { personId: who.person.id, action: "imported", address: origin.address, detail, at: now });
    }
    return { body: report };
  },
  "POST /bookmarks": async ({ who, body, now }, services) => {
    await takeRate("pagesPerMinute", who, services);
    const file = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const read = await readBody(file, { who, now, workers: services.checks.workers });
    if (read.kind === "bookmarks") {
      const folders = read.folders.map(({ path, links, isFeeds }) => ({ path, links, isFeeds }));
      return { body: { folders, leftOut: read.leftOut } };
    }
    const detail = "The file is not the bookmark file of a browser (HTML).";
    throw new ApiError("import-refused", { detail, more: { reason: "unknown-format" } });
  },
  "GET /wishes": async ({ who, query }, { store }) => ({
    body: mapListing(await store.wishes.list(who.person.id, query), (wish) => wish),
  }),
  "POST /wishes/:id/retry": async ({ who, params, now }, services) => {
    const { store, wishes } = services;
    await takeRate("checksPerMinute", who, services);
    found(await store.wishes.bringForward(who.person.id, params.id, now));
    wishes.wake();
    return {};
  },
  "DELETE /wishes/:id": async ({ who, params }, { store }) => {
    found(await store.wishes.remove(who.person.id, params.id));
    return {};
  },
  "GET /export.json": async ({ who, query, origin, now }, { store, checks: { workers } }) => {
    await audit(store, { personId: who.person.id, action: "exported", address: origin.address, at: now });
    return {
      raw: writeArchive(store, { owner: who.person.id, captures: query.captures, now, workers }),
      headers: { "content-disposition": 'attachment; filename="tessera.json"' },
    };
  },
  "GET /export.opml": async ({ who, baseUrl }, { store }) => {
    const sheets = [];
    for (const { id, title } of await store.sheets.list(who.person.id)) {
      const listed = await store.follows.list(who.person.id, { sheet: id, limit: MAX_LISTED });
      const feeds = await feedsAmong(listed.items, store);
      const follows = listed.items.map((view) => ({
        title: view.follow.title,
        ...addressesOf(view, feeds.get(view.page.id) ?? null, baseUrl),
      }));
      sheets.push({ title, follows });
    }
    const { writeOpml } = await import("../../interchange/reading/opml.ts");
    return {
      raw: writeOpml(sheets, "Tessera"),
      headers: { "content-disposition": 'attachment; filename="tessera.opml"' },
    };
  },
};

/** Which of their pages are feeds. */
async function feedsAmong(views: readonly FollowView[], store: Store): Promise<ReadonlyMap<string, FeedFacts>> {
  const facts = new Map<string, FeedFacts>();
  for (const { page } of views) {
    const capture = page.latestCaptureId && (await store.checks.capture(page.latestCaptureId));
    if (capture?.feed) facts.set(page.id, capture.feed);
  }
  return facts;
}

/** What is a feed already is named by its own address; of a block there is one here. */
function addressesOf(view: FollowView, feed: FeedFacts | null, baseUrl: string) {
  const { url } = view.page.source;
  if (feed) return { pageUrl: feed.home ?? url, feedUrl: url };
  return { pageUrl: url, feedUrl: followReply(view, baseUrl).feeds?.rss ?? "" };
}

const MAX_LISTED = 10_000;
interface Reading {
  readonly who: Principal;
  readonly now: number;
  readonly workers: TraceWorkers;
}
/** In a worker thread; by the operator, who is alone in the process, on the spot and without its limits. */
async function readBody(file: Buffer, { who, now, workers }: Reading): Promise<ReadImport> {
  try {
    // readers of other programs' files are large
    const { IMPORT_LIMITS, OPERATOR_LIMITS, readImport } = await import("../../interchange/reading/read-import.ts");
    if (who.by.kind === "operator") return await readImport(file, { now, limits: OPERATOR_LIMITS });
    return await readInThread({ file, now, limits: IMPORT_LIMITS }, workers);
  } catch (error) {
    if (error instanceof ImportRefused)
      throw new ApiError("import-refused", { detail: error.message, more: { reason: error.code } });
    throw error;
  }
}
interface Taking {
  readonly store: Store;
  readonly who: Principal;
  readonly isDryRun: boolean;
  readonly now: number;
}
async function takeIn(read: ReadImport, taking: Taking): Promise<z.input<typeof ImportReply>> {
  const { store, isDryRun } = taking;
  if (read.kind === "archive") {
    const restored = await restoreArchive(store, read.checked, taking);
    return { format: "tessera", isDryRun, ...restored, notes: [...restored.notes] };
  }
  const plan = read.kind === "plan" ? read.plan : await planOf(read);
  const placed = await placePlan(store, plan, taking);
  return { format: plan.format, isDryRun, ...placed, notes: [...placed.notes] };
}

async function planOf(bookmarks: Bookmarks): Promise<ImportPlan> {
  const { planOfBookmarks } = await import("../../interchange/reading/bookmarks.ts");
  return planOfBookmarks(bookmarks);
}

/** In and out: imports from other programs, what still waits of them, and OPML. */
import { newId, type PendingFollow, PendingFollowId } from "@tessera/model";
import type { ImportReply, interchangeApi } from "@tessera/model/api";
import type { Store } from "@tessera/store";
import type { z } from "zod";
import { readInThread } from "../../interchange/read-in-thread.ts";
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
      const follows = listed.items.map((view) => ({
        title: view.follow.title,
        pageUrl: view.page.source.url,
        feedUrl: followReply(view, baseUrl).feeds.rss,
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
  if (read.kind === "plan") return takePlan(read.plan, taking);
  const { imported, waiting, notes } = await restoreArchive(store, read.checked, taking);
  return { format: "tessera", isDryRun, waiting, imported, notes: [...notes] };
}
/** As many as there is room for; where there is none, the store refuses them. */
async function takePlan(
  { format, follows, notes }: ImportPlan,
  { store, who, isDryRun, now }: Taking,
): Promise<z.input<typeof ImportReply>> {
  return store.atOnce(async (records) => {
    const room = (await records.caps.room(who.person.id)).wishes;
    const taken = follows.slice(0, Math.max(1, room));
    if (!isDryRun || room === 0) await records.wishes.add(wishesOf(taken, who.person.id, now));
    const left = follows.length - taken.length;
    const message = `${left} of ${follows.length} are left out: there is no room for more`;
    const notesOfRoom = left > 0 ? [{ name: "waiting imports", message }] : [];
    return { format, isDryRun, waiting: taken.length, imported: null, notes: [...notes, ...notesOfRoom] };
  });
}
const MAX_SHEETS = 20;
function wishesOf(
  follows: ImportPlan["follows"],
  personId: PendingFollow["personId"],
  now: number,
): readonly PendingFollow[] {
  return follows.map(({ name: _, sheets, conditions, quietLines, ...wanted }) => ({
    ...wanted,
    id: newId(PendingFollowId, now),
    personId,
    conditions: conditions.slice(0, 50),
    quietLines: quietLines.slice(0, 100),
    sheets: [...new Set(sheets)].slice(0, MAX_SHEETS),
    attempts: 0,
    dueAt: now,
    error: null,
    createdAt: now,
  }));
}

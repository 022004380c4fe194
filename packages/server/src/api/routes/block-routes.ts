/** What can be picked: fragments of a capture, elements like one of them, blocks that change, blocks of the catalogue. */
import { HISTORY_WINDOW } from "@tessera/engine";
import type { CaptureId, PersonId } from "@tessera/model";
import type { blockApi } from "@tessera/model/api";
import type { Store } from "@tessera/store";
import { readTraining } from "../../catalogue/train.ts";
import { found } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const blockHandlers: Handlers<typeof blockApi> = {
  "GET /captures/:id/fragments": async ({ who, params, query }, { store, checks }) => {
    const job = await captureJob(store, who.person.id, params.id);
    const etag = `${params.id}-${query.grain}`;
    return { body: [...(await checks.workers.proposeBlocks({ ...job, ...query }))], etag };
  },
  "GET /captures/:id/alike": async ({ who, params, query }, { store, checks }) => {
    const job = await captureJob(store, who.person.id, params.id);
    return { body: [...found(await checks.workers.alikeBlocks({ ...job, ...query }))] };
  },
  "GET /pages/:id/changing": async ({ who, params }, { store, checks, tileRenderer }) => {
    found(await store.pages.find(who.person.id, params.id));
    const { items } = await store.captures.of(who.person.id, params.id, { limit: HISTORY_WINDOW });
    const captures = await Promise.all(items.map(({ html }) => store.bodies.readPacked(html)));
    const stored = captures.filter((body) => body !== null).reverse();
    const { changing } = await checks.workers.pageBlocks({ captures: stored });
    const newest = items[0];
    const blocks = newest ? await tileRenderer.withPictures(newest, changing) : [];
    const captureId = newest?.id ?? null;
    const etag = [captureId, stored.length, tileRenderer.linksUntil].join("-");
    return { body: { captureId, captures: stored.length, blocks }, etag };
  },
  "GET /catalogue/:id/blocks": async ({ who, params }, { store, tileRenderer }) => {
    const { entry } = found(await store.catalogue.find(params.id));
    const training = readTraining(entry.training);
    const capture = training && (await store.captures.find(who.person.id, training.captureId));
    const blocks = training?.blocks ?? { components: [], changing: [], captures: 0, rejected: 0 };
    // a picture without its page would have no address
    const changing = capture
      ? await tileRenderer.withPictures(capture, blocks.changing)
      : blocks.changing.map((block) => ({ ...block, picture: null }));
    return { body: { ...blocks, changing, captureId: capture?.id ?? null, trainedAt: capture?.at ?? null } };
  },
};

/** A capture of this person's with its HTML, ready for a worker thread. */
async function captureJob(store: Store, owner: PersonId, id: CaptureId) {
  const capture = found(await store.captures.find(owner, id));
  const html = found(await store.bodies.readText(capture.html));
  return { html, layout: capture.layout && (await store.bodies.read(capture.layout)) };
}

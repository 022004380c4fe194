/** What can be picked: fragments of a capture, elements like one of them, blocks that change, blocks of the catalogue. */
import { HISTORY_WINDOW } from "@tessera/engine";
import type { Capture, CaptureId, PersonId } from "@tessera/model";
import type { blockApi, FollowedBlock } from "@tessera/model/api";
import type { Store } from "@tessera/store";
import { readTraining } from "../../catalogue/train.ts";
import { contentOf } from "../../changes/stored-content.ts";
import { found } from "../replies.ts";
import type { Handlers } from "../route.ts";
import type { Services } from "../services.ts";

export const blockHandlers: Handlers<typeof blockApi> = {
  "GET /captures/:id/fragments": async ({ who, params, query }, { store, checks }) => {
    const job = await captureJob(store, who.person.id, params.id);
    const etag = `${params.id}-${query.grain}`;
    return { body: [...(await checks.workers.proposeBlocks({ ...job, ...query }))], etag };
  },
  "GET /captures/:id/components": async ({ who, params, query }, { store, checks }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    const job = await captureJob(store, who.person.id, params.id);
    const { items } = await store.captures.of(who.person.id, capture.pageId, { limit: HISTORY_WINDOW });
    const earlier = items.filter(({ id, at }) => id !== capture.id && at <= capture.at).reverse();
    const before = (await Promise.all(earlier.map(({ html }) => store.bodies.readPacked(html)))).filter(
      (body) => body !== null,
    );
    const body = await checks.workers.trainedBlocks({ ...job, ...query, before });
    return { body, etag: [capture.id, query.grain ?? "", before.length, earlier.at(-1)?.id].join("-") };
  },
  "GET /captures/:id/followed": async ({ who, params }, { store, checks }) => ({
    body: [
      ...(await followedIn(found(await store.captures.find(who.person.id, params.id)), who.person.id, {
        store,
        checks,
      })),
    ],
  }),
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

/** One page has no more blocks that a person would point at. */
const MAX_FOLLOWED = 200;

/** Where it was last found, if that was in this capture; otherwise what says the same here. */
async function followedIn(
  capture: Capture,
  owner: PersonId,
  { store, checks }: Pick<Services, "store" | "checks">,
): Promise<readonly FollowedBlock[]> {
  const { items } = await store.follows.list(owner, { page: capture.pageId, limit: MAX_FOLLOWED });
  const shown = items.filter(({ block }) => block.verdict !== "gone");
  if (shown.length === 0) return [];
  const blocks = await Promise.all(
    shown.map(async ({ block, latestFound }) => {
      const content = block.seenCaptureId === capture.id ? null : latestFound && (await contentOf(store, latestFound));
      return { path: block.path, text: content?.text ?? "" };
    }),
  );
  const places = await checks.workers.findSameBlocks({ ...(await captureJob(store, owner, capture.id)), blocks });
  return shown.flatMap(({ follow, block }, at) => {
    const place = places[at];
    return place ? [{ followId: follow.id, title: follow.title, ...place, extent: block.pick.extent }] : [];
  });
}

/** A capture of this person's with its HTML, ready for a worker thread. */
async function captureJob(store: Store, owner: PersonId, id: CaptureId) {
  const capture = found(await store.captures.find(owner, id));
  const html = found(await store.bodies.readText(capture.html));
  return { html, layout: capture.layout && (await store.bodies.read(capture.layout)) };
}

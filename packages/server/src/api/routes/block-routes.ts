/** What can be picked: fragments of a capture, elements like one of them, blocks that change, blocks of the catalogue. */
import { HISTORY_WINDOW } from "@tessera/engine";
import { BlockPath, CaptureId, CataloguePageId, Instant, PageId, type PersonId } from "@tessera/model";
import type { Store } from "@tessera/store";
import { z } from "zod";
import { readTraining } from "../../catalogue/train.ts";
import { OfferedBlock, PageBlocks } from "../../trace/page-blocks.ts";
import { Grain, ProposedBlock } from "../../trace/propose-blocks.ts";
import { type Route, route } from "../route.ts";
import { byId, found } from "../views/slice.ts";

const tag = "pages";
const reading = { kind: "person", scope: "read" } as const;

/** A capture of this person's with its HTML, ready for a worker thread. */
async function captureJob(store: Store, owner: PersonId, id: CaptureId) {
  const capture = found(await store.captures.find(owner, id));
  const html = found(await store.bodies.readText(capture.html));
  return { html, layout: capture.layout && (await store.bodies.read(capture.layout)) };
}

const captureRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/captures/:id/fragments",
    summary: "The blocks that a page falls into, in its order",
    tag,
    access: reading,
    params: byId(CaptureId),
    query: z.object({ grain: Grain.default("normal").describe("Larger and fewer, smaller and more, or all") }),
    reply: z.array(ProposedBlock),
    handle: async ({ who, params, query }, { store, checks }) => {
      const job = await captureJob(store, who.person.id, params.id);
      const etag = `${params.id}-${query.grain}`;
      return { body: [...(await checks.workers.proposeBlocks({ ...job, ...query }))], etag };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/captures/:id/alike",
    summary: "All like this one: an element and its siblings of the same kind, as the extent `alike` follows them",
    tag,
    access: reading,
    params: byId(CaptureId),
    query: z.object({ path: BlockPath }),
    reply: z.array(BlockPath),
    handle: async ({ who, params, query }, { store, checks }) => {
      const job = await captureJob(store, who.person.id, params.id);
      return { body: [...found(await checks.workers.alikeBlocks({ ...job, ...query }))] };
    },
  }),
];

const changingRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/pages/:id/changing",
    summary: "The blocks of a page that change, most often changing first, from its latest captures",
    tag,
    access: reading,
    params: byId(PageId),
    reply: z.object({
      captureId: CaptureId.nullable().describe("The capture whose elements the paths name"),
      captures: z.int().describe("How many captures this was learned from; one tells nothing yet"),
      blocks: z.array(OfferedBlock),
    }),
    handle: async ({ who, params }, { store, checks }) => {
      found(await store.pages.find(who.person.id, params.id));
      const { items } = await store.captures.of(who.person.id, params.id, { limit: HISTORY_WINDOW });
      const captures = await Promise.all(items.map(({ html }) => store.bodies.readPacked(html)));
      const stored = captures.filter((body) => body !== null).reverse();
      const { changing } = await checks.workers.pageBlocks({ captures: stored });
      const captureId = items[0]?.id ?? null;
      return { body: { captureId, captures: stored.length, blocks: changing }, etag: `${captureId}-${stored.length}` };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/catalogue/:id/blocks",
    summary: "The trained components and the changing blocks of an offered page, each with how often it changes",
    tag,
    access: reading,
    params: byId(CataloguePageId),
    reply: PageBlocks.extend({
      captureId: CaptureId.nullable().describe("To be named when one of them is followed; null before the first"),
      trainedAt: Instant.nullable(),
    }),
    handle: async ({ who, params }, { store }) => {
      const { entry } = found(await store.catalogue.find(params.id));
      const training = readTraining(entry.training);
      const capture = training && (await store.captures.find(who.person.id, training.captureId));
      const nothing = { components: [], changing: [], captures: 0, rejected: 0 };
      return {
        body: { ...(training?.blocks ?? nothing), captureId: capture?.id ?? null, trainedAt: capture?.at ?? null },
      };
    },
  }),
];

export const blockRoutes: readonly Route[] = [...captureRoutes, ...changingRoutes];

/** The history of a block: observations, contents, differences, numbers, and what another tracer would have said. */
import { DEFAULT_TRACER } from "@tessera/engine";
import {
  CaptureFailureCode,
  CaptureId,
  Change,
  ContentItem,
  FollowId,
  Instant,
  NumberFound,
  type Observation,
  ObservationId,
  VerdictKind,
  VerdictRecord,
  WebUrl,
} from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import { z } from "zod";
import { changeOf, contentOf } from "../../changes/stored-content.ts";
import { backfill } from "../../history/backfill.ts";
import { replay } from "../../history/replay.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";
import { ObservationReply, observationReply } from "../views/follow.ts";
import { byId, found, mapListing, SliceQuery, sliceOf } from "../views/slice.ts";
import { defined } from "./me-routes.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Versions for one request: the archive is asked for each of them, politely. */
const MAX_VERSIONS = 100;

export const BackfillReply = z.object({
  versions: z.int(),
  observations: z.int().describe("Added to the history"),
  found: z.int().describe("Versions in which the block was found"),
  missed: z.array(z.object({ at: Instant, url: z.string(), code: CaptureFailureCode })),
});

export const backfillRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/v1/follows/:id/backfill",
    summary:
      "Give the follow a past from a web archive that speaks Memento (RFC 7089), as the owner; nobody is told of it",
    tag: "history",
    // whoever names the archive writes into a history that others may share
    access: { kind: "person", scope: "write", ownerOnly: true },
    params: byId(FollowId),
    body: z.strictObject({
      archive: WebUrl.describe("A TimeMap, TimeGate or memento of the page"),
      from: Instant.optional(),
      until: Instant.optional(),
      everyMs: z
        .int()
        .min(0)
        .max(365 * DAY_MS)
        .default(DAY_MS)
        .describe("At most one version in this time"),
      limit: z.int().min(1).max(MAX_VERSIONS).default(MAX_VERSIONS),
    }),
    reply: BackfillReply,
    handle: async ({ who, params, body }, { checks, httpClient, politeness }) => {
      const { archive, ...options } = body;
      const source = { kind: "archive", url: new URL(archive) } as const;
      const request = { personId: who.person.id, followId: params.id, source, ...options };
      const outcome = await backfill(request, { ...checks, httpClient, politeness }).catch((failure: unknown) => {
        if (!(failure instanceof CaptureFailure)) throw failure;
        const record = failure.toRecord();
        throw new ApiError("capture-failed", {
          detail: record.message,
          more: { failure: record, advice: adviceFor(record) },
        });
      });
      if (outcome.kind === "missing") throw new ApiError("not-found");
      return { body: { ...outcome, missed: [...outcome.missed] } };
    },
  }),
];

const tag = "history";

const reading = { kind: "person", scope: "read" } as const;

const Params = z.object({ id: FollowId, observationId: ObservationId });

const instant = z.coerce.number().pipe(Instant).optional();

const HistoryQuery = SliceQuery.extend({
  changesOnly: z.stringbool().default(true).describe("Leave out what only volatile parts made"),
  from: instant,
  until: instant,
});

const listRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/history",
    summary: "Observations of a follow, latest first",
    tag,
    access: reading,
    params: byId(FollowId),
    query: HistoryQuery,
    reply: sliceOf(ObservationReply),
    handle: async ({ who, params, query }, { store }) => {
      found(await store.follows.find(who.person.id, params.id));
      return {
        body: mapListing(await store.observations.of(who.person.id, params.id, defined(query)), observationReply),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/numbers",
    summary: "The numbers of a block over time, oldest first, and the times in which it was not found and has none",
    tag,
    access: reading,
    params: byId(FollowId),
    query: HistoryQuery,
    reply: z.array(
      z.object({
        at: Instant,
        lastAt: Instant,
        verdict: VerdictKind,
        numbers: z.array(NumberFound),
      }),
    ),
    handle: async ({ who, params, query }, { store }) => {
      found(await store.follows.find(who.person.id, params.id));
      const numbers = await store.observations.numbers(who.person.id, params.id, defined(query));
      return { body: numbers.map((each) => ({ ...each, numbers: [...each.numbers] })) };
    },
  }),
];

const observationRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/observations/:observationId",
    summary: "What the block was, with its text, items and the difference to before",
    tag,
    access: reading,
    params: Params,
    reply: ObservationReply.extend({
      text: z.string().nullable(),
      items: z.array(ContentItem).nullable(),
      difference: Change.nullable(),
    }),
    handle: async ({ who, params }, { store }) => {
      const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
      const content = await contentOf(store, observation);
      const difference = await changeOf(store, observation);
      const shown = {
        ...observationReply(observation),
        text: content?.text ?? null,
        items: content?.items ?? null,
        difference,
      };
      return { body: shown, etag: `${observation.id}-${observation.lastAt}` };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/observations/:observationId/diff",
    summary: "The difference to the content before, or to any other observation",
    tag,
    access: reading,
    params: Params,
    query: z.object({ against: ObservationId.optional() }),
    reply: z.object({ before: ObservationReply.nullable(), after: ObservationReply, difference: Change }),
    handle: async ({ who, params, query }, { store, checks }) => {
      const owner = who.person.id;
      const after = found(await store.observations.find(owner, params.id, params.observationId));
      const before = query.against
        ? found(await store.observations.find(owner, params.id, query.against))
        : await store.observations.before(owner, params.id, after.id);
      const textOf = async (observation: Observation | null) =>
        observation?.content ? store.bodies.readText(observation.content) : null;
      const pair = { before: await textOf(before), after: await textOf(after) };
      return {
        body: {
          before: before && observationReply(before),
          after: observationReply(after),
          difference: await checks.workers.compareContents(pair),
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/observations/:observationId/source",
    summary: "The markup of the block as it was found, as plain text",
    tag,
    access: reading,
    params: Params,
    reply: { contentType: "text/plain; charset=utf-8", about: "Foreign markup, never to be shown as a page" },
    handle: async ({ who, params }, { store }) => {
      const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
      return { raw: found(await contentOf(store, observation)).html };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/observations/:observationId/picture",
    summary: "The picture of the block, where it was rendered",
    tag,
    access: reading,
    params: Params,
    reply: { contentType: "image/webp", about: "A picture" },
    handle: async ({ who, params }, { store }) => {
      const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
      const bytes = found(observation.picture && (await store.bodies.read(observation.picture)));
      return { raw: Buffer.from(bytes), etag: observation.picture ?? "" };
    },
  }),
];

const replayRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/replay",
    summary: "What a tracer would have said about the stored captures; nothing is written",
    tag,
    access: reading,
    params: byId(FollowId),
    query: z.object({ tracer: z.string().max(100).default(DEFAULT_TRACER) }),
    reply: z.object({
      tracer: z.string(),
      steps: z.array(
        z.object({
          captureId: CaptureId,
          at: Instant,
          verdict: VerdictRecord,
          recorded: VerdictRecord.nullable().describe("Null where this capture is that of no observation"),
          differs: z.boolean(),
        }),
      ),
    }),
    handle: async ({ who, params, query }, { checks }) => {
      const outcome = await replay(checks, { owner: who.person.id, follow: params.id, tracer: query.tracer });
      if (outcome.kind === "missing") throw new ApiError("not-found", { detail: "There is no such follow or tracer." });
      return { body: { tracer: outcome.tracer, steps: [...outcome.steps] } };
    },
  }),
];

export const historyRoutes: readonly Route[] = [...listRoutes, ...observationRoutes, ...replayRoutes];

/** Follows: started, changed, paused, removed, checked, and the value of each one GET away. */
import {
  BlockLocator,
  BlockPath,
  BlockPick,
  CaptureId,
  ChannelId,
  Condition,
  DEFAULT_CONDITIONS,
  DEFAULT_QUIET,
  Follow,
  FollowId,
  Instant,
  ObservationId,
  PageId,
  PageSource,
  Quiet,
  Retention,
  Schedule,
  SheetId,
  VerdictKind,
} from "@tessera/model";
import { z } from "zod";
import { contentOf } from "../../changes/stored-content.ts";
import { newFeedKey } from "../../people/tokens.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { type Route, route } from "../route.ts";
import { checkRules } from "../rules.ts";
import { FollowReply, followedNumber, followReply, listedFollow } from "../views/follow.ts";
import { byId, found, mapListing, SliceQuery, sliceOf } from "../views/slice.ts";
import { defined } from "./me-routes.ts";
import { checkChannels, startFollow } from "./start-follow.ts";

const tag = "follows";
const reading = { kind: "person", scope: "read" } as const;
const writing = { kind: "person", scope: "write" } as const;
const checking = { kind: "person", scope: "check" } as const;

const Options = {
  schedule: Schedule.optional(),
  retention: Retention.optional(),
  conditions: z.array(Condition).max(50).optional(),
  quiet: Quiet.optional(),
  channels: z.array(ChannelId).max(20).optional(),
};

export const NewFollowBody = z.strictObject({
  source: PageSource,
  /** Which block: by path, text, CSS or XPath; the main content of the page where nothing is said. */
  wish: BlockLocator.default({ kind: "page" }),
  /** The capture in which it was picked; the page as it is now where there is none. */
  captureId: CaptureId.nullable().default(null),
  intent: BlockPick.shape.intent,
  extent: BlockPick.shape.extent,
  /** Elements inside the block to leave out, by their path in the page. */
  cutPaths: z.array(BlockPath).max(100).default([]),
  /** Elements inside the block to show without telling their changes. */
  ignoredPaths: z.array(BlockPath).max(100).default([]),
  title: Follow.shape.title.optional(),
  ...Options,
});

const listRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows",
    summary: "What I follow",
    tag,
    access: reading,
    query: SliceQuery.extend({
      words: z.string().max(200).optional().describe("Words in title or address"),
      state: z.enum(["active", "paused", "deleted"]).optional(),
      page: PageId.optional(),
      sheet: SheetId.or(z.literal("none")).optional().describe("On this sheet, or on none"),
    }),
    reply: sliceOf(FollowReply),
    handle: async ({ who, query, baseUrl }, { store }) => ({
      body: mapListing(await store.follows.list(who.person.id, defined(query)), (view) => listedFollow(view, baseUrl)),
    }),
  }),
  route({
    method: "POST",
    path: "/api/v1/follows",
    summary: "Follow a block of a page; the page is captured where it has not been just now",
    tag,
    access: writing,
    body: NewFollowBody,
    reply: FollowReply,
    status: 201,
    handle: async ({ who, body, baseUrl }, services) => {
      await checkRules(body, services.checks.workers);
      // whoever picked in a page that is open has it counted already
      const seen = body.captureId && (await services.store.captures.find(who.person.id, body.captureId));
      if (!seen) await takeRate("pagesPerMinute", who, services);
      const settings = await services.store.settings.read();
      const channels = await services.store.channels.list(who.person.id);
      const view = await startFollow(services, who.person, {
        ...body,
        title: body.title ?? null,
        schedule: body.schedule ?? settings.defaultSchedule,
        retention: body.retention ?? settings.defaultRetention,
        conditions: body.conditions ?? [...DEFAULT_CONDITIONS],
        quiet: body.quiet ?? DEFAULT_QUIET,
        channels: body.channels ?? channels.filter(({ isDefault }) => isDefault).map(({ id }) => id),
      });
      return { body: followReply(view, baseUrl), etag: String(view.follow.version) };
    },
  }),
];

const oneRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id",
    summary: "One follow with its latest observation",
    tag,
    access: reading,
    params: byId(FollowId),
    reply: FollowReply,
    handle: async ({ who, params, baseUrl }, { store }) => ({
      body: followReply(found(await store.follows.find(who.person.id, params.id)), baseUrl),
    }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/follows/:id",
    summary: "Change a follow: title, schedule, retention, conditions, quiet, channels, pause",
    tag,
    access: writing,
    params: byId(FollowId),
    body: z.strictObject({ title: Follow.shape.title.optional(), isPaused: z.boolean().optional(), ...Options }),
    reply: FollowReply,
    handle: async ({ who, params, body: { isPaused, ...rest }, ifVersion, baseUrl, now }, { store, checks }) => {
      await checkRules(rest, checks.workers);
      await checkChannels(store, who.person.id, rest.channels ?? []);
      const pausedAt = isPaused === undefined ? undefined : isPaused ? now : null;
      const patch = defined({ ...rest, pausedAt });
      const changed = await store.follows.change(who.person.id, params.id, patch, { now, ifVersion });
      if (changed.kind === "missing") throw new ApiError("not-found");
      const view = followReply(found(await store.follows.find(who.person.id, params.id)), baseUrl);
      if (changed.kind === "conflict")
        throw new ApiError("changed-meanwhile", { more: { current: FollowReply.parse(view) } });
      return { body: view, etag: String(view.version) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/follows/:id",
    summary: "Stop following; can be undone for a while",
    tag,
    access: writing,
    params: byId(FollowId),
    handle: async ({ who, params, now }, { store }) => {
      found(await store.follows.remove(who.person.id, params.id, now));
      return {};
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/follows/:id/restore",
    summary: "Undo the removal of a follow",
    tag,
    access: writing,
    params: byId(FollowId),
    handle: async ({ who, params, now }, { store }) => {
      found(await store.follows.restore(who.person.id, params.id, now));
      return {};
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/follows/:id/check",
    summary: "Check the page soon, before it is due",
    tag,
    access: checking,
    params: byId(FollowId),
    status: 202,
    reply: z.object({ dueAt: Instant }),
    handle: async ({ who, params, now }, services) => {
      const { store } = services;
      const { page } = found(await store.follows.find(who.person.id, params.id));
      await takeRate("checksPerMinute", who, services);
      await store.pages.bringForward(page.id, now);
      return { body: { dueAt: now } };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/follows/:id/seen",
    summary: "I have seen this observation",
    tag,
    access: writing,
    params: byId(FollowId),
    body: z.strictObject({ observationId: ObservationId }),
    handle: async ({ who, params, body }, { store }) => {
      found(await store.observations.find(who.person.id, params.id, body.observationId));
      found(await store.follows.markSeen(who.person.id, params.id, body.observationId));
      return {};
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/follows/:id/feed-key",
    summary: "Give the follow's feeds a new secret address",
    tag,
    access: writing,
    params: byId(FollowId),
    reply: FollowReply,
    handle: async ({ who, params, baseUrl, now }, { store }) => {
      await store.follows.change(who.person.id, params.id, { feedKey: newFeedKey() }, { now });
      return { body: followReply(found(await store.follows.find(who.person.id, params.id)), baseUrl) };
    },
  }),
];

const valueRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/value",
    summary: "What the block says now",
    tag,
    access: reading,
    params: byId(FollowId),
    reply: z.object({
      text: z.string().nullable(),
      number: z.number().nullable(),
      unit: z.string().nullable(),
      currency: z.string().nullable(),
      items: z.array(z.object({ title: z.string(), text: z.string(), href: z.string().nullable() })).nullable(),
      verdict: VerdictKind,
      at: Instant.nullable().describe("Since when the block has said this"),
      seenAt: Instant.nullable().describe("When it was last seen to say this"),
    }),
    handle: async ({ who, params }, { store }) => {
      const view = found(await store.follows.find(who.person.id, params.id));
      const content = await contentOf(store, view.latestFound);
      const main = followedNumber(view.latestFound);
      return {
        body: {
          text: content?.text ?? null,
          number: main?.value ?? null,
          unit: main?.unit ?? null,
          currency: main?.currency ?? null,
          items: content?.items ?? null,
          verdict: view.block.verdict,
          at: view.latestFound?.at ?? null,
          seenAt: view.latestFound?.lastAt ?? null,
        },
        ...(view.latestFound
          ? { etag: `${view.latestFound.id}-${view.latestFound.lastAt}-${view.block.verdict}` }
          : {}),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/value.txt",
    summary: "What the block says now, as plain text",
    tag,
    access: reading,
    params: byId(FollowId),
    reply: { contentType: "text/plain; charset=utf-8", about: "The text of the block" },
    handle: async ({ who, params }, { store }) => {
      const view = found(await store.follows.find(who.person.id, params.id));
      return { raw: (await contentOf(store, view.latestFound))?.text ?? "" };
    },
  }),
];

export const followRoutes: readonly Route[] = [...listRoutes, ...oneRoutes, ...valueRoutes];

/** Follows: started, changed, paused, removed, checked, and the value of each one GET away. */
import { isDeepStrictEqual } from "node:util";
import {
  AUTOMATIC,
  type ChannelId,
  type FollowOptions,
  PageSource,
  type Person,
  type PersonId,
  usualOptions,
} from "@tessera/model";
import { FollowReply, type followApi, type NewFollowBody } from "@tessera/model/api";
import type { Store } from "@tessera/store";
import type { z } from "zod";
import { contentOf } from "../../changes/stored-content.ts";
import { type FollowOutcome, followBlock } from "../../follow/follow-block.ts";
import { isBrowserAlone, mayIgnoreRobots, type Principal } from "../../people/principal.ts";
import { newFeedKey } from "../../people/tokens.ts";
import { captureFailed } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { reachFollow, reachObservation } from "../reach.ts";
import { defined, followedNumber, followReply, found, listedFollow, mapListing } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { checkRules } from "../rules.ts";
import type { Services } from "../services.ts";
import { sharedFollowReply } from "../shared-sheets.ts";

export const followHandlers: Handlers<typeof followApi> = {
  "GET /follows": async ({ who, query, baseUrl }, { store }) => ({
    body: mapListing(await store.follows.list(who.person.id, defined(query)), (view) => listedFollow(view, baseUrl)),
  }),
  "POST /follows": async ({ who, body, baseUrl }, services) => {
    checkBrowserSource(who, body.source);
    await checkRules(body, services.checks.workers);
    // whoever picked in a page that is open has it counted already
    const seen = body.captureId && (await services.store.captures.find(who.person.id, body.captureId));
    if (!seen) await takeRate("pagesPerMinute", who, services);
    const { store } = services;
    const usual = usualOptions(await store.settings.read(), await store.channels.list(who.person.id));
    const hasUsualConditions = body.conditions === undefined;
    const { view, isNew } = await startFollow(services, who.person, {
      ...{ title: null, ...usual, ...defined(body) },
      hasUsualConditions,
    });
    const status = isNew ? 201 : 200;
    return { status, body: followReply(view, baseUrl), etag: String(view.follow.version) };
  },
  "GET /follows/:id": async ({ who, params, baseUrl }, services) => {
    const { view, since } = await reachFollow(who, params.id, services);
    if (since === null) return { body: followReply(view, baseUrl) };
    return { body: await sharedFollowReply(view, since, { who, baseUrl }, services) };
  },
  "PATCH /follows/:id": async (
    { who, params, body: { isPaused, ...rest }, ifVersion, baseUrl, now },
    { store, checks },
  ) => {
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
  "DELETE /follows/:id": async ({ who, params, now }, { store }) => {
    found(await store.follows.remove(who.person.id, params.id, now));
    return {};
  },
  "POST /follows/:id/restore": async ({ who, params, now }, { store }) => {
    found(await store.follows.restore(who.person.id, params.id, now));
    return {};
  },
  "POST /follows/:id/check": async ({ who, params, now }, services) => {
    const { store } = services;
    const { page } = found(await store.follows.find(who.person.id, params.id));
    await takeRate("checksPerMinute", who, services);
    await store.pages.bringForward(page.id, now);
    return { body: { dueAt: now } };
  },
  "POST /follows/:id/seen": async ({ who, params, body }, services) => {
    const { store } = services;
    const reached = await reachFollow(who, params.id, services);
    const { id } = await reachObservation(reached, body.observationId, services);
    if (reached.since === null) found(await store.follows.markSeen(who.person.id, params.id, id));
    else await store.shares.markSeen(who.person.id, params.id, id);
    return {};
  },
  "POST /follows/:id/feed-key": async ({ who, params, baseUrl, now }, { store }) => {
    await store.follows.change(who.person.id, params.id, { feedKey: newFeedKey() }, { now });
    return { body: followReply(found(await store.follows.find(who.person.id, params.id)), baseUrl) };
  },
  "GET /follows/:id/value": async ({ who, params }, services) => {
    const { view } = await reachFollow(who, params.id, services);
    const content = await contentOf(services.store, view.latestFound);
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
      ...(view.latestFound ? { etag: `${view.latestFound.id}-${view.latestFound.lastAt}-${view.block.verdict}` } : {}),
    };
  },
  "GET /follows/:id/value.txt": async ({ who, params }, services) => {
    const { view } = await reachFollow(who, params.id, services);
    return { raw: (await contentOf(services.store, view.latestFound))?.text ?? "" };
  },
};

type Wanted = Omit<z.output<typeof NewFollowBody>, "title" | keyof FollowOptions> &
  FollowOptions & { readonly title: string | null; readonly hasUsualConditions: boolean };

/** For somebody who waits for it. */
async function startFollow(services: Services, person: Person, wanted: Wanted): Promise<Followed> {
  await checkChannels(services.store, person.id, wanted.channels);
  checkSource(person, wanted.source);
  const { source, wish, captureId, intent, extent, tracer, cutPaths, ignoredPaths, title, ...rest } = wanted;
  const { hasUsualConditions, ...options } = rest;
  const outcome = await followBlock(
    {
      personId: person.id,
      source,
      wish,
      captureId,
      pick: { intent, extent, ...(tracer && tracer !== AUTOMATIC ? { tracer } : {}) },
      cutPaths,
      ignoredPaths,
      title,
      options,
      hasUsualConditions,
      feedKey: newFeedKey(),
    },
    services.checks,
  );
  return followedOrProblem(outcome);
}

type Followed = Extract<FollowOutcome, { kind: "followed" }>;

/** Throws a problem where the page or the block is not there. */
export function followedOrProblem(outcome: FollowOutcome): Followed {
  switch (outcome.kind) {
    case "followed":
      return outcome;
    case "missing":
      throw new ApiError("not-found", { reason: "no-block", detail: "The page has no such block." });
    case "invalid":
      throw new ApiError("invalid", { issues: [{ path: "body.wish", message: outcome.message }] });
    case "unreachable":
      throw captureFailed(outcome.failure);
  }
}

/** What only some may ask for; an archive is held to the same (`allowedTo`). */
export function checkSource(person: Person, source: Pick<Wanted["source"], "respectRobots">): void {
  if (!source.respectRobots && !mayIgnoreRobots(person)) {
    throw new ApiError("owner-only", { reason: "robots", detail: "Only the owner may leave robots.txt aside." });
  }
}

/** What a paired browser may say of a page besides its address: who fetches it. */
const BROWSERS_SAY: ReadonlySet<string> = new Set(["url", "fetcher"]);

/** Steps, cookies and headers may use stored secrets, which no extension needs: a paired browser leaves them as they are. */
export function checkBrowserSource(who: Principal, source: Readonly<Record<string, unknown>>): void {
  const usual: Readonly<Record<string, unknown>> = PageSource.parse({ url: "https://usual.example/" });
  const said = Object.entries(defined(source)).filter(([name, value]) => !isDeepStrictEqual(value, usual[name]));
  if (!isBrowserAlone(who) || said.every(([name]) => BROWSERS_SAY.has(name))) return;
  throw new ApiError("scope-missing", { detail: "A paired browser may only say who fetches a page." });
}

/** Channels that are not this person's are as good as none. */
async function checkChannels(
  store: Pick<Store, "channels">,
  owner: PersonId,
  wanted: readonly ChannelId[],
): Promise<void> {
  if (wanted.length === 0) return;
  const own = new Set((await store.channels.list(owner)).map(({ id }) => id));
  const foreign = wanted.findIndex((id) => !own.has(id));
  if (foreign >= 0) {
    throw new ApiError("invalid", { issues: [{ path: `body.channels.${foreign}`, message: "no such channel" }] });
  }
}

/** Paired browsers: pairing, what they are asked to look at, what they send, and what their badge and popup show. */
import { type Person, TileStyle, type Token, usualOptions } from "@tessera/model";
import type { BrowserReply, BrowserWork, browserApi, NewsItem, SnapshotReply } from "@tessera/model/api";
import type { CheckWork, Claim, FollowView, Store } from "@tessera/store";
import { type CheckOutcome, type CheckParts, checkPage } from "../../check/check-page.ts";
import {
  BROWSER_LEASE_MS,
  browserHolder,
  type ClaimRightRequest,
  checkFailed,
  checkUploaded,
  heldClaim,
} from "../../check/own-browser.ts";
import { followInBrowser, tryBlock } from "../../follow/follow-in-browser.ts";
import { audit } from "../../people/audit.ts";
import { findBrowser, isBrowser } from "../../people/pairing.ts";
import type { Principal } from "../../people/principal.ts";
import { newFeedKey } from "../../people/tokens.ts";
import type { Upload, UploadJob } from "../../trace/read-upload.ts";
import { TraceFailure } from "../../workers/trace-workers.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { followReply, found } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { checkRules } from "../rules.ts";
import type { Services } from "../services.ts";
import { followedOrProblem } from "./follow-routes.ts";
import { addTile } from "./sheet-routes.ts";

/** A browser that has nothing to do asks as often, in case somebody wants something looked at before it is due. */
const LONGEST_SLEEP_MS = 15 * 60_000;
/** Asking is written down at most this often. */
const TOUCH_MS = 60_000;

export const browserHandlers: Handlers<typeof browserApi> = {
  "POST /me/pairings": async ({ who, now }, { pairings }) => ({ body: await pairings.open(who.person, now) }),
  "GET /me/browsers": async ({ who }, { store }) => ({
    body: (await store.tokens.of(who.person.id)).filter(isBrowser).map(browserReply),
  }),
  "PATCH /me/browsers/:id": async ({ who, params, body }, { store }) => {
    found(await findBrowser(store, who.person, params.id));
    return { body: browserReply(found(await store.tokens.rename(who.person.id, params.id, body.name))) };
  },
  "DELETE /me/browsers/:id": async ({ who, params, origin, now }, services) => {
    const browser = found(await findBrowser(services.store, who.person, params.id));
    await unpair(services.store, { person: who.person, browser, address: origin.address, now });
    return {};
  },
  "POST /pair": async ({ body, origin, client, now }, { pairings, store }) => {
    const paired = await pairings.pair({ ...body, address: origin.address, countedAs: client.countedAs, now });
    if (paired.kind === "too-many") throw new ApiError("too-many", { retryAfterMs: paired.waitMs });
    if (paired.kind === "no-such-code") {
      throw new ApiError("not-found", {
        reason: "code-used",
        detail: "The code has been used, has run out or was never made.",
      });
    }
    const { secret, token, person } = paired;
    return { body: { secret, ...(await introduction(store, token, person)) } };
  },
  "GET /browser": async ({ who }, { store }) => {
    const browser = browserOf(who);
    const { changed, questions } = await store.follows.news(who.person.id, 1);
    const nextDueAt = await store.checks.nextDueAt(who.person.id);
    return { body: { ...(await introduction(store, browser, who.person)), changed, questions, nextDueAt } };
  },
  "DELETE /browser": async ({ who, origin, now }, { store }) => {
    await unpair(store, { person: who.person, browser: browserOf(who), address: origin.address, now });
    return {};
  },
  "GET /browser/news": async ({ who, query }, { store }) => {
    const { items, ...counts } = await store.follows.news(who.person.id, query.limit);
    return { body: { ...counts, items: items.map(({ view, sheetId }) => ({ ...newsItem(view), sheetId })) } };
  },
  "POST /browser/work": async ({ who, body, now }, { store, checks }) => {
    const browser = browserOf(who);
    const owner = who.person.id;
    if (now - (browser.lastUsedAt ?? 0) > TOUCH_MS) await store.tokens.touch(browser.id, now);
    const request = { now, limit: body.limit, leaseMs: BROWSER_LEASE_MS, holder: browserHolder(browser.id) };
    // how many at once of one site is the browser's to know: it is a visitor like any other
    const claims = await store.checks.claim({ ...request, browserOf: owner, perHost: body.limit });
    const items = await Promise.all(claims.map((claim) => workItem(claim, checks)));
    const nextDueAt = await store.checks.nextDueAt(owner);
    const askAgainAt = Math.min(Math.max(nextDueAt ?? Number.POSITIVE_INFINITY, now), now + LONGEST_SLEEP_MS);
    return { body: { items: items.filter((item) => item !== null), nextDueAt, askAgainAt } };
  },
  "POST /browser/work/:id/snapshot": async ({ who, params, query, body }, services) => {
    const { checks } = services;
    const right = { owner: who.person.id, page: params.id, token: query.claim };
    // before the bytes are looked at: whoever has no claim has no upload either
    await claimOf(right, services);
    const { page } = await uploaded({ bytes: body, as: "snapshot" }, services);
    const claim = await claimOf(right, services);
    const work = found(await checks.store.checks.load(claim));
    const outcome = await checkUploaded(claim, page, checks);
    return { body: await snapshotReply(outcome, work, services) };
  },
  "POST /browser/work/:id/failure": async ({ who, params, body }, services) => {
    const { checks, store } = services;
    const claim = await claimOf({ owner: who.person.id, page: params.id, token: body.claim }, services);
    const { failure, message } = body;
    if (failure === "given-back") await store.checks.release([claim]);
    else await checkFailed(claim, { failure, message }, checks);
    return {};
  },
  "POST /browser/tries": async ({ who, body }, services) => {
    await takeRate("pagesPerMinute", who, services);
    return { body: await tryBlock({ personId: who.person.id, ...body }, services.checks) };
  },
  "POST /browser/follows": async ({ who, body, baseUrl, now }, services) => {
    const { store, checks } = services;
    await takeRate("pagesPerMinute", who, services);
    const { page, picked } = await uploaded({ bytes: body, as: "follow" }, services);
    const { schedule, sheetId } = found(picked);
    await checkRules({ schedule }, checks.workers);
    const personId = who.person.id;
    // before anything is kept: a sheet that is not there is no reason to have stored the page
    if (sheetId) found((await store.sheets.list(personId)).find(({ id }) => id === sheetId));
    const usual = usualOptions(await store.settings.read(), await store.channels.list(personId));
    const options = { ...usual, ...(schedule && { schedule }) };
    const request = { personId, page, picked: found(picked), options, feedKey: newFeedKey() };
    const { view } = followedOrProblem(await followInBrowser(request, checks));
    const style = TileStyle.parse({});
    if (sheetId)
      await addTile(store, {
        person: personId,
        sheet: sheetId,
        followId: view.follow.id,
        content: { kind: "follow" },
        style,
        now,
      });
    return { body: followReply(view, baseUrl), etag: String(view.follow.version) };
  },
};

/** Only a paired browser has an alarm to set and a badge to draw. */
function browserOf({ by }: Principal): Token {
  if (by.kind === "token" && isBrowser(by.token)) return by.token;
  throw new ApiError("scope-missing", { detail: "Only a paired browser may ask this." });
}

function browserReply({ id, name, createdAt, lastUsedAt }: Token): BrowserReply {
  return { id, name, pairedAt: createdAt, seenAt: lastUsedAt };
}

async function introduction(store: Pick<Store, "settings">, browser: Token, { displayName, locale }: Person) {
  const { instanceName } = await store.settings.read();
  return { browser: browserReply(browser), person: { displayName, locale }, instance: instanceName };
}

interface Unpairing {
  readonly person: Person;
  readonly browser: Token;
  readonly address: string;
  readonly now: number;
}

/** What it was looking at is free for the person's other browsers at once. */
async function unpair(store: Store, { person, browser, address, now }: Unpairing): Promise<void> {
  found(await store.tokens.revoke(person.id, browser.id, now));
  await store.checks.releaseHeldBy(browserHolder(browser.id));
  const detail = { browser: browser.name };
  await audit(store, { personId: person.id, action: "token-revoked", address, detail, at: now });
}

async function claimOf(right: ClaimRightRequest, { checks }: Services): Promise<Claim> {
  return found(await heldClaim(right, checks));
}

/** What was sent, read in a worker thread; throws a problem where it is not what it should be. */
async function uploaded(
  job: Pick<UploadJob, "bytes" | "as">,
  { checks, tileRenderer }: Services,
): Promise<Extract<Upload, { kind: "page" }>> {
  const upload = await checks.workers
    .readUpload({ ...job, links: tileRenderer.linkRules })
    .catch((failure: unknown) => {
      if (!(failure instanceof TraceFailure)) throw failure;
      return { kind: "too-large", message: failure.message } as const;
    });
  switch (upload.kind) {
    case "page":
      return upload;
    case "too-large":
      throw new ApiError("too-large", { detail: upload.message });
    case "invalid":
      throw new ApiError("invalid", { detail: upload.message, issues: [{ path: "body", message: upload.message }] });
  }
}

/** Null where nobody follows anything there any more: then it is off the schedule. */
async function workItem(claim: Claim, checks: CheckParts): Promise<BrowserWork | null> {
  const work = await checks.store.checks.load(claim);
  if (!work?.blocks.length) {
    await checkPage(claim, checks);
    return null;
  }
  const { page, previous, blocks } = work;
  return {
    pageId: page.id,
    claim: claim.token,
    until: claim.until,
    url: page.source.url,
    title: page.title,
    lastWay: previous && (previous.layout === null ? "fetch" : "tab"),
    blocks: blocks.flatMap(({ block, follows }) =>
      follows.map(({ id, title }) => ({ followId: id, title, path: block.path })),
    ),
  };
}

async function snapshotReply(outcome: CheckOutcome, before: CheckWork, { store }: Services): Promise<SnapshotReply> {
  if (outcome.kind === "declined") return { kind: "render" };
  // another browser of the person was faster, or nobody follows anything there any more
  if (outcome.kind === "lost") throw new ApiError("not-found");
  const follows = before.blocks.flatMap((block) => block.follows);
  const views = await Promise.all(follows.map(({ personId, id }) => store.follows.find(personId, id)));
  const blocks = views.flatMap((view) => (view ? [{ followId: view.follow.id, verdict: view.block.verdict }] : []));
  return { kind: "recorded", changes: outcome.kind === "checked" ? outcome.changes : 0, blocks };
}

function newsItem({ follow, block, page, latest, latestFound }: FollowView): Omit<NewsItem, "sheetId"> {
  const verdict = latest?.verdict;
  const isLogin = verdict?.kind === "blocked" && verdict.reason === "login";
  const asks = block.verdict === "unsure" || block.verdict === "gone";
  return {
    followId: follow.id,
    title: follow.title,
    url: page.source.url,
    kind: isLogin ? "login" : asks ? "question" : "change",
    verdict: block.verdict,
    excerpt: latestFound?.excerpt ?? "",
    at: latest?.at ?? follow.createdAt,
    hasNews: latest !== null && latest.id !== follow.seenObservationId,
  };
}

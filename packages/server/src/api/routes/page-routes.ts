/** Pages as the picker opens them, their captures, and the catalogue that the owner offers. */
import {
  BodyHash,
  type CaptureId,
  CataloguePageId,
  type FollowId,
  newId,
  type Page,
  type PageSource,
} from "@tessera/model";
import type { pageApi, ScriptParts } from "@tessera/model/api";
import type { CheckStage } from "../../check/check-page.ts";
import { ensurePage, type Opened, openPage } from "../../follow/follow-block.ts";
import { sourceLike } from "../../follow/follow-like.ts";
import type { Principal } from "../../people/principal.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { captureReply, changedAnswer, defined, found, mapListing } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { checkRules } from "../rules.ts";
import type { Services } from "../services.ts";
import { checkBrowserSource, checkSource } from "./follow-routes.ts";

export const pageHandlers: Handlers<typeof pageApi> = {
  "POST /pages": async ({ who, body }, services) => {
    const { checks, live, clock } = services;
    const source = await sourceOf(body, who, services);
    checkSource(who.person, source);
    // the second half of an opening is counted with the first
    if (!(await isComing(body, who, services))) await takeRate("pagesPerMinute", who, services);
    const { url } = source;
    const personId = who.person.id;
    const onStage = (stage: CheckStage): void => live.tell({ kind: "opening", personId, url, stage, at: clock() });
    const opened = await openPage({ personId, source, onStage }, checks);
    if (opened.kind === "failed") {
      const { failure } = opened;
      throw new ApiError("capture-failed", {
        detail: failure.message,
        more: { failure, advice: adviceFor(failure) },
      });
    }
    const { page, capture } = opened;
    return { body: { page, capture: captureReply(capture), scripts: scriptParts(opened, services) } };
  },
  "GET /pages/:id": async ({ who, params }, { store }) => ({
    body: found(await store.pages.find(who.person.id, params.id)),
  }),
  "PATCH /pages/:id": async ({ who, params, body: patch, now }, { store, checks }) => {
    checkBrowserSource(who, patch);
    checkSource(who.person, { respectRobots: patch.respectRobots ?? true });
    const page = found(await store.pages.find(who.person.id, params.id));
    const isPrivate = await checks.access.isOwnersAlone(new URL(page.source.url), who.person.id);
    return { body: found(await store.follows.fetchBy(who.person.id, params.id, { patch, isPrivate, now })) };
  },
  "GET /pages": async ({ who, query }, { store }) => ({
    body: mapListing(await store.pages.list(who.person.id, query), (page) => page),
  }),
  "GET /pages/:id/captures": async ({ who, params, query }, { store }) => {
    found(await store.pages.find(who.person.id, params.id));
    return { body: mapListing(await store.captures.of(who.person.id, params.id, query), captureReply) };
  },
  "GET /captures/:id/source": async ({ who, params }, { store }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    const html = found(await store.bodies.readText(BodyHash.parse(capture.html)));
    return { raw: html, etag: capture.html };
  },
  "GET /captures/:id/picture": async ({ who, params }, { store }) => {
    const { picture } = found(await store.captures.find(who.person.id, params.id));
    const bytes = found(picture && (await store.bodies.read(picture)));
    return { raw: Buffer.from(bytes), etag: picture ?? "" };
  },
  "GET /catalogue": async (_, { store }) => ({
    body: (await store.catalogue.list()).map(({ entry, page }) => ({ ...entry, page })),
  }),
  "POST /catalogue": async ({ who, body, now }, { store, checks }) => {
    await checkRules(body, checks.workers);
    const page = await ensurePage(body.source, who.person.id, checks);
    const schedule = body.schedule ?? (await store.settings.read()).defaultSchedule;
    const { title, about } = body;
    const entry = {
      id: newId(CataloguePageId, now),
      pageId: page.id,
      offeredBy: who.person.id,
      title,
      about,
      schedule,
      training: null,
      createdAt: now,
      version: 1,
    };
    if (!(await store.catalogue.offer(entry, now))) {
      throw new ApiError("conflict", {
        reason: "offered",
        detail:
          "This page is offered already, or it is somebody's own: it keeps cookies, or its host is the owner's alone.",
      });
    }
    return { body: { ...entry, page }, etag: "1" };
  },
  "PATCH /catalogue/:id": async ({ params, body, ifVersion, now }, { store, checks }) => {
    await checkRules(body, checks.workers);
    const changed = await store.catalogue.change(params.id, defined(body), { now, ifVersion });
    return changedAnswer(changed, (entry) => ({ ...entry, page: null }));
  },
  "DELETE /catalogue/:id": async ({ params }, { store }) => {
    found(await store.catalogue.withdraw(params.id));
    return {};
  },
};

interface Asked {
  readonly source: PageSource;
  readonly like?: FollowId | undefined;
}

/** The page of a list is fetched like those that it leads to. */
async function sourceOf({ source, like }: Asked, { person }: Principal, { store }: Services): Promise<PageSource> {
  return like === undefined ? source : sourceLike(found(await store.follows.find(person.id, like)), source.url);
}

/** The raw page is shown to this person, and its rendered one is due. */
async function isComing(
  { shown }: { readonly shown?: CaptureId | undefined },
  { person }: Principal,
  { store, clock }: Services,
): Promise<boolean> {
  const capture = shown && (await store.captures.find(person.id, shown));
  const page = capture && (await store.pages.find(person.id, capture.pageId));
  return page ? isRenderedNext(page, clock()) : false;
}

function isRenderedNext({ fetcher: { fetcher, reason, probeAt } }: Page, now: number): boolean {
  return reason === "made-by-scripts" && fetcher === "http" && probeAt !== null && probeAt <= now;
}

function scriptParts(
  { page, capture }: Extract<Opened, { kind: "opened" }>,
  { hasBrowser, clock }: Services,
): ScriptParts {
  if (page.fetcher.reason !== "made-by-scripts") return "none";
  if (capture.fetcher === "browser") return "shown";
  if (!hasBrowser) return "no-browser";
  return isRenderedNext(page, clock()) ? "coming" : "failed";
}

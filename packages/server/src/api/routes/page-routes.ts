/** Pages as the picker opens them, their captures, and the catalogue that the owner offers. */
import {
  BodyHash,
  Capture,
  CaptureId,
  CataloguePage,
  CataloguePageId,
  newId,
  Page,
  PageId,
  PageSource,
  Schedule,
} from "@tessera/model";
import { z } from "zod";
import type { CheckStage } from "../../check/check-page.ts";
import { ensurePage, openPage } from "../../follow/follow-block.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { type Route, route } from "../route.ts";
import { checkRules } from "../rules.ts";
import { byId, changedAnswer, found, mapListing, SliceQuery, sliceOf } from "../views/slice.ts";
import { defined } from "./me-routes.ts";
import { checkSource } from "./start-follow.ts";

const tag = "pages";
const reading = { kind: "person", scope: "read" } as const;
const owning = { kind: "person", scope: "manage", ownerOnly: true } as const;

const PageReply = Page.pick({
  id: true,
  source: true,
  title: true,
  fetcher: true,
  lastCheckedAt: true,
  dueAt: true,
  failures: true,
  trouble: true,
  latestCaptureId: true,
}).strip();
const CaptureReply = Capture.pick({
  id: true,
  pageId: true,
  at: true,
  fetcher: true,
  finalUrl: true,
  status: true,
  transferBytes: true,
  tookMs: true,
})
  .extend({
    isRendered: z.boolean(),
    hasPicture: z.boolean(),
    pageUrl: z.string().describe("Where the picker's frame finds it"),
  })
  .strip();

function captureReply(capture: Capture): z.input<typeof CaptureReply> {
  return {
    ...capture,
    isRendered: capture.layout !== null,
    hasPicture: capture.picture !== null,
    pageUrl: `/api/v1/captures/${capture.id}/page`,
  };
}

const pickerRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/v1/pages",
    summary: "Open a page for picking: it is captured now, before everything else that is due",
    tag,
    access: { kind: "person", scope: "check" },
    body: z.strictObject({ source: PageSource }),
    reply: z.object({ page: PageReply, capture: CaptureReply }),
    status: 201,
    handle: async ({ who, body }, services) => {
      const { checks, live, clock } = services;
      checkSource(who.person, body.source);
      await takeRate("pagesPerMinute", who, services);
      const { url } = body.source;
      const personId = who.person.id;
      const onStage = (stage: CheckStage): void => live.tell({ kind: "opening", personId, url, stage, at: clock() });
      const opened = await openPage({ personId, source: body.source, onStage }, checks);
      if (opened.kind === "failed") {
        const { failure } = opened;
        throw new ApiError("capture-failed", {
          detail: failure.message,
          more: { failure, advice: adviceFor(failure) },
        });
      }
      return { body: { page: opened.page, capture: captureReply(opened.capture) } };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/pages",
    summary: "The pages on which I follow something",
    tag,
    access: reading,
    query: SliceQuery,
    reply: sliceOf(PageReply),
    handle: async ({ who, query }, { store }) => ({
      body: mapListing(await store.pages.list(who.person.id, query), (page) => page),
    }),
  }),
  route({
    method: "GET",
    path: "/api/v1/pages/:id/captures",
    summary: "Captures of a page that I follow something on",
    tag,
    access: reading,
    params: byId(PageId),
    query: SliceQuery,
    reply: sliceOf(CaptureReply),
    handle: async ({ who, params, query }, { store }) => {
      found(await store.pages.find(who.person.id, params.id));
      return { body: mapListing(await store.captures.of(who.person.id, params.id, query), captureReply) };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/captures/:id/source",
    summary: "The HTML of a capture, as plain text",
    tag,
    access: reading,
    params: byId(CaptureId),
    reply: { contentType: "text/plain; charset=utf-8", about: "Foreign markup, never to be shown as a page" },
    handle: async ({ who, params }, { store }) => {
      const capture = found(await store.captures.find(who.person.id, params.id));
      const html = found(await store.bodies.readText(BodyHash.parse(capture.html)));
      return { raw: html, etag: capture.html };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/captures/:id/picture",
    summary: "A picture of the whole page, where it was rendered because somebody asked for it",
    tag,
    access: reading,
    params: byId(CaptureId),
    reply: { contentType: "image/webp", about: "A picture, at most 16,000 pixels a side" },
    handle: async ({ who, params }, { store }) => {
      const { picture } = found(await store.captures.find(who.person.id, params.id));
      const bytes = found(picture && (await store.bodies.read(picture)));
      return { raw: Buffer.from(bytes), etag: picture ?? "" };
    },
  }),
];

const CatalogueReply = CataloguePage.pick({
  id: true,
  title: true,
  about: true,
  schedule: true,
  createdAt: true,
  version: true,
})
  .extend({
    page: PageReply.nullable(),
  })
  .strip();

const catalogueRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/catalogue",
    summary: "Pages that the owner offers to everybody",
    tag,
    access: reading,
    reply: z.array(CatalogueReply),
    handle: async (_, { store }) => ({
      body: (await store.catalogue.list()).map(({ entry, page }) => ({ ...entry, page })),
    }),
  }),
  route({
    method: "POST",
    path: "/api/v1/catalogue",
    summary: "Offer a page to everybody",
    tag,
    access: owning,
    body: z.strictObject({
      source: PageSource,
      title: CataloguePage.shape.title,
      about: CataloguePage.shape.about.default(""),
      schedule: Schedule.optional(),
    }),
    reply: CatalogueReply,
    status: 201,
    handle: async ({ who, body, now }, { store, checks }) => {
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
          detail:
            "This page is offered already, or it is somebody's own: it keeps cookies, or its host is the owner's alone.",
        });
      }
      return { body: { ...entry, page }, etag: "1" };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/v1/catalogue/:id",
    summary: "Change what is said of an offered page",
    tag,
    access: owning,
    params: byId(CataloguePageId),
    body: z.strictObject({
      title: CataloguePage.shape.title.optional(),
      about: CataloguePage.shape.about.optional(),
      schedule: Schedule.optional(),
    }),
    reply: CatalogueReply,
    handle: async ({ params, body, ifVersion, now }, { store, checks }) => {
      await checkRules(body, checks.workers);
      const changed = await store.catalogue.change(params.id, defined(body), { now, ifVersion });
      return changedAnswer(changed, (entry) => ({ ...entry, page: null }));
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/catalogue/:id",
    summary: "Withdraw a page from the catalogue",
    tag,
    access: owning,
    params: byId(CataloguePageId),
    handle: async ({ params }, { store }) => {
      found(await store.catalogue.withdraw(params.id));
      return {};
    },
  }),
];

export const pageRoutes: readonly Route[] = [...pickerRoutes, ...catalogueRoutes];

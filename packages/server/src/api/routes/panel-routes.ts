/** How a page is fetched: tried, shown by doing, and the secrets for it. */
import { type LiveView, StepInFrame } from "@tessera/capture";
import type { LiveViewReply, panelApi, SecretReply, TriedPage } from "@tessera/model/api";
import { CaptureFailure } from "@tessera/network";
import type { SealedSecret } from "@tessera/store";
import { type Tried, tryPage } from "../../follow/try-page.ts";
import type { TileRenderer } from "../../show/tile-renderer.ts";
import { adviceFor, captureFailed } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { found } from "../replies.ts";
import type { Handlers } from "../route.ts";
import type { Services } from "../services.ts";
import { checkSource } from "./follow-routes.ts";

const MAX_FOLLOWS = 100;
const LONGEST_SOURCE = 100_000;
/** In characters: a larger page is not sent along, and its source says enough. */
const LONGEST_DOCUMENT = 8_000_000;

export const panelHandlers: Handlers<typeof panelApi> = {
  "POST /pages/try": async ({ who, body }, services) => {
    const { store, checks, livePages, tileRenderer } = services;
    const { person } = who;
    checkSource(person, body.source);
    const page = body.page ? found(await store.pages.find(person.id, body.page)) : null;
    await takeRate("pagesPerMinute", who, services);
    const filter = page && { page: page.id, limit: MAX_FOLLOWS };
    const views = filter ? (await store.follows.list(person.id, filter)).items : [];
    const first = page?.fetcher.fetcher === "browser" ? "browser" : "http";
    // it is tried by this process, whatever its workers have
    const hasBrowser = livePages !== null;
    const tried = await tryPage(
      { personId: person.id, source: body.source, secrets: body.secrets, views, first, hasBrowser },
      checks,
    );
    return { body: triedReply(tried, await documentOf(tried, { source: body.source, by: person.id }, tileRenderer)) };
  },
  "GET /secrets": async ({ who }, { store }) => ({
    body: (await store.secrets.of(who.person.id)).map(secretReply),
  }),
  "PUT /secrets": async ({ who, body, now }, { secrets }) => {
    const put = await secrets.put(who.person.id, body, now);
    if (put === "no-key") {
      const detail =
        "Secrets cannot be sealed here: the operator has to set TESSERA_SECRETS_KEY for servers and workers.";
      throw new ApiError("unsupported", { reason: "no-secrets-key", detail });
    }
    if (put === "full")
      throw new ApiError("too-many", { reason: "secrets", detail: "There is no room for more secrets: remove some." });
    return { body: { origin: body.origin, name: body.name, updatedAt: now } };
  },
  "DELETE /secrets": async ({ who, query }, { store }) => {
    found(await store.secrets.remove(who.person.id, query));
    return {};
  },
  "POST /recordings": async ({ who, body }, services) => {
    checkSource(who.person, body.source);
    const livePages = livePagesOf(services);
    await takeRate("pagesPerMinute", who, services);
    const opened = await orFailed(
      livePages.open({ source: body.source, person: who.person.id, secrets: body.secrets ?? [] }),
    );
    if (opened === "full") {
      throw new ApiError("busy", {
        reason: "recordings",
        detail: "Others show steps in all pages that may be open at once: try again soon.",
      });
    }
    if (opened === "gone") throw new ApiError("not-found");
    return { body: { id: opened.id, view: viewReply(opened.view) } };
  },
  "POST /recordings/:id/steps": async ({ who, params, body: { step, at = null, secrets = [] } }, { livePages }) => {
    const taken = livePages && (await orFailed(livePages.take(params.id, who.person.id, { step, at, secrets })));
    if (taken === null || taken === "gone" || taken === "full") {
      throw new ApiError("not-found", {
        reason: "page-closed",
        detail: "This page is no longer open: open it again, with the steps so far.",
      });
    }
    return { body: { step: taken.step, view: viewReply(taken.view) } };
  },
  "DELETE /recordings/:id": async ({ who, params }, { livePages }) => {
    found(await livePages?.close(params.id, who.person.id));
    return {};
  },
};

function livePagesOf({ livePages }: Services): NonNullable<Services["livePages"]> {
  if (livePages) return livePages;
  throw new ApiError("unsupported", {
    reason: "no-browser",
    detail: "This server has no browser of its own in which steps could be shown.",
  });
}

async function orFailed<T>(work: Promise<T>): Promise<T> {
  return work.catch((failure: unknown) => {
    if (failure instanceof StepInFrame)
      throw new ApiError("unsupported", { reason: "in-frame", detail: failure.message });
    throw failure instanceof CaptureFailure ? captureFailed(failure.toRecord()) : failure;
  });
}

function secretReply({ origin, name, updatedAt }: SealedSecret): SecretReply {
  return { origin, name, updatedAt };
}

function viewReply({ picture, ...view }: LiveView): LiveViewReply {
  return { ...view, picture: picture.toString("base64") };
}

/** Of a page that there is no picture of. */
async function documentOf(
  { page, pictures }: Tried,
  asked: Parameters<TileRenderer["triedPage"]>[1],
  tileRenderer: TileRenderer,
): Promise<string | null> {
  const document = page && pictures.length === 0 ? await tileRenderer.triedPage(page, asked) : null;
  return document !== null && document.length <= LONGEST_DOCUMENT ? document : null;
}

function triedReply({ fetcher, failure, tookMs, page, pictures, blocks }: Tried, document: string | null): TriedPage {
  const shown = pictures.map((picture) => Buffer.from(picture).toString("base64"));
  const steps = shown.slice(1).map((picture) => ({ picture, message: null }));
  const hasFailedStep = failure?.code === "step-failed" && shown.length > 0;
  return {
    fetcher,
    failure,
    advice: failure && adviceFor(failure),
    status: page?.status ?? null,
    finalUrl: page?.finalUrl ?? null,
    tookMs,
    bytes: page?.bytes ?? null,
    title: page?.title ?? null,
    picture: shown.at(-1) ?? null,
    document,
    source: page?.html.slice(0, LONGEST_SOURCE) ?? null,
    steps: hasFailedStep ? [...steps, { picture: null, message: failure.message }] : steps,
    blocks: [...blocks],
  };
}

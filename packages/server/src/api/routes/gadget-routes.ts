/** Blocks and sheets on other sites, and sheets by a secret link: made and taken back by their person, shown to whoever has the address. */
import { randomBytes } from "node:crypto";
import { type Gadget, type GadgetId, GadgetId as Id, newId } from "@tessera/model";
import type { GadgetReply, gadgetApi, gadgetRootApi } from "@tessera/model/api";
import { wayInTile } from "@tessera/model/ways";
import type { SheetView, TileView } from "@tessera/store";
import { languageOf } from "../../notify/message/language.ts";
import { audit } from "../../people/audit.ts";
import { escaped, iframeSnippet, nothingDocument } from "../../show/gadget-documents.ts";
import { holderOf } from "../../show/gadget-links.ts";
import { sharedPage, stateOf } from "../../show/shared-page.ts";
import { boardOf, gadgetRefusal, REFUSAL_SENTENCES } from "../../show/shown-to-others.ts";
import { ApiError } from "../api-error.ts";
import { othersParts } from "../reach.ts";
import { found } from "../replies.ts";
import type { Answer, Ask, Handlers } from "../route.ts";
import type { Services } from "../services.ts";
import { isClosedIn, linkedSites, pageParts, rowsForStrangers, sheetsOf, themeOf, titleOf } from "./shared-pages.ts";
import { ancestorsOf, embedded, framed, showBoard, showTile } from "./shared-tiles.ts";

const NONCE_BYTES = 18;

export const gadgetHandlers: Handlers<typeof gadgetApi> = {
  "GET /gadgets": async ({ who, baseUrl }, services) => {
    const { store } = services;
    const gadgets = await store.gadgets.of(who.person.id);
    const items = await Promise.all(gadgets.map((gadget) => gadgetReply(gadget, baseUrl, services)));
    const { allowsGadgets, allowsLinks } = await store.settings.read();
    return { body: { isAllowed: allowsGadgets, areLinksAllowed: allowsLinks, items } };
  },
  "POST /gadgets": async ({ who, body, baseUrl, origin, now }, services) => {
    const { store } = services;
    const personId = who.person.id;
    const { followId = null, sheetId = null, face, wall, options, expiresAt } = body;
    if (expiresAt !== null && expiresAt <= now) {
      throw new ApiError("invalid", { issues: [{ path: "body.expiresAt", message: "cannot end before it begins" }] });
    }
    for (const id of [...(sheetId ? [sheetId] : []), ...(wall?.sheetIds ?? [])]) {
      found(await store.sheets.find(personId, id));
    }
    if (followId) found((await store.follows.find(personId, followId))?.follow.deletedAt === null);
    if (options.tileId) found((await boardOf({ personId, options }, store))?.tile.sheetId === sheetId);
    const gadget: Gadget = {
      ...{ id: newId(Id, now), personId, followId, sheetId, face, wall, options, expiresAt },
      ...{ createdAt: now, lastShownAt: null },
    };
    const refusal = await gadgetRefusal(gadget, othersParts(services));
    if (refusal)
      throw new ApiError("gadget-refused", { detail: REFUSAL_SENTENCES[refusal], more: { reason: refusal } });
    if (!(await store.gadgets.add(gadget)))
      throw new ApiError("cap-reached", { reason: "gadgets", detail: "One person may show 100 of them." });
    const detail = {
      gadget: gadget.id,
      face,
      ...(face === "frame" ? { sites: options.sites.join(" ") || "any" } : {}),
    };
    await audit(store, { personId, action: "gadget-created", address: origin.address, detail, at: now });
    return { body: await gadgetReply(gadget, baseUrl, services) };
  },
  "DELETE /gadgets/:id": async ({ who, params, origin, now }, { store }) => {
    found(await store.gadgets.remove(who.person.id, params.id));
    const detail = { gadget: params.id };
    await audit(store, { personId: who.person.id, action: "gadget-revoked", address: origin.address, detail, at: now });
    return {};
  },
};

export const gadgetRootHandlers: Handlers<typeof gadgetRootApi> = {
  "GET /gadgets/:token": async (ask, services) => {
    const gadget = await opened(ask, services);
    if (!gadget) return nothing(ask);
    await noteShown(gadget, ask.now, services);
    const show = gadget.options.tileId ? showBoardAlone : gadget.sheetId ? showSheet : showFollow;
    return (await show(gadget, ask, services)) ?? nothing(ask);
  },
  "GET /gadgets/:token/state": async (ask, services) => {
    const gadget = found(await opened(ask, services));
    const page = found(gadget.face === "link" && (await pageParts(gadget, pathOf(ask), services)));
    await noteShown(gadget, ask.now, services);
    return { body: stateOf(page), headers: { "x-robots-tag": "noindex" } };
  },
  "GET /gadgets/:token/tiles/:tile": async (ask, services) => {
    const gadget = await opened(ask, services, "part");
    const sheets = gadget ? await sheetsOf(gadget, services) : [];
    const isAsked = ({ tile }: TileView): boolean => tile.id === ask.params.tile;
    const on = sheets.find(({ tiles }) => tiles.some(isAsked));
    const shown = on?.tiles.find(isAsked);
    if (!gadget || !on || !shown || isClosedIn(on, shown.tile.id)) return nothing(ask);
    const views = await rowsForStrangers(shown, services);
    const view = views[ask.query.part];
    const chosen = view ? wayInTile(shown.tile, on.sheet.style, view.follow.id) : null;
    const theme = themeOf(gadget, on);
    const what = { views, view, gadget, chosen, theme, now: ask.now };
    return (view && (await showTile(shown, { ...what, view }, services))) ?? nothing(ask);
  },
  "GET /gadgets/:token/icons": async (ask, services) => {
    const gadget = await opened(ask, services, "part");
    const sites = gadget?.face === "link" ? linkedSites(await sheetsOf(gadget, services)) : null;
    const { origin } = new URL(ask.query.site);
    if (!gadget || !sites?.has(origin)) return nothing(ask);
    const icon = await services.tileRenderer.forPerson(holderOf(gadget.id)).icon(origin);
    if (typeof icon === "string") return { status: 204, raw: Buffer.alloc(0), headers: PICTURE };
    return { raw: icon.body, contentType: icon.type, headers: PICTURE };
  },
  "GET /gadgets/:token/pictures/:sheet": async (ask, services) => {
    const gadget = await opened(ask, services, "part");
    const views = gadget?.face === "link" ? await sheetsOf(gadget, services) : [];
    const hash = views.find(({ sheet }) => sheet.id === ask.params.sheet)?.sheet.picture;
    const bytes = hash && (await services.store.bodies.read(hash));
    return bytes ? { raw: Buffer.from(bytes), contentType: "image/jpeg", headers: PICTURE } : nothing(ask);
  },
  "GET /oembed": async (ask, services) => {
    const { query, baseUrl } = ask;
    const base = new URL(baseUrl);
    const url = URL.parse(query.url);
    const [, token = ""] = /^\/gadgets\/([^/]+)$/.exec(url?.pathname ?? "") ?? [];
    found(url?.host === base.host);
    const gadget = found(await opened({ ...ask, params: { token } }, services));
    found(gadget.face === "frame");
    const { title, url: src } = await gadgetReply(gadget, baseUrl, services);
    const width = Math.min(gadget.options.width, query.maxwidth ?? gadget.options.width);
    const height = Math.min(gadget.options.height, query.maxheight ?? gadget.options.height);
    const { instanceName } = await services.store.settings.read();
    return {
      body: {
        version: "1.0",
        type: "rich",
        title,
        provider_name: instanceName,
        provider_url: base.origin,
        html: iframeSnippet(src, { title, width, height, isSheet: isSheet(gadget) }),
        width,
        height,
        cache_age: 300,
      },
    };
  },
};

/** What a picture is may not be guessed, and it is asked for again, so that it can be taken back. */
const PICTURE = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
};

/**
 * In a minute. Behind one address may be an office whose people have a sheet open: a page of 30 blocks and 70 icons is asked for in
 * 101 requests, and then three times a minute what is new. What is no address of ours is guessed by nobody so often.
 */
const LIMITS = {
  page: { perVisitor: 300, perGadget: 3_000 },
  part: { perVisitor: 3_000, perGadget: 20_000 },
} as const;
const WRONG_PER_ADDRESS = 300;

type TokenAsk = Pick<Ask<{ readonly token: string }, unknown, unknown, unknown>, "params" | "client" | "now">;

/** The gadget of this address, where it shows something. Nobody's login matters. */
async function opened(
  { params, client, now }: TokenAsk,
  services: Services,
  what: keyof typeof LIMITS = "page",
): Promise<Gadget | null> {
  const { gadgets, store, rates } = services;
  const limited = (key: string, limit: number): void => {
    const retryAfterMs = rates.take(`gadgets ${key}`, limit, now);
    if (retryAfterMs > 0) throw new ApiError("too-many", { retryAfterMs });
  };
  const id = gadgets.read(params.token);
  const { perVisitor, perGadget } = LIMITS[what];
  if (id) {
    limited(`${what} of ${id} from ${client.countedAs}`, perVisitor);
    limited(`${what} of ${id}`, perGadget);
  } else limited(`from ${client.countedAs}`, WRONG_PER_ADDRESS);
  // whether an address was never made, is over or was taken back cannot be told by how long the answer takes
  const gadget = await store.gadgets.find(id ?? NOBODYS);
  const refusal = await gadgetRefusal(gadget ?? NO_GADGET, othersParts(services));
  return gadget && refusal === null ? gadget : null;
}

const NOBODYS = Id.parse("00000000-0000-7000-8000-000000000000");
const NO_GADGET = { face: "link", expiresAt: null } as const;

/** The address as it was asked for, without what stands before it. */
function pathOf({ params }: Pick<TokenAsk, "params">): string {
  return `/gadgets/${params.token}`;
}

/** The visits of an hour are one write. */
const NOTED_EVERY_MS = 3_600_000;

async function noteShown({ id, lastShownAt }: Gadget, now: number, { store }: Services): Promise<void> {
  const hour = now - (now % NOTED_EVERY_MS);
  if (lastShownAt === null || lastShownAt < hour) await store.gadgets.shown(id, hour);
}

async function showFollow(
  gadget: Gadget,
  { baseUrl }: { readonly baseUrl: string },
  services: Services,
): Promise<Answer<undefined> | null> {
  const view = gadget.followId && (await services.store.follows.find(gadget.personId, gadget.followId));
  if (!view) return null;
  const answer = await framed(view, { gadget, chosen: null }, services);
  return answer && discoverable(answer, urlOf(gadget.id, baseUrl, services));
}

async function showSheet(
  gadget: Gadget,
  ask: TokenAsk & { readonly baseUrl: string; readonly query: { readonly sheet: number } },
  services: Services,
): Promise<Answer<undefined> | null> {
  const page = await pageParts(gadget, pathOf(ask), services);
  if (!page) return null;
  const first = Math.min(ask.query.sheet, page.sheets.length - 1);
  if (gadget.face === "frame") {
    const raw = sharedPage({ ...page, first, live: null });
    const answer = { raw, ...embedded(sheetPolicy(ancestorsOf(gadget))) };
    return discoverable(answer, urlOf(gadget.id, ask.baseUrl, services));
  }
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const raw = sharedPage({ ...page, first, live: { state: `${pathOf(ask)}/state`, nonce } });
  const policy = `${sheetPolicy(["'none'"])}; script-src 'nonce-${nonce}'; img-src 'self'; connect-src 'self'`;
  return { raw, headers: { "content-security-policy": policy, "x-robots-tag": "noindex, nofollow" } };
}

/** Nothing else of the sheet that it is on. */
async function showBoardAlone(
  gadget: Gadget,
  { baseUrl }: { readonly baseUrl: string },
  services: Services,
): Promise<Answer<undefined> | null> {
  const board = await boardOf(gadget, services.store);
  const views = board ? await rowsForStrangers(board, services) : [];
  if (!board || views.length === 0) return null;
  const answer = await showBoard(board, { gadget, views, theme: gadget.options.theme, isInside: false }, services);
  return discoverable(answer, urlOf(gadget.id, baseUrl, services));
}

/** Of the document around the blocks, which is our own. */
function sheetPolicy(ancestors: readonly string[]): string {
  return `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors.join(" ")}`;
}

/** The same whatever the reason: strangers learn nothing about it. */
function nothing({ client }: Pick<TokenAsk, "client">): Answer<undefined> {
  const language = languageOf(client.locale);
  return {
    status: 404,
    raw: nothingDocument(language.say("shared.nothing"), language),
    withoutHeaders: ["x-frame-options"],
    headers: {
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *; sandbox",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "cross-origin",
      "x-robots-tag": "noindex",
    },
  };
}

function urlOf(id: GadgetId, baseUrl: string, { gadgets }: Services): string {
  return new URL(`/gadgets/${gadgets.tokenOf(id)}`, baseUrl).href;
}

/** How to embed it can be found by its head and by its document: programs look for either. */
function discoverable(answer: Answer<undefined>, url: string): Answer<undefined> {
  const endpoint = new URL("/oembed", url);
  endpoint.searchParams.set("url", url);
  const kind = `rel="alternate" type="${OEMBED_TYPE}"`;
  const link = `<link ${kind} href="${escaped(endpoint.href)}">`;
  return {
    ...answer,
    // the first head is that of our own document: what a page says comes behind it
    ...(typeof answer.raw === "string" ? { raw: answer.raw.replace("<head>", () => `<head>${link}`) } : {}),
    headers: { ...answer.headers, link: `<${endpoint.href}>; rel="alternate"; type="${OEMBED_TYPE}"` },
  };
}

const OEMBED_TYPE = "application/json+oembed";

async function gadgetReply(gadget: Gadget, baseUrl: string, services: Services): Promise<GadgetReply> {
  const url = urlOf(gadget.id, baseUrl, services);
  const title = await nameOf(gadget, services);
  const { width, height } = gadget.options;
  return {
    ...gadget,
    url,
    title,
    html: iframeSnippet(url, { title, width, height, isSheet: isSheet(gadget) }),
    refusal: await gadgetRefusal(gadget, othersParts(services)),
  };
}

/** A sheet is frames in a frame; a block or a board is one document. */
function isSheet({ sheetId, options }: Gadget): boolean {
  return sheetId !== null && options.tileId === undefined;
}

async function nameOf(gadget: Gadget, { store }: Services): Promise<string> {
  const { personId, followId, sheetId, options } = gadget;
  if (followId) return (await store.follows.find(personId, followId))?.follow.title ?? "";
  if (options.tileId) {
    const board = await boardOf(gadget, store);
    return board ? titleOf(board.tile, board.views) : "";
  }
  const sheet: SheetView | null = sheetId && (await store.sheets.find(personId, sheetId));
  return sheet?.sheet.title ?? "";
}

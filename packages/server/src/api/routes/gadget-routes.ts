/** Blocks and sheets on other sites: made and taken back by their person, and shown to whoever has the address. */
import { type Gadget, type GadgetId, type GadgetRefusal, GadgetId as Id, newId } from "@tessera/model";
import type { GadgetReply, gadgetApi, gadgetRootApi } from "@tessera/model/api";
import { contentPolicy, textDocument, tileDocument } from "@tessera/show";
import type { FollowView, SheetView, TileView } from "@tessera/store";
import { contentOf } from "../../changes/stored-content.ts";
import { audit } from "../../people/audit.ts";
import { boardDocument, iframeSnippet, nothingDocument, sheetDocument } from "../../show/gadget-documents.ts";
import { holderOf } from "../../show/gadget-links.ts";
import { type GadgetState, gadgetRefusal, refusalOf, type StrangerParts } from "../../show/shown-to-strangers.ts";
import { ASSET_SOURCE } from "../../show/tile-renderer.ts";
import { ApiError } from "../api-error.ts";
import { found } from "../replies.ts";
import type { Answer, Ask, Handlers } from "../route.ts";
import type { Services } from "../services.ts";

/** What people read where something is not shown to strangers. */
const REASONS: Readonly<Record<GadgetState, string>> = {
  "ones-own":
    "Only you may see this page: it comes from your own browser, or is fetched with your cookies, headers, secrets or steps.",
  "private-host": "The page is on a private host, which strangers are not shown.",
  "seen-in-private":
    "What is stored of this block was seen while only you could see its page. Once it is seen again, it can be shown.",
  nothing: "There is nothing to show yet.",
  forbidden: "The owner of this instance does not allow blocks on other sites.",
  expired: "The time of this address is over.",
};

export const gadgetHandlers: Handlers<typeof gadgetApi> = {
  "GET /gadgets": async ({ who, baseUrl }, services) => {
    const { store } = services;
    const gadgets = await store.gadgets.of(who.person.id);
    const items = await Promise.all(gadgets.map((gadget) => gadgetReply(gadget, baseUrl, services)));
    return { body: { isAllowed: (await store.settings.read()).allowsGadgets, items } };
  },
  "POST /gadgets": async ({ who, body, baseUrl, origin, now }, services) => {
    const { store } = services;
    const personId = who.person.id;
    const { followId = null, sheetId = null, options, expiresAt } = body;
    if (expiresAt !== null && expiresAt <= now) {
      throw new ApiError("invalid", { issues: [{ path: "body.expiresAt", message: "cannot end before it begins" }] });
    }
    if (sheetId) found(await store.sheets.find(personId, sheetId));
    if (followId) found((await store.follows.find(personId, followId))?.follow.deletedAt === null);
    const gadget: Gadget = {
      ...{ id: newId(Id, now), personId, followId, sheetId, options, expiresAt },
      ...{ createdAt: now, lastShownAt: null },
    };
    const refusal = await gadgetRefusal(gadget, strangerParts(services));
    if (refusal) throw new ApiError("gadget-refused", { detail: REASONS[refusal], more: { reason: refusal } });
    if (!(await store.gadgets.add(gadget)))
      throw new ApiError("cap-reached", { detail: "One person may show 100 of them." });
    const detail = { gadget: gadget.id, sites: options.sites.join(" ") || "any" };
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
    if (!gadget) return nothing();
    await noteShown(gadget, ask.now, services);
    return gadget.sheetId ? showSheet(gadget, ask, services) : showFollow(gadget, ask, services);
  },
  "GET /gadgets/:token/tiles/:tile": async (ask, services) => {
    const gadget = await opened(ask, services);
    const sheet = gadget?.sheetId ? await services.store.sheets.find(gadget.personId, gadget.sheetId) : null;
    const shown = sheet?.tiles.find(({ tile }) => tile.id === ask.params.tile);
    if (!gadget || !shown) return nothing();
    const views = await shownRows(shown, services);
    if (shown.tile.content.kind === "board" && views.length > 0) {
      const raw = boardDocument(views, { title: titleOf(shown), theme: gadget.options.theme });
      return { raw, ...embedded(contentPolicy(policyOf(gadget))) };
    }
    const view = views[ask.query.part];
    return view ? framed(view, gadget, services) : nothing();
  },
  "GET /oembed": async (ask, services) => {
    const { query, baseUrl } = ask;
    const base = new URL(baseUrl);
    const url = URL.parse(query.url);
    const [, token = ""] = /^\/gadgets\/([^/]+)$/.exec(url?.pathname ?? "") ?? [];
    found(url?.host === base.host);
    const gadget = found(await opened({ ...ask, params: { token } }, services));
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
        html: iframeSnippet(src, { title, width, height, isSheet: gadget.sheetId !== null }),
        width,
        height,
        cache_age: 300,
      },
    };
  },
};

function strangerParts({ store, checks, clock }: Services): StrangerParts {
  return { store, access: checks.access, clock };
}

/** From one address, and of one gadget, in a minute. */
const PER_ADDRESS = 300;
const PER_GADGET = 3_000;

type TokenAsk = Pick<Ask<{ readonly token: string }, unknown, unknown, unknown>, "params" | "client" | "now">;

/** The gadget of this address, where it shows something. Nobody's login matters. */
async function opened({ params, client, now }: TokenAsk, services: Services): Promise<Gadget | null> {
  const { gadgets, store, rates } = services;
  const limited = (key: string, limit: number): void => {
    const retryAfterMs = rates.take(`gadgets ${key}`, limit, now);
    if (retryAfterMs > 0) throw new ApiError("too-many", { retryAfterMs });
  };
  limited(`from ${client.countedAs}`, PER_ADDRESS);
  const id = gadgets.read(params.token);
  if (!id) return null;
  limited(`of ${id}`, PER_GADGET);
  const gadget = await store.gadgets.find(id);
  return gadget && (await gadgetRefusal(gadget, strangerParts(services))) === null ? gadget : null;
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
): Promise<Answer<undefined>> {
  const view = gadget.followId && (await services.store.follows.find(gadget.personId, gadget.followId));
  if (!view) return nothing();
  const answer = await framed(view, gadget, services);
  return { ...answer, headers: { ...answer.headers, link: discovery(gadget.id, baseUrl, services) } };
}

async function showSheet(
  gadget: Gadget,
  { baseUrl, params }: { readonly baseUrl: string; readonly params: { readonly token: string } },
  services: Services,
): Promise<Answer<undefined>> {
  const sheet = gadget.sheetId && (await services.store.sheets.find(gadget.personId, gadget.sheetId));
  if (!sheet) return nothing();
  const shown = await Promise.all(sheet.tiles.map(async (tile) => ({ tile, rows: await shownRows(tile, services) })));
  const tiles = shown
    .filter(({ rows }) => rows.length > 0)
    .map(({ tile, rows }) => {
      const src = `/gadgets/${params.token}/tiles/${tile.tile.id}`;
      const parts = tile.tile.content.kind === "joined" ? rows : rows.slice(0, 1);
      return { title: titleOf(tile), place: tile.tile.place, sources: parts.map((_, at) => `${src}?part=${at}`) };
    });
  const { theme } = gadget.options;
  const raw = sheetDocument({ title: sheet.sheet.title, tiles, theme, leftOut: sheet.tiles.length - tiles.length });
  const answer = embedded(sheetPolicy(gadget));
  return { raw, ...answer, headers: { ...answer.headers, link: discovery(gadget.id, baseUrl, services) } };
}

/** Those of its rows that strangers may see. */
async function shownRows({ views }: TileView, services: Services): Promise<readonly FollowView[]> {
  const refusals: readonly (GadgetRefusal | null)[] = await Promise.all(
    views.map((view) => refusalOf(view, strangerParts(services))),
  );
  return views.filter((_, at) => refusals[at] === null);
}

/** The same renderer and the same walls as in the app, with links and pictures in the name of the gadget. */
async function framed(view: FollowView, gadget: Gadget, services: Services): Promise<Answer<undefined>> {
  const { store } = services;
  const observation = view.latestFound;
  if (!observation) return nothing();
  const { look, theme } = gadget.options;
  const policy = policyOf(gadget);
  const frame = { ...policy, title: view.follow.title, padPx: 8, ...(theme === "system" ? {} : { scheme: theme }) };
  const answer = embedded(contentPolicy(policy));
  if (look === "text") {
    return { raw: textDocument((await contentOf(store, observation))?.text ?? "", { ...frame, look }), ...answer };
  }
  const tile = await services.tileRenderer
    .forPerson(holderOf(gadget.id))
    .observed(view, observation, { look, links: "open" });
  return tile ? { raw: tileDocument(tile, { ...frame, look: tile.look }), ...answer } : nothing();
}

function policyOf({ options }: Gadget) {
  return { assetSource: ASSET_SOURCE, opensLinks: true, embeddedBy: ancestorsOf(options.sites) };
}

/** Our own pages may always: the sheet around a block, and the app that shows how it looks. */
function ancestorsOf(sites: readonly string[]): readonly string[] {
  return sites.length === 0 ? ["*"] : ["'self'", ...sites];
}

/** Of the document around the blocks, which is our own and has no scripts. */
function sheetPolicy({ options }: Gadget): string {
  const ancestors = ancestorsOf(options.sites).join(" ");
  return `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;
}

/** Frames elsewhere are what it is for; the policy says whose. It is asked for again each time, so that it can be taken back. */
function embedded(policy: string) {
  return {
    withoutHeaders: ["x-frame-options", "cross-origin-opener-policy"],
    headers: {
      "content-security-policy": policy,
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  };
}

/** The same whatever the reason: strangers learn nothing about it. */
function nothing(): Answer<undefined> {
  return {
    status: 404,
    raw: nothingDocument(),
    withoutHeaders: ["x-frame-options"],
    headers: {
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *; sandbox",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "cross-origin",
    },
  };
}

function urlOf(id: GadgetId, baseUrl: string, { gadgets }: Services): string {
  return new URL(`/gadgets/${gadgets.tokenOf(id)}`, baseUrl).href;
}

function discovery(id: GadgetId, baseUrl: string, services: Services): string {
  const endpoint = new URL("/oembed", baseUrl);
  endpoint.searchParams.set("url", urlOf(id, baseUrl, services));
  return `<${endpoint.href}>; rel="alternate"; type="application/json+oembed"`;
}

async function gadgetReply(gadget: Gadget, baseUrl: string, services: Services): Promise<GadgetReply> {
  const url = urlOf(gadget.id, baseUrl, services);
  const title = await nameOf(gadget, services);
  const { width, height } = gadget.options;
  return {
    ...gadget,
    url,
    title,
    html: iframeSnippet(url, { title, width, height, isSheet: gadget.sheetId !== null }),
    refusal: await gadgetRefusal(gadget, strangerParts(services)),
  };
}

async function nameOf({ personId, followId, sheetId }: Gadget, { store }: Services): Promise<string> {
  if (followId) return (await store.follows.find(personId, followId))?.follow.title ?? "";
  const sheet: SheetView | null = sheetId && (await store.sheets.find(personId, sheetId));
  return sheet?.sheet.title ?? "";
}

function titleOf({ tile, view }: TileView): string {
  return tile.style.title ?? (tile.content.kind === "board" ? tile.content.title : view.follow.title);
}

/** The product as a person uses it: opens a page, follows a block of it, and gets its tile. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, logIn, startTessera } from "@tessera/demo";
import type { LaidOut, PickedLayout } from "@tessera/model";
import type { FollowReply, ProposedBlock } from "@tessera/model/api";
import { type Ink, isBlank, isPictureOnly, laidOutAt, type MarkupWay, scaleOf, wayOf } from "@tessera/model/ways";
import { CHROMIUM } from "../web/furnished-world.ts";

/** How the bench asks for a tile; `auto` leaves it to the product. */
export const WAYS = ["auto", "as-on-page", "adapted", "picture"] as const;
export type Way = (typeof WAYS)[number];

export type FetcherChoice = "auto" | "http" | "browser";

export interface OpenedPage {
  readonly captureId: string;
  readonly title: string;
  /** What made the capture. */
  readonly fetcher: "http" | "browser";
}

type ShownAs = Exclude<Way, "auto"> | "text";

/** What the sheet shows of a follow. */
export type TileShown =
  | {
      readonly kind: "frame";
      readonly url: string;
      readonly way: ShownAs;
      /** Of a frame that is as wide as the window of the page and scaled to the tile. */
      readonly layout: LaidOut | null;
    }
  | { readonly kind: "image"; readonly url: string; readonly way: "picture" }
  /** In our own style. */
  | { readonly kind: "text"; readonly url: string; readonly way: "text" }
  /** The product says itself that there is nothing to see. */
  | { readonly kind: "said-blank"; readonly way: Exclude<Way, "auto"> };

export interface FollowedBlock {
  readonly title: string;
  readonly verdict: string;
  readonly follow: FollowReply;
}

/** What can be seen of a tile that is laid out in a frame of this size, as the sheet measures it. */
export type MeasureInk = (url: string, size: { readonly width: number; readonly height: number }) => Promise<Ink>;

export interface TileWanted {
  readonly way: Way;
  /** Of the tile. */
  readonly size: { readonly width: number; readonly height: number };
  readonly measure: MeasureInk;
}

export interface Product {
  readonly url: string;
  /** Of the session, for a browser. */
  readonly cookie: string;
  /** It can show a tile as on its page, and wants to know how the page was laid out for who picks. */
  readonly takesLayouts: boolean;
  open(url: string, fetcher: FetcherChoice): Promise<OpenedPage>;
  /** The blocks that the picker offers. */
  offered(page: OpenedPage): Promise<readonly ProposedBlock[]>;
  follow(request: FollowRequest): Promise<FollowedBlock>;
  /** What the sheet shows of it in a tile of that size. */
  tile(follow: FollowReply, wanted: TileWanted): Promise<TileShown>;
  stop(): Promise<void>;
}

export interface FollowRequest {
  readonly url: string;
  readonly fetcher: FetcherChoice;
  readonly page: OpenedPage;
  readonly wish: { readonly kind: "css"; readonly selector: string } | { readonly kind: "path"; readonly path: string };
  /** A picture of it is to be taken as well. */
  readonly isPictured: boolean;
  /** Null where no browser of a person has laid the page out. */
  readonly layout: PickedLayout | null;
}

interface OpenReply {
  readonly page: { readonly title: string };
  readonly capture: { readonly id: string; readonly fetcher: string };
  readonly scripts: string;
}

const OWNER = { name: "bench", password: "a-long-enough-password" };
const POLL_MS = 250;
const CHECK_MS = 30_000;

/** `sites` are the addresses on loopback that it may reach. */
export async function startProduct(sites: readonly string[]): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), "tessera-bench-fidelity-"));
  const tessera = await startTessera({
    data,
    port: 0,
    ownerName: OWNER.name,
    ownerPassword: OWNER.password,
    sites,
    settings: { TESSERA_BROWSER: CHROMIUM, TESSERA_WEBGL: "on" },
  });
  const client = await logIn(tessera.url, OWNER.name, OWNER.password);
  const contract = JSON.stringify(await client.ask("GET", "/openapi.json"));
  return {
    url: tessera.url,
    cookie: client.cookie,
    takesLayouts: contract.includes("PickedLayout"),
    open: (url, fetcher) => open(client, url, fetcher),
    offered: ({ captureId }) => client.ask("GET", `/captures/${captureId}/fragments`),
    follow: (request) => follow(client, request),
    tile: (followed, wanted) => tileOf(tessera.url, followed, wanted),
    stop: async () => {
      await tessera.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** As the picker does: where the rendered page is said to be coming, it is waited for. */
async function open({ ask }: ApiClient, url: string, fetcher: FetcherChoice): Promise<OpenedPage> {
  const source = { url, fetcher };
  let opened = await ask<OpenReply>("POST", "/pages", { source });
  if (opened.scripts === "coming") {
    opened = await ask<OpenReply>("POST", "/pages", { source, shown: opened.capture.id });
  }
  const { page, capture } = opened;
  return { captureId: capture.id, title: page.title, fetcher: capture.fetcher === "browser" ? "browser" : "http" };
}

async function follow(client: ApiClient, request: FollowRequest): Promise<FollowedBlock> {
  const { url, fetcher, page, wish, isPictured, layout } = request;
  const begun = await client.ask<FollowReply>("POST", "/follows", {
    source: { url, fetcher },
    wish,
    captureId: page.captureId,
    schedule: { kind: "every", intervalMs: 86_400_000 },
    ...(layout === null ? {} : { layout }),
  });
  if (isPictured) await putOnSheet(client, begun);
  // what is blank says that the next check tries a browser, which also takes the picture of what is drawn
  const reply = isPictured || isBlank(begun.latestFound) ? await checked(client, begun) : begun;
  return { title: reply.title, verdict: reply.verdict, follow: reply };
}

/** Pictures are taken of what is shown as one. */
async function putOnSheet({ ask }: ApiClient, { id: followId }: FollowReply): Promise<void> {
  const [sheet] = await ask<readonly { readonly id: string }[]>("GET", "/sheets");
  if (sheet) await ask("POST", `/sheets/${sheet.id}/tiles`, { followId, style: { way: "picture" } });
}

/** The follow after one more check, or as it is where that takes too long. */
async function checked({ ask }: ApiClient, { id, page }: FollowReply): Promise<FollowReply> {
  await ask("POST", `/follows/${id}/check`);
  const before = page.lastCheckedAt ?? 0;
  const until = performance.now() + CHECK_MS;
  for (;;) {
    const reply = await ask<FollowReply>("GET", `/follows/${id}`);
    if ((reply.page.lastCheckedAt ?? 0) > before || performance.now() > until) return reply;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const WAY_NAMES: Readonly<Record<Exclude<Way, "auto">, "page" | "adapted" | "picture">> = {
  "as-on-page": "page",
  adapted: "adapted",
  picture: "picture",
};

/** As the tile on the sheet does it (`packages/web/src/tile/TileBody.svelte`), by the same choice. */
async function tileOf(origin: string, follow: FollowReply, { way, size, measure }: TileWanted): Promise<TileShown> {
  const { id, latestFound: shown } = follow;
  if (!shown?.hasContent || isBlank(shown)) return { kind: "said-blank", way: "adapted" };
  const observation = `${origin}/api/v1/follows/${id}/observations/${shown.id}`;
  if (isPictureOnly(shown)) return { kind: "image", url: `${observation}/picture`, way: "picture" };
  const layout = laidOutAt(follow, shown);
  const scale = layout && scaleOf(layout, { widthPx: size.width, padPx: 0, zoom: 1 });
  const inks = new Map<MarkupWay, Ink>();
  const room = {
    way: way === "auto" ? null : WAY_NAMES[way],
    layout,
    hasPicture: shown.hasPicture && follow.pick.extent === "one",
    scale,
    inkOf: (one: MarkupWay) => inks.get(one) ?? null,
  };
  for (;;) {
    const chosen = wayOf(room);
    if (chosen === "text") return { kind: "text", url: `${observation}/tile?look=text`, way: "text" };
    if (chosen === "picture") return { kind: "image", url: `${observation}/picture`, way: "picture" };
    const isScaled = chosen === "page" && layout !== null && scale !== null;
    if (inks.has(chosen)) return frameOf(observation, isScaled ? layout : null);
    const frame = isScaled ? { width: layout.viewport[0], height: size.height / scale } : size;
    inks.set(chosen, await measure(`${observation}/tile/ink?look=${chosen}`, frame));
  }
}

function frameOf(observation: string, layout: LaidOut | null): TileShown {
  return layout
    ? { kind: "frame", url: `${observation}/tile?pad=0&look=page`, way: "as-on-page", layout }
    : { kind: "frame", url: `${observation}/tile?pad=0`, way: "adapted", layout: null };
}

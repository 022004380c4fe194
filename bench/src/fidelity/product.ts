/** The product as a person uses it: opens a page, follows a block of it, and gets its tile. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, logIn, startTessera } from "@tessera/demo";
import type { FollowReply, ProposedBlock } from "@tessera/model/api";
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

/** How large the block was on its page, and the window of that page, as the product knows it. */
export interface LaidOut {
  readonly viewport: readonly [width: number, height: number];
  readonly width: number;
  readonly height: number;
}

/** What was around the block, from the root down, and the block itself: left, top, width, height. */
export interface PickedLayout {
  readonly viewport: readonly [width: number, height: number];
  readonly boxes: readonly (readonly [number, number, number, number])[];
  /** How many levels of first children begin where the block does. */
  readonly flush: number;
}

/** What the sheet shows of a follow. */
export type TileShown =
  | {
      readonly kind: "frame";
      readonly url: string;
      readonly way: Exclude<Way, "auto">;
      /** Of a frame that is as wide as the window of the page and scaled to the tile. */
      readonly layout: LaidOut | null;
    }
  | { readonly kind: "image"; readonly url: string; readonly way: "picture" }
  /** The product says itself that there is nothing to see. */
  | { readonly kind: "said-blank"; readonly way: Exclude<Way, "auto"> };

export interface FollowedBlock {
  readonly title: string;
  readonly verdict: string;
  readonly tile: TileShown;
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
  stop(): Promise<void>;
}

export interface FollowRequest {
  readonly url: string;
  readonly fetcher: FetcherChoice;
  readonly page: OpenedPage;
  readonly wish: { readonly kind: "css"; readonly selector: string } | { readonly kind: "path"; readonly path: string };
  readonly way: Way;
  /** Null where no browser of a person has laid the page out, or the product's own one has. */
  readonly layout: PickedLayout | null;
}

/** Of an older checkout without `layout`. */
type Followed = Omit<FollowReply, "layout"> & { readonly layout?: LaidOut | null };

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
    follow: (request) => follow(client, tessera.url, request),
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

async function follow(client: ApiClient, origin: string, request: FollowRequest): Promise<FollowedBlock> {
  const { url, fetcher, page, wish, way, layout } = request;
  const begun = await client.ask<Followed>("POST", "/follows", {
    source: { url, fetcher },
    wish,
    captureId: page.captureId,
    schedule: { kind: "every", intervalMs: 86_400_000 },
    ...(layout === null ? {} : { layout }),
  });
  if (way === "picture") await putOnSheet(client, begun);
  const reply = way === "picture" || isUnpictured(begun) ? await checked(client, begun) : begun;
  return { title: reply.title, verdict: reply.verdict, tile: tileOf(origin, reply, way) };
}

/** Pictures are taken of what is shown as one. */
async function putOnSheet({ ask }: ApiClient, { id: followId }: Followed): Promise<void> {
  const [sheet] = await ask<readonly { readonly id: string }[]>("GET", "/sheets");
  if (sheet) await ask("POST", `/sheets/${sheet.id}/tiles`, { followId, style: { way: "picture" } });
}

/** Drawn by a script: a picture of it is taken at the next check. */
function isUnpictured({ latestFound }: Followed): boolean {
  return latestFound?.verdict.kind === "found" && latestFound.verdict.shows === "drawing" && !latestFound.hasPicture;
}

/** The follow after one more check, or as it is where that takes too long. */
async function checked({ ask }: ApiClient, { id, page }: Followed): Promise<Followed> {
  await ask("POST", `/follows/${id}/check`);
  const before = page.lastCheckedAt ?? 0;
  const until = performance.now() + CHECK_MS;
  for (;;) {
    const reply = await ask<Followed>("GET", `/follows/${id}`);
    if ((reply.page.lastCheckedAt ?? 0) > before || performance.now() > until) return reply;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** As the tile on the sheet decides it (`packages/web/src/tile/TileBody.svelte`). */
function tileOf(origin: string, { id, latestFound, layout }: Followed, way: Way): TileShown {
  if (!latestFound?.hasContent || latestFound.verdict.kind !== "found") return { kind: "said-blank", way: "adapted" };
  const observation = `${origin}/api/v1/follows/${id}/observations/${latestFound.id}`;
  const { shows } = latestFound.verdict;
  const isPictured = latestFound.hasPicture && (way === "picture" || (way === "auto" && shows === "drawing"));
  if (isPictured) return { kind: "image", url: `${observation}/picture`, way: "picture" };
  if (shows === "nothing" || shows === "drawing") return { kind: "said-blank", way: "adapted" };
  if (layout && (way === "auto" || way === "as-on-page")) {
    return { kind: "frame", url: `${observation}/tile?pad=0&look=page`, way: "as-on-page", layout };
  }
  return { kind: "frame", url: `${observation}/tile?pad=0`, way: "adapted", layout: null };
}

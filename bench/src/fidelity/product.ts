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

/** What the sheet shows of a follow. */
export type TileShown =
  | { readonly kind: "frame"; readonly url: string; readonly way: Exclude<Way, "auto"> }
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
    settings: { TESSERA_BROWSER: CHROMIUM },
  });
  const client = await logIn(tessera.url, OWNER.name, OWNER.password);
  return {
    url: tessera.url,
    cookie: client.cookie,
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
  const { url, fetcher, page, wish, way } = request;
  const begun = await client.ask<FollowReply>("POST", "/follows", {
    source: { url, fetcher },
    wish,
    captureId: page.captureId,
    schedule: { kind: "every", intervalMs: 86_400_000 },
  });
  const reply = isUnpictured(begun) ? await checked(client, begun) : begun;
  return { title: reply.title, verdict: reply.verdict, tile: tileOf(origin, reply, way) };
}

/** Drawn by a script: a picture of it is taken at the next check. */
function isUnpictured({ latestFound }: FollowReply): boolean {
  return latestFound?.verdict.kind === "found" && latestFound.verdict.shows === "drawing" && !latestFound.hasPicture;
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

/** As the tile on the sheet decides it (`packages/web/src/tile/TileBody.svelte`). */
function tileOf(origin: string, { id, latestFound }: FollowReply, way: Way): TileShown {
  if (!latestFound?.hasContent || latestFound.verdict.kind !== "found") return { kind: "said-blank", way: "adapted" };
  const observation = `${origin}/api/v1/follows/${id}/observations/${latestFound.id}`;
  const { shows } = latestFound.verdict;
  const isPictured = latestFound.hasPicture && (way === "picture" || (way === "auto" && shows === "drawing"));
  if (isPictured) return { kind: "image", url: `${observation}/picture`, way: "picture" };
  if (shows === "nothing" || shows === "drawing") return { kind: "said-blank", way: "adapted" };
  return { kind: "frame", url: `${observation}/tile?pad=0`, way: "adapted" };
}

/** Stored captures made visible: the page in the picker, a block as a tile, and the pictures and styles in both. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type BlockPick, type Capture, type CutPart, type Observation, PersonId } from "@tessera/model";
import { grantAt, type HttpClient } from "@tessera/network";
import { type AssetAnswer, AssetProxy, contentPolicy, type LinkRules, loadSheets, type OwnHost } from "@tessera/show";
import type { Body, FollowView, Store } from "@tessera/store";
import { contentOf } from "../changes/stored-content.ts";
import type { PrivateAccess } from "../people/private-access.ts";
import type { Located, Place } from "../trace/locate-block.ts";
import { readersOver, type TraceWorkers } from "../workers/trace-workers.ts";
import { TileCache } from "./tile-cache.ts";

export type TileLook = "page" | "reader";

export interface TileRendererParts {
  readonly store: Store;
  readonly workers: TraceWorkers;
  readonly assets: AssetProxy;
  readonly access: Pick<PrivateAccess, "ofPage">;
  /** Where rendered tiles are kept; everything in it can be made again. */
  readonly directory: string;
  readonly clock: () => number;
  /** Of rendered tiles that are kept in memory as well. */
  readonly mebibytes?: number;
}

export interface BlockToShow {
  readonly place: Place;
  readonly extent: BlockPick["extent"];
  readonly cutPlaces: readonly Place[];
  readonly cuts: readonly CutPart[];
}

export interface TileOptions {
  readonly look: TileLook;
  /** Links lead to their pages in a new window, or nowhere. */
  readonly links: "open" | "inert";
}

export interface ShownTile {
  readonly html: string;
  readonly css: string;
  /** `page` may have become `reader`, where the page is no longer stored. */
  readonly look: TileLook;
  readonly isComplete: boolean;
}

interface PageToRender {
  readonly html: string;
  readonly finalUrl: string;
  readonly own: OwnHost | null;
  readonly images: Body | null;
}

type LocatedBlock = Extract<Located, { kind: "located" }>;

const NONCE_BYTES = 18;
const MIB = 1024 * 1024;
const ASSET_PREFIX = "/assets/";
/** Of the server that answers: frames without an origin still have an address. */
export const ASSET_SOURCE = "'self'";

export interface AssetParts {
  readonly store: Store;
  readonly httpClient: HttpClient;
  readonly workers: TraceWorkers;
  readonly access: Pick<PrivateAccess, "ofAsset">;
  readonly directory: string;
  readonly clock: () => number;
  /** Of all assets together that are being fetched. */
  readonly mebibytesInFlight?: number;
}

/** The asset proxy of this instance; its key is made once and kept, so that links in open pages stay good. */
export async function assetsOver(parts: AssetParts): Promise<AssetProxy> {
  const { store, httpClient, workers, access, directory, clock, mebibytesInFlight } = parts;
  const key = await store.settings.secret("asset-key", () => randomBytes(32).toString("base64"));
  return new AssetProxy({
    httpClient,
    grantFor: (url, who) => access.ofAsset(url, who),
    readerFor: readersOver(workers),
    // whoever is no longer a member of this instance sees nothing through it either
    isWelcome: async (holder) => {
      const id = PersonId.safeParse(holder);
      const person = id.success ? await store.people.find(id.data) : null;
      return person !== null && person.disabledAt === null;
    },
    now: clock,
    key: Buffer.from(key, "base64"),
    prefix: ASSET_PREFIX,
    cacheFolder: join(directory, "assets"),
    ...(mebibytesInFlight === undefined ? {} : { maxBytesInFlight: mebibytesInFlight * MIB }),
  });
}

/** Counts up when tiles are styled differently, so that none of the old ones on disk is shown. */
const STYLING = "dress-3";

export class TileRenderer {
  readonly #parts: TileRendererParts;
  readonly #tiles: TileCache<ShownTile>;
  readonly #holder: string | null;

  constructor(
    parts: TileRendererParts,
    tiles: TileCache<ShownTile> = new TileCache(parts.directory, parts.clock, parts.mebibytes),
    holder: string | null = null,
  ) {
    this.#parts = parts;
    this.#tiles = tiles;
    this.#holder = holder;
  }

  /** The same for one person: the work is done in their turn, and links in what they get are theirs. */
  forPerson(holder: string): TileRenderer {
    const { workers } = this.#parts;
    return new TileRenderer({ ...this.#parts, workers: workers.forPerson(holder) }, this.#tiles, holder);
  }

  /** How links to assets are made. */
  get linkRules(): LinkRules {
    return this.#parts.assets.linkRules;
  }

  /** Changes when the links in tiles do: a tile that somebody has had since then is to be sent again. */
  get linksUntil(): string {
    return this.#parts.assets.linksEndAtMs().toString(36);
  }

  /** The capture as the picker shows it, with the policy to send it under. Null where the page is no longer stored. */
  async pickerPage(capture: Capture): Promise<{ readonly html: string; readonly policy: string } | null> {
    const html = await this.#parts.store.bodies.readText(capture.html);
    if (html === null) return null;
    const options = { nonce: randomBytes(NONCE_BYTES).toString("base64"), assetSource: ASSET_SOURCE };
    const { workers, assets } = this.#parts;
    const shown = { html, finalUrl: capture.finalUrl };
    const links = { ...assets.linkRules, own: await this.#ownHost(capture) };
    const images = await this.#imagesOf(capture);
    const page = await workers.drawPage({ ...options, capture: shown, links, images });
    return { html: this.#signed(page), policy: contentPolicy(options) };
  }

  /** Where the block is in the capture and what it says there. Null where there is no such block. */
  async locate(capture: Capture, block: BlockToShow): Promise<LocatedBlock | null> {
    const { store, workers } = this.#parts;
    const html = await store.bodies.readText(capture.html);
    if (html === null) return null;
    const layout = capture.layout && (await store.bodies.read(capture.layout));
    const located = await workers.locateBlock({ html, layout, finalUrl: capture.finalUrl, ...block });
    return located.kind === "located" ? located : null;
  }

  /** A block of a capture as a tile. */
  async tile(
    capture: Capture,
    located: Pick<LocatedBlock, "nodes" | "without">,
    wish: TileOptions,
  ): Promise<ShownTile> {
    return this.#signedTile(await this.#keptTile(capture, located, wish));
  }

  async #keptTile(
    capture: Capture,
    located: Pick<LocatedBlock, "nodes" | "without">,
    wish: TileOptions,
  ): Promise<ShownTile> {
    const { nodes, without } = located;
    const { html: hash, finalUrl } = capture;
    const own = await this.#ownHost(capture);
    // whoever has the same page without its pictures is not shown somebody else's
    const shown = [hash, finalUrl, nodes.join(), without.join(), wish.look, wish.links, capture.images ?? ""];
    const key = [STYLING, ...shown, ...(own ? [own.for] : [])].join(" ");
    return this.#tiles.get(key, async () => {
      const html = (await this.#parts.store.bodies.readText(hash)) ?? "";
      const images = await this.#imagesOf(capture);
      return this.#render({ html, finalUrl, own, images }, { nodes, without }, wish);
    });
  }

  /** What a follow's block was at an observation, as a tile. Null where it was not found then. */
  async observed(view: FollowView, observation: Observation, wish: TileOptions): Promise<ShownTile | null> {
    if (observation.content === null) return null;
    const key = [STYLING, observation.id, observation.content, wish.look, wish.links].join(" ");
    const tile = await this.#tiles.get(
      key,
      async () => (await this.#inCapture(view, observation, wish)) ?? this.#kept(view, observation, wish),
    );
    return this.#signedTile(tile);
  }

  /** For the path of a link after the prefix. */
  asset(path: string): Promise<AssetAnswer> {
    return this.#parts.assets.answer(path);
  }

  /** In the page it was seen in, where that is still stored and the block is there as it was. */
  async #inCapture(view: FollowView, observation: Observation, wish: TileOptions): Promise<ShownTile | null> {
    const { store } = this.#parts;
    const { block } = view;
    const content = await contentOf(store, observation);
    const isLatest = block.verdict === "found" && observation.id === block.latestFoundId;
    const path = observation.verdict.kind === "found" ? observation.verdict.path : block.path;
    const places = [
      ...(isLatest ? [{ captureId: block.seenCaptureId, path: block.path }] : []),
      ...(observation.captureId ? [{ captureId: observation.captureId, path }] : []),
    ];
    for (const place of places) {
      const capture = await store.checks.capture(place.captureId);
      const wanted = { place: place.path, extent: block.pick.extent, cutPlaces: [], cuts: block.pick.cuts };
      const located = capture && (await this.locate(capture, wanted));
      if (capture && located?.text === content?.text && located) return this.#keptTile(capture, located, wish);
    }
    return null;
  }

  /** From the markup that is kept with the observation: without the styles of its page, but never without the block. */
  async #kept(view: FollowView, observation: Observation, wish: TileOptions): Promise<ShownTile> {
    const html = (await contentOf(this.#parts.store, observation))?.html ?? "";
    // Where the markup stood is no longer known: perhaps on a page that the private host had sent on to.
    const page = { html: `<body>${html}</body>`, finalUrl: view.page.source.url, own: null, images: null };
    return this.#render(page, { nodes: [0], without: [] }, { ...wish, look: "reader" });
  }

  /** The private host that the page and the capture are on. What an archive says of a page speaks for nobody. */
  async #ownHost({ pageId, fetcher, finalUrl }: Capture): Promise<OwnHost | null> {
    const { store, access } = this.#parts;
    const page = fetcher === "archive" ? null : await store.pages.findForCheck(pageId);
    const own = page && (await access.ofPage(new URL(page.source.url), page.privateTo));
    return own && grantAt(new URL(finalUrl), own.grant) ? own : null;
  }

  /** Pictures that came with the capture: a body that nothing but the capture names. */
  async #imagesOf({ images }: Capture): Promise<Body | null> {
    return images && this.#parts.store.bodies.readPacked(images);
  }

  async #render(
    { own, images, ...page }: PageToRender,
    parts: Pick<LocatedBlock, "nodes" | "without">,
    { look, links }: TileOptions,
  ): Promise<ShownTile> {
    const { workers, assets } = this.#parts;
    const extracted = await workers.extractTile({
      capture: page,
      parts,
      links: { ...assets.linkRules, own },
      images,
      // frames are documents of their own, and shadow trees bind by this name: it need not differ between tiles
      tile: "tile",
      linkMode: links,
      look,
    });
    const { sheets, isComplete } = await loadSheets(extracted, assets, { holder: this.#reader(), own });
    return { html: extracted.html, css: await workers.applyStyles({ sheets, extracted }), look, isComplete };
  }

  /** What is kept is good for nobody; what somebody gets is good for them, and for a day. */
  #signedTile(tile: ShownTile): ShownTile {
    return { ...tile, html: this.#signed(tile.html), css: this.#signed(tile.css) };
  }

  #signed(text: string): string {
    return this.#parts.assets.sign(text, this.#reader());
  }

  #reader(): string {
    if (this.#holder === null) throw new RangeError("a page is always shown to somebody");
    return this.#holder;
  }
}

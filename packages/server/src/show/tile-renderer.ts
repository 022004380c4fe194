/** Stored captures made visible: the page in the picker, a block as a tile, and the pictures and styles in both. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { drawingIn } from "@tessera/capture";
import {
  type BlockPick,
  BodyHash,
  type Capture,
  type CutPart,
  type GadgetId,
  type LaidOut,
  type Observation,
  type PageSource,
  PersonId,
  type PickedLayout,
} from "@tessera/model";
import { grantAt, type HttpClient } from "@tessera/network";
import {
  type AssetAnswer,
  AssetProxy,
  contentPolicy,
  type LinkRules,
  loadSheets,
  type OwnHost,
  type PageLayout,
} from "@tessera/show";
import type { ExtractedTile } from "@tessera/show/drawing";
import type { Body, FollowView, Store } from "@tessera/store";
import { contentOf } from "../changes/stored-content.ts";
import type { PrivateAccess } from "../people/private-access.ts";
import type { Located, Place } from "../trace/locate-block.ts";
import { storedLayout, windowBefore } from "../trace/stored-layout.ts";
import { readersOver, TraceFailure, type TraceWorkers } from "../workers/trace-workers.ts";
import { gadgetHeldBy } from "./gadget-links.ts";
import type { KnownCaptures } from "./known-captures.ts";
import { gadgetRefusal, type OthersParts } from "./shown-to-others.ts";
import { type FoundIcon, SiteIcons } from "./site-icons.ts";
import { TileCache } from "./tile-cache.ts";

export type TileLook = "page" | "adapted" | "reader";

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
  /** How the page was laid out where the block was picked, for pages that no browser has laid out since. */
  readonly layout?: PickedLayout | null;
}

export interface PictureOptions extends Pick<TileOptions, "links"> {
  /** Where the picture is to be had. */
  readonly source: string;
}

export interface ShownTile {
  readonly html: string;
  readonly css: string;
  /** `page` has become `adapted` where nobody has seen the page laid out, and all become `reader` where it is gone. */
  readonly look: TileLook;
  /** Of a tile as on the page. */
  readonly layout: LaidOut | null;
  readonly isComplete: boolean;
}

/** What of the page of a capture its assets follow. */
interface PageReach {
  readonly own: OwnHost | null;
  readonly wayOut: string | undefined;
}

interface PageToShow extends PageReach {
  readonly html: string;
  readonly finalUrl: string;
  readonly images: Body | null;
  readonly drawings: Capture["drawings"];
  readonly layout: PageLayout | null;
}

type LocatedBlock = Extract<Located, { kind: "located" }>;

interface BlockInCapture {
  readonly capture: Capture;
  readonly located: Pick<LocatedBlock, "nodes" | "without">;
  readonly reach: PageReach;
}

const NONCE_BYTES = 18;
const MIB = 1024 * 1024;
const ASSET_PREFIX = "/assets/";
/** Of the server that answers: frames without an origin still have an address. */
export const ASSET_SOURCE = "'self'";

export interface AssetParts {
  readonly store: Store;
  readonly httpClient: HttpClient;
  /** Ways out that the operator has given names. */
  readonly proxies?: ReadonlyMap<string, HttpClient>;
  readonly workers: TraceWorkers;
  readonly access: Pick<PrivateAccess, "ofAsset">;
  readonly captures: KnownCaptures;
  readonly directory: string;
  readonly clock: () => number;
  /** Of all assets together that are being fetched. */
  readonly mebibytesInFlight?: number;
}

/** The asset proxy of this instance; its key is made once and kept, so that links in open pages stay good. */
export async function assetsOver(parts: AssetParts): Promise<AssetProxy> {
  const { store, httpClient, proxies, workers, access, captures, directory, clock, mebibytesInFlight } = parts;
  const key = await store.settings.secret("asset-key", () => randomBytes(32).toString("base64"));
  return new AssetProxy({
    httpClient,
    waysOut: proxies,
    grantFor: (url, who) => access.ofAsset(url, who),
    readerFor: readersOver(workers),
    drawingOf: async (body, number) => {
      const drawings = await store.bodies.read(BodyHash.parse(body));
      return drawings && drawingIn(drawings, number);
    },
    // whoever is no longer a member of this instance sees nothing through it either, and no stranger what was taken back
    isWelcome: async (holder, { own }) => {
      const gadget = gadgetHeldBy(holder);
      if (gadget) return own === null && isShown(gadget, { store, access, captures, clock });
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

async function isShown(id: GadgetId, parts: OthersParts): Promise<boolean> {
  const gadget = await parts.store.gadgets.find(id);
  return gadget !== null && (await gadgetRefusal(gadget, parts)) === null;
}

/** Counts up when tiles are styled differently, so that none of the old ones on disk is shown. */
const STYLING = "dress-10";

/** What was made for one person is kept for all. */
interface SharedByAll {
  readonly tiles: TileCache<ShownTile>;
  readonly icons: SiteIcons;
}

export class TileRenderer {
  readonly #parts: TileRendererParts;
  readonly #tiles: TileCache<ShownTile>;
  readonly #icons: SiteIcons;
  readonly #holder: string | null;

  constructor(parts: TileRendererParts, shared: SharedByAll | null = null, holder: string | null = null) {
    this.#parts = parts;
    this.#tiles = shared?.tiles ?? new TileCache(parts.directory, parts.clock, parts.mebibytes);
    this.#icons = shared?.icons ?? new SiteIcons(parts.assets, parts.clock);
    this.#holder = holder;
  }

  /** The same for one person: the work is done in their turn, and links in what they get are theirs. */
  forPerson(holder: string): TileRenderer {
    const { workers } = this.#parts;
    const shared = { tiles: this.#tiles, icons: this.#icons };
    return new TileRenderer({ ...this.#parts, workers: workers.forPerson(holder) }, shared, holder);
  }

  /** The icon of a site, for a link to it; of a private host for those who may reach it by name, never for who has an address. */
  async icon(site: string): Promise<FoundIcon> {
    const holder = this.#holder ?? "";
    const person = gadgetHeldBy(holder) === null ? PersonId.safeParse(holder) : null;
    const own = person?.success ? await this.#parts.access.ofPage(new URL(site), person.data) : null;
    return this.#icons.of(site, holder, own?.for ?? null);
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
    const links = { ...assets.linkRules, ...(await this.#reachOf(capture)), drawings: capture.drawings };
    const images = await this.#imagesOf(capture);
    const page = await workers.drawPage({ ...options, capture: shown, links, images });
    return { html: this.#signed(page), policy: contentPolicy(options) };
  }

  /** A page that is stored nowhere, to be looked at by the person who had it fetched. Null where it is too large for that. */
  async triedPage(
    page: Pick<PageToShow, "html" | "finalUrl">,
    { source, by }: { readonly source: PageSource; readonly by: PersonId },
  ): Promise<string | null> {
    const { workers, assets, access } = this.#parts;
    const own = onOwnHost(page.finalUrl, await access.ofPage(new URL(source.url), by));
    const links = { ...assets.linkRules, own, wayOut: source.proxy };
    try {
      return this.#signed(await workers.drawPage({ assetSource: ASSET_SOURCE, capture: page, links }));
    } catch (failure) {
      if (failure instanceof TraceFailure) return null;
      throw failure;
    }
  }

  /** Blocks of a capture with the addresses of their pictures made into links that this person may load. */
  async withPictures<Block extends { readonly picture?: string | null | undefined }>(
    capture: Capture,
    blocks: readonly Block[],
  ): Promise<Block[]> {
    const { own, wayOut } = await this.#reachOf(capture);
    const links = this.#parts.assets.links(own, wayOut);
    const base = new URL(capture.finalUrl);
    return blocks.map((block) => {
      const link = block.picture ? links.linkTo(block.picture, base, "image") : null;
      return block.picture === undefined ? block : { ...block, picture: link && this.#signed(link) };
    });
  }

  /** The block in the capture in which it was found last; null where that look did not find it, or the page is gone. */
  async found(view: FollowView, capture: Capture): Promise<LocatedBlock | null> {
    const { block, latestFound } = view;
    if (block.verdict !== "found" || block.seenCaptureId !== capture.id || !latestFound) return null;
    return this.locate(capture, { place: block.path, extent: block.pick.extent, ...cutOut(view, latestFound) });
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
    const reach = await this.#reachOf(capture);
    return this.#signedTile(await this.#keptTile({ capture, located, reach }, wish));
  }

  #keptTile({ capture, located, reach }: BlockInCapture, wish: TileOptions): Promise<ShownTile> {
    const { nodes, without } = located;
    const { html: hash, finalUrl, drawings } = capture;
    // whoever has the same page without its pictures is not shown somebody else's
    const carried = [drawings ?? "", capture.images ?? "", capture.layout ?? ""];
    const shown = [hash, ...carried, finalUrl, nodes.join(), without.join(), ...nameOf(wish)];
    const key = [STYLING, ...shown, ...nameOfReach(reach)].join(" ");
    return this.#tiles.get(key, async () => {
      const html = (await this.#parts.store.bodies.readText(hash)) ?? "";
      const images = await this.#imagesOf(capture);
      const boxes = wish.look === "page" ? await this.#boxesOf(capture) : null;
      const layout = boxes ? { ...boxes, grounds: wish.layout?.grounds } : (wish.layout ?? null);
      return this.#render({ ...reach, html, finalUrl, drawings, images, layout }, { nodes, without }, wish);
    });
  }

  /** Of a page that was rendered. */
  async #boxesOf({ layout }: Capture): Promise<(PageLayout & { readonly boxes: Int32Array }) | null> {
    const bytes = layout && (await this.#parts.store.bodies.read(layout));
    const stored = bytes && storedLayout(bytes);
    return stored && { boxes: stored.boxes, viewport: stored.viewport ?? windowBefore(stored.boxes) };
  }

  /** What a follow's block was at an observation, as a tile. Null where it was not found then. */
  async observed(view: FollowView, observation: Observation, wish: TileOptions): Promise<ShownTile | null> {
    if (observation.content === null) return null;
    const { verdict } = observation;
    const size = wish.look === "page" && verdict.kind === "found" ? JSON.stringify(verdict.laidOut ?? "") : "";
    const key = [
      STYLING,
      observation.id,
      observation.content,
      ...nameOf({ ...wish, layout: view.follow.layout }),
      size,
      ...nameOfReach({ own: null, wayOut: view.page.source.proxy }),
    ].join(" ");
    const tile = await this.#tiles.get(
      key,
      async () => (await this.#inCapture(view, observation, wish)) ?? this.#kept(view, observation, wish),
    );
    return this.#signedTile(tile);
  }

  /** The same as a picture with its links; null where no browser took one of this block, or its page is gone. */
  async pictured(view: FollowView, observation: Observation, wish: PictureOptions): Promise<ShownTile | null> {
    const { verdict, content, picture, id } = observation;
    const isOne = view.block.pick.extent === "one";
    if (verdict.kind !== "found" || content === null || picture === null || !isOne) return null;
    const key = [STYLING, "picture", id, content, picture, wish.links].join(" ");
    try {
      return await this.#tiles.get(key, async () => {
        const tile = await this.#pictureIn(view, observation, wish);
        if (!tile) throw new RangeError("there is no capture with boxes of this observation");
        return { ...tile, look: "adapted", layout: verdict.laidOut ?? null, isComplete: true };
      });
    } catch (failure) {
      if (!(failure instanceof RangeError || failure instanceof TraceFailure)) throw failure;
      return null;
    }
  }

  async #pictureIn(view: FollowView, observation: Observation, { links, source }: PictureOptions) {
    const { store, workers } = this.#parts;
    const text = (await contentOf(store, observation))?.text ?? "";
    const seen = await this.#whereSeen(view, observation);
    const [html, layout] = seen
      ? await Promise.all([store.bodies.readText(seen.capture.html), this.#boxesOf(seen.capture)])
      : [];
    if (!seen || !html || !layout) return null;
    const { located, capture } = seen;
    const shown = { node: located.node, without: located.without, source, text, linkMode: links };
    return workers.pictureTile({ capture: { html, finalUrl: capture.finalUrl }, boxes: layout.boxes, ...shown });
  }

  /** For the path of a link after the prefix. */
  asset(path: string): Promise<AssetAnswer> {
    return this.#parts.assets.answer(path);
  }

  /** In the page it was seen in, where that is still stored and the block is there as it was. */
  async #inCapture(view: FollowView, observation: Observation, wish: TileOptions): Promise<ShownTile | null> {
    const seen = await this.#whereSeen(view, observation);
    if (!seen) return null;
    // the page may have been given another way since it was captured
    const reach = { ...(await this.#reachOf(seen.capture)), wayOut: view.page.source.proxy };
    return this.#keptTile({ ...seen, reach }, { ...wish, layout: view.follow.layout });
  }

  async #whereSeen(
    view: FollowView,
    observation: Observation,
  ): Promise<{ readonly capture: Capture; readonly located: LocatedBlock } | null> {
    const { store } = this.#parts;
    const { block } = view;
    const content = await contentOf(store, observation);
    const isLatest = block.verdict === "found" && observation.id === block.latestFoundId;
    const { path = block.path } = observation.verdict.kind === "found" ? observation.verdict : {};
    const cut = cutOut(view, observation);
    const places = [
      ...(isLatest ? [{ captureId: block.seenCaptureId, path: block.path }] : []),
      ...(observation.captureId ? [{ captureId: observation.captureId, path }] : []),
    ];
    for (const place of places) {
      const capture = await store.checks.capture(place.captureId);
      const wanted = { place: place.path, extent: block.pick.extent, ...cut };
      const located = capture && (await this.locate(capture, wanted));
      if (capture && located?.text === content?.text && located) return { capture, located };
    }
    return null;
  }

  /** From the markup that is kept with the observation: without the styles of its page, but never without the block. */
  async #kept(view: FollowView, observation: Observation, wish: TileOptions): Promise<ShownTile> {
    const html = (await contentOf(this.#parts.store, observation))?.html ?? "";
    // Where the markup stood is no longer known: perhaps on a page that the private host had sent on to.
    const nothing = { own: null, wayOut: view.page.source.proxy, drawings: null, images: null, layout: null };
    const page = { html: `<body>${html}</body>`, finalUrl: view.page.source.url, ...nothing };
    return this.#render(page, { nodes: [0], without: [] }, { ...wish, look: "reader" });
  }

  /**
   * The private host that the page and the capture are on, where what an archive says of a page speaks for nobody; and the
   * way that the page goes by its settings of today.
   */
  async #reachOf({ pageId, fetcher, finalUrl }: Capture): Promise<PageReach> {
    const { store, access } = this.#parts;
    const page = await store.pages.findForCheck(pageId);
    const isSpeaking = page !== null && fetcher !== "archive";
    const own = isSpeaking ? await access.ofPage(new URL(page.source.url), page.privateTo) : null;
    return { own: onOwnHost(finalUrl, own), wayOut: page?.source.proxy };
  }

  /** Pictures that came with the capture: a body that nothing but the capture names. */
  async #imagesOf({ images }: Capture): Promise<Body | null> {
    return images && this.#parts.store.bodies.readPacked(images);
  }

  async #render(
    { own, wayOut, drawings, images, layout, ...page }: PageToShow,
    parts: Pick<LocatedBlock, "nodes" | "without">,
    { look, links }: TileOptions,
  ): Promise<ShownTile> {
    const { workers, assets } = this.#parts;
    const extracted = await workers.extractTile({
      capture: page,
      parts,
      links: { ...assets.linkRules, own, wayOut, drawings },
      images,
      // frames are documents of their own, and shadow trees bind by this name: it need not differ between tiles
      tile: "tile",
      linkMode: links,
      look,
      layout,
    });
    const loaded = await loadSheets(extracted, assets, { holder: this.#reader(), own, wayOut });
    const { sheets, sprites, isComplete } = loaded;
    const css = await workers.applyStyles({ sheets, extracted });
    const symbols = sprites.length === 0 ? "" : await workers.drawSprites(sprites);
    const laidOut = extracted.layout && sizeOf(extracted.layout);
    const shown = look === "page" && !laidOut ? "adapted" : look;
    return { html: extracted.html + symbols, css, look: shown, layout: laidOut, isComplete };
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

/** What the page has on its private host is shown only where it still is there after all redirects. */
function onOwnHost(finalUrl: string, own: OwnHost | null): OwnHost | null {
  return own && grantAt(new URL(finalUrl), own.grant) ? own : null;
}

function nameOfReach({ own, wayOut }: PageReach): readonly string[] {
  return [...(own ? [own.for] : []), ...(wayOut === undefined ? [] : [`@${wayOut}`])];
}

/** What of a wish a tile depends on. */
function nameOf({ look, links, layout }: TileOptions): readonly string[] {
  return [look, links, look === "page" && layout ? JSON.stringify(layout) : ""];
}

function sizeOf({ viewport: [windowWidth, windowHeight], box }: NonNullable<ExtractedTile["layout"]>): LaidOut {
  return { viewport: [windowWidth, windowHeight], width: box[2], height: box[3] };
}

/** Parts that have changed since they were picked are where the look found them. */
function cutOut({ block }: FollowView, { verdict }: Observation): Pick<BlockToShow, "cutPlaces" | "cuts"> {
  const cutPlaces = verdict.kind === "found" ? verdict.cuts : undefined;
  return cutPlaces ? { cutPlaces, cuts: [] } : { cutPlaces: [], cuts: block.pick.cuts };
}

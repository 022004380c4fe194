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
import { readersOver, TraceFailure, type TraceWorkers } from "../workers/trace-workers.ts";
import { gadgetHeldBy } from "./gadget-links.ts";
import { gadgetRefusal, type StrangerParts } from "./shown-to-strangers.ts";
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

interface PageToShow {
  readonly html: string;
  readonly finalUrl: string;
  readonly own: OwnHost | null;
  readonly images: Body | null;
  readonly drawings: Capture["drawings"];
  readonly layout: PageLayout | null;
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
    drawingOf: async (body, number) => {
      const drawings = await store.bodies.read(BodyHash.parse(body));
      return drawings && drawingIn(drawings, number);
    },
    // whoever is no longer a member of this instance sees nothing through it either, and no stranger what was taken back
    isWelcome: async (holder, { own }) => {
      const gadget = gadgetHeldBy(holder);
      if (gadget) return own === null && isShown(gadget, { store, access, clock });
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

async function isShown(id: GadgetId, parts: StrangerParts): Promise<boolean> {
  const gadget = await parts.store.gadgets.find(id);
  return gadget !== null && (await gadgetRefusal(gadget, parts)) === null;
}

/** Counts up when tiles are styled differently, so that none of the old ones on disk is shown. */
const STYLING = "dress-7";
/** Of pages that were rendered; their boxes say how wide it was. */
const WINDOW_HEIGHT = 900;

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
    const links = { ...assets.linkRules, own: await this.#ownHost(capture), drawings: capture.drawings };
    const images = await this.#imagesOf(capture);
    const page = await workers.drawPage({ ...options, capture: shown, links, images });
    return { html: this.#signed(page), policy: contentPolicy(options) };
  }

  /** Blocks of a capture with the addresses of their pictures made into links that this person may load. */
  async withPictures<Block extends { readonly picture?: string | null | undefined }>(
    capture: Capture,
    blocks: readonly Block[],
  ): Promise<Block[]> {
    const links = this.#parts.assets.links(await this.#ownHost(capture));
    const base = new URL(capture.finalUrl);
    return blocks.map((block) => {
      const link = block.picture ? links.linkTo(block.picture, base, "image") : null;
      return block.picture === undefined ? block : { ...block, picture: link && this.#signed(link) };
    });
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
    const { html: hash, finalUrl, drawings } = capture;
    const own = await this.#ownHost(capture);
    // whoever has the same page without its pictures is not shown somebody else's
    const carried = [drawings ?? "", capture.images ?? "", capture.layout ?? ""];
    const shown = [hash, ...carried, finalUrl, nodes.join(), without.join(), ...nameOf(wish)];
    const key = [STYLING, ...shown, ...(own ? [own.for] : [])].join(" ");
    return this.#tiles.get(key, async () => {
      const html = (await this.#parts.store.bodies.readText(hash)) ?? "";
      const images = await this.#imagesOf(capture);
      const layout = wish.look === "page" ? ((await this.#boxesOf(capture)) ?? wish.layout ?? null) : null;
      return this.#render({ html, finalUrl, own, drawings, images, layout }, { nodes, without }, wish);
    });
  }

  /** Of a page that was rendered. */
  async #boxesOf({ layout }: Capture): Promise<(PageLayout & { readonly boxes: Int32Array }) | null> {
    const bytes = layout && (await this.#parts.store.bodies.read(layout));
    if (!bytes || bytes.byteLength < 16 || bytes.byteLength % 16 !== 0) return null;
    // copied, because the bytes may stand at any offset of their buffer
    const boxes = new Int32Array(Uint8Array.from(bytes).buffer);
    return { boxes, viewport: [boxes[2]!, WINDOW_HEIGHT] };
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
    return seen && this.#keptTile(seen.capture, seen.located, { ...wish, layout: view.follow.layout });
  }

  async #whereSeen(
    view: FollowView,
    observation: Observation,
  ): Promise<{ readonly capture: Capture; readonly located: LocatedBlock } | null> {
    const { store } = this.#parts;
    const { block } = view;
    const content = await contentOf(store, observation);
    const isLatest = block.verdict === "found" && observation.id === block.latestFoundId;
    const { path = block.path, cuts: cutPlaces } = observation.verdict.kind === "found" ? observation.verdict : {};
    // parts that have changed since they were picked are where the look found them
    const cut = cutPlaces ? { cutPlaces, cuts: [] } : { cutPlaces: [], cuts: block.pick.cuts };
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
    const nothing = { own: null, drawings: null, images: null, layout: null };
    const page = { html: `<body>${html}</body>`, finalUrl: view.page.source.url, ...nothing };
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
    { own, drawings, images, layout, ...page }: PageToShow,
    parts: Pick<LocatedBlock, "nodes" | "without">,
    { look, links }: TileOptions,
  ): Promise<ShownTile> {
    const { workers, assets } = this.#parts;
    const extracted = await workers.extractTile({
      capture: page,
      parts,
      links: { ...assets.linkRules, own, drawings },
      images,
      // frames are documents of their own, and shadow trees bind by this name: it need not differ between tiles
      tile: "tile",
      linkMode: links,
      look,
      layout,
    });
    const { sheets, isComplete } = await loadSheets(extracted, assets, { holder: this.#reader(), own });
    const css = await workers.applyStyles({ sheets, extracted });
    const laidOut = extracted.layout && sizeOf(extracted.layout);
    const shown = look === "page" && !laidOut ? "adapted" : look;
    return { html: extracted.html, css, look: shown, layout: laidOut, isComplete };
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

/** What of a wish a tile depends on. */
function nameOf({ look, links, layout }: TileOptions): readonly string[] {
  return [look, links, look === "page" && layout ? JSON.stringify(layout) : ""];
}

function sizeOf({ viewport: [windowWidth, windowHeight], box }: NonNullable<ExtractedTile["layout"]>): LaidOut {
  return { viewport: [windowWidth, windowHeight], width: box[2], height: box[3] };
}

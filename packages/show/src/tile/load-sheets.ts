/** The style sheets of a tile, with those that they import, and the files of its symbols: fetched through the guard or from disk. */
import { grantAt } from "@tessera/network/allow-list";
import { CaptureFailure } from "@tessera/network/failure";
import type { AssetProxy, AssetRecipient } from "../assets/asset-proxy.ts";
import { SVG } from "../assets/asset-type.ts";
import type { LoadedSprite, SpriteFile } from "../html/sprites.ts";
import type { AssetKind, AssetTarget } from "../rules/asset-links.ts";
import type { ExtractedTile, TileSheet, TileStyle } from "./extract-tile.ts";

export interface LoadedSheets {
  /** In the order of the cascade. */
  readonly sheets: readonly TileSheet[];
  /** Those that are drawings. */
  readonly sprites: readonly LoadedSprite[];
  /** False where one could not be fetched or read: the block is then plainer, but it is there. */
  readonly isComplete: boolean;
}

const MAX_CSS_CHARACTERS = 2_000_000;
const MAX_SPRITE_CHARACTERS = 2_000_000;
const DEEPEST = 4;
const MAX_IMPORTS = 32;

export async function loadSheets(
  { styles, sprites: files }: ExtractedTile,
  assets: AssetProxy,
  reader: AssetRecipient,
): Promise<LoadedSheets> {
  const loader = new SheetLoader(assets, reader);
  const [loaded, sprites] = await Promise.all([
    Promise.all(styles.map((style) => loader.load(style))),
    Promise.all(files.map((file) => loader.loadSprite(file))),
  ]);
  const sheets: TileSheet[] = [];
  let length = 0;
  for (const sheet of loaded) {
    length += sheet.css.length;
    if (length > MAX_CSS_CHARACTERS) break;
    sheets.push(sheet);
  }
  return { sheets, sprites: sprites.filter(({ svg }) => svg !== ""), isComplete: loader.isComplete };
}

class SheetLoader {
  readonly #assets: AssetProxy;
  readonly #reader: AssetRecipient;
  isComplete = true;

  constructor(assets: AssetProxy, reader: AssetRecipient) {
    this.#assets = assets;
    this.#reader = reader;
  }

  async load({ source, host, media }: TileStyle): Promise<TileSheet> {
    const css = "css" in source ? source.css : await this.#fetch(this.#linkedFile(new URL(source.url), "style"));
    return { css: await this.#withImports(css), host, media };
  }

  /** As harmless as an image is; without text where it is none. */
  async loadSprite(file: SpriteFile): Promise<LoadedSprite> {
    const target = this.#linkedFile(new URL(file.url), "image");
    const asset = await this.#orNothing(this.#assets.load(target, this.#reader.holder));
    const svg = asset?.type === SVG ? asset.body.toString("utf8") : "";
    return { ...file, svg: svg.length > MAX_SPRITE_CHARACTERS ? "" : svg };
  }

  /** Sheets that import others become one text, so that all of it can be bound to a tile. */
  async #withImports(css: string): Promise<string> {
    let left = MAX_IMPORTS;
    const inline = async (text: string, depth: number): Promise<string> => {
      if (!text.includes("@import")) return text;
      const split = await this.#orNothing(this.#assets.readerFor(this.#reader.holder).splitImports(text));
      const parts: string[] = [];
      for (const { address, around, before } of split?.imports ?? []) {
        const target = depth < DEEPEST && left-- > 0 ? this.#assets.targetOf(address) : null;
        if (!target) continue;
        const imported = await inline(await this.#fetch(target), depth + 1);
        parts.push(
          before,
          around.reduceRight((css, condition) => `${condition}{${css}}`, imported),
        );
      }
      return [...parts, split?.css ?? ""].join("\n");
    };
    return inline(css, 0);
  }

  /** What the page itself links to. */
  #linkedFile(url: URL, kind: AssetKind): AssetTarget {
    const { own, wayOut } = this.#reader;
    return { url, kind, own: own && grantAt(url, own.grant) ? own.for : null, wayOut };
  }

  async #fetch(target: AssetTarget): Promise<string> {
    const asset = await this.#orNothing(this.#assets.load(target, this.#reader.holder));
    return asset?.body.toString("utf8") ?? "";
  }

  async #orNothing<T>(loading: Promise<T>): Promise<T | null> {
    try {
      return await loading;
    } catch (failure) {
      if (!(failure instanceof CaptureFailure)) throw failure;
      this.isComplete = false;
      return null;
    }
  }
}

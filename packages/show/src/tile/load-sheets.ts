/** The style sheets of a tile: fetched through the guard or from disk, with those that they import. */
import { grantAt } from "@tessera/network/allow-list";
import { CaptureFailure } from "@tessera/network/failure";
import type { AssetProxy, AssetRecipient } from "../assets/asset-proxy.ts";
import type { AssetTarget } from "../rules/asset-links.ts";
import type { ExtractedTile, TileSheet, TileStyle } from "./extract-tile.ts";

export interface LoadedSheets {
  /** In the order of the cascade. */
  readonly sheets: readonly TileSheet[];
  /** False where one could not be fetched or read: the block is then plainer, but it is there. */
  readonly isComplete: boolean;
}

const MAX_CSS_CHARACTERS = 2_000_000;
const DEEPEST = 4;
const MAX_IMPORTS = 32;

export async function loadSheets(
  { styles }: ExtractedTile,
  assets: AssetProxy,
  reader: AssetRecipient,
): Promise<LoadedSheets> {
  const loader = new SheetLoader(assets, reader);
  const loaded = await Promise.all(styles.map((style) => loader.load(style)));
  const sheets: TileSheet[] = [];
  let length = 0;
  for (const sheet of loaded) {
    length += sheet.css.length;
    if (length > MAX_CSS_CHARACTERS) break;
    sheets.push(sheet);
  }
  return { sheets, isComplete: loader.isComplete };
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
    const css = "css" in source ? source.css : await this.#fetch(this.#linkedSheet(new URL(source.url)));
    return { css: await this.#withImports(css), host, media };
  }

  /** Sheets that import others become one text, so that all of it can be bound to a tile. */
  async #withImports(css: string): Promise<string> {
    let left = MAX_IMPORTS;
    const inline = async (text: string, depth: number): Promise<string> => {
      if (!text.includes("@import")) return text;
      const split = await this.#orNothing(this.#assets.readerFor(this.#reader.holder).splitImports(text));
      const parts: string[] = [];
      for (const { address, media } of split?.imports ?? []) {
        const target = depth < DEEPEST && left-- > 0 ? this.#assets.targetOf(address) : null;
        if (!target) continue;
        const imported = await inline(await this.#fetch(target), depth + 1);
        parts.push(media === "" ? imported : `@media ${media}{${imported}}`);
      }
      return [...parts, split?.css ?? ""].join("\n");
    };
    return inline(css, 0);
  }

  /** A sheet that the page itself links to. */
  #linkedSheet(url: URL): AssetTarget {
    const { own } = this.#reader;
    return { url, kind: "style", own: own && grantAt(url, own.grant) ? own.for : null };
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

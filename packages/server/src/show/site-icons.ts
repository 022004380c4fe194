/** The icons of sites that a person has links to: through the guard, made harmless, looked for once in a while. */
import { CaptureFailure } from "@tessera/network/failure";
import type { AssetProxy, OwnHost } from "@tessera/show";

export interface SiteIcon {
  readonly type: string;
  readonly body: Buffer;
}

/** Where sites put theirs by custom; no page is read for it. */
const PATHS = ["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const MAX_REMEMBERED = 5_000;
const MAX_ICON_BYTES = 512 * 1024;

/** That a site has none is known for a day; why it could not be had this time says nothing about the next. */
export type FoundIcon = SiteIcon | "none" | "later";

export class SiteIcons {
  readonly #assets: Pick<AssetProxy, "load">;
  readonly #clock: () => number;
  /** Sites without one, and until when that is believed. */
  readonly #without = new Map<string, number>();
  /** The same where it could not be had, for whoever asked: another may have more luck. */
  readonly #failed = new Map<string, number>();

  constructor(assets: Pick<AssetProxy, "load">, clock: () => number) {
    this.#assets = assets;
    this.#clock = clock;
  }

  /** `own`: for whom the site is a private host that whoever asks may reach. What is known of it with that is not known without. */
  async of(site: string, holder: string, own: OwnHost["for"] | null = null): Promise<FoundIcon> {
    const { origin } = new URL(site);
    const seen = `${own ?? ""} ${origin}`;
    const asked = `${holder} ${seen}`;
    if (this.#isStill(this.#without, seen)) return "none";
    if (this.#isStill(this.#failed, asked)) return "later";
    let isKnown = true;
    for (const path of PATHS) {
      const icon = await this.#at({ url: new URL(path, origin), kind: "image", own }, holder);
      if (typeof icon !== "string") return icon;
      if (icon === "later") isKnown = false;
    }
    if (isKnown) this.#remember(this.#without, seen, DAY_MS);
    else this.#remember(this.#failed, asked, MINUTE_MS);
    return isKnown ? "none" : "later";
  }

  async #at(target: Parameters<AssetProxy["load"]>[0], holder: string): Promise<FoundIcon> {
    try {
      const icon = await this.#assets.load(target, holder);
      return icon.body.length > 0 && icon.body.length <= MAX_ICON_BYTES ? icon : "none";
    } catch (failure) {
      if (failure instanceof CaptureFailure) return hasNone(failure) ? "none" : "later";
      throw failure;
    }
  }

  #isStill(until: ReadonlyMap<string, number>, key: string): boolean {
    return (until.get(key) ?? 0) > this.#clock();
  }

  #remember(until: Map<string, number>, key: string, forMs: number): void {
    until.delete(key);
    until.set(key, this.#clock() + forMs);
    const [oldest] = until.keys();
    if (until.size > MAX_REMEMBERED && oldest !== undefined) until.delete(oldest);
  }
}

/** The site answered, and not with an image; what is wrong with the site itself just now is no answer. */
function hasNone({ code, status = 404 }: CaptureFailure): boolean {
  return code === "too-large" || (code === "not-html" && status < 500 && status !== 429);
}

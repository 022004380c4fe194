/** How captures were made, of which nothing changes: open pages ask for all of a sheet several times a minute. */
import type { Capture, CaptureId } from "@tessera/model";
import type { Store } from "@tessera/store";

export type MadeHow = Pick<Capture, "pageId" | "fetcher" | "images" | "isOfPrivateHost">;

const MAX_KNOWN = 20_000;

export class KnownCaptures {
  readonly #checks: Pick<Store["checks"], "capture">;
  /** Those that were asked for first go first. */
  readonly #known = new Map<CaptureId, MadeHow>();

  constructor({ checks }: Pick<Store, "checks">) {
    this.#checks = checks;
  }

  /** Null where there is none. */
  async of(id: CaptureId): Promise<MadeHow | null> {
    const before = this.#known.get(id);
    if (before) return before;
    const capture = await this.#checks.capture(id);
    if (!capture) return null;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    const { pageId, fetcher, images, isOfPrivateHost } = capture;
    this.#known.set(id, { pageId, fetcher, images, isOfPrivateHost });
    return capture;
  }
}

/** Pages that people have open in the browser while they show what is to be done in them: few, theirs alone, and not for long. */
import { randomUUID } from "node:crypto";
import type { LivePage, LiveView, Point, Visitor } from "@tessera/capture";
import type { BrowserStep, PageSource, PersonId } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";

export type OpenLivePage = (source: PageSource, person: PersonId) => Promise<LivePage>;

export interface LivePagesOptions {
  readonly open: OpenLivePage;
  /** As whom it is open, by what is stored now. */
  readonly visitorFor: (source: PageSource, person: PersonId) => Promise<Visitor | undefined>;
  /** At the same time, of all people. */
  readonly max: number;
  /** Nobody has done anything in it for so long: it is closed. */
  readonly idleMs?: number;
}

interface Opened {
  readonly person: PersonId;
  readonly page: LivePage;
  /** With the steps that were taken since. */
  source: PageSource;
  timer: NodeJS.Timeout;
  /** One thing after the other. */
  turn: Promise<unknown>;
}

const IDLE_MS = 3 * 60_000;

export type LiveOutcome<T> = T | "gone" | "full";

/** One for each person: whoever opens another leaves the one before. */
export class LivePages {
  readonly #options: LivePagesOptions;
  readonly #pages = new Map<string, Opened>();
  #opening = 0;

  constructor(options: LivePagesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pages.size + this.#opening;
  }

  /** Throws a CaptureFailure where the page, or one of its steps, cannot be had. */
  async open(
    source: PageSource,
    person: PersonId,
  ): Promise<LiveOutcome<{ readonly id: string; readonly view: LiveView }>> {
    for (const [id, opened] of this.#pages) if (opened.person === person) await this.close(id, person);
    if (this.size >= this.#options.max) return "full";
    this.#opening++;
    try {
      const page = await this.#options.open(source, person);
      const id = randomUUID();
      this.#pages.set(id, { person, page, source, timer: this.#closeLater(id, person), turn: Promise.resolve() });
      try {
        return { id, view: await page.view() };
      } catch (failure) {
        await this.close(id, person);
        throw failure;
      }
    } finally {
      this.#opening--;
    }
  }

  /** Does one step in it; one that fails leaves it open, a page that has gone away does not. */
  async take(
    id: string,
    person: PersonId,
    { step, at }: { readonly step: BrowserStep; readonly at: Point | null },
  ): Promise<LiveOutcome<{ readonly step: BrowserStep; readonly view: LiveView }>> {
    const opened = this.#of(id, person);
    if (!opened) return "gone";
    clearTimeout(opened.timer);
    const work = opened.turn.then(async () => {
      const source = { ...opened.source, steps: [...opened.source.steps, step] };
      opened.page.renew((await this.#options.visitorFor(source, person)) ?? {});
      const taken = await opened.page.take(step, at);
      opened.source = source;
      return { step: taken, view: await opened.page.view() };
    });
    opened.turn = work.catch(() => undefined);
    try {
      return await work;
    } catch (failure) {
      if (!(failure instanceof CaptureFailure) || failure.code !== "step-failed") await this.close(id, person);
      throw failure;
    } finally {
      if (this.#pages.get(id) === opened) opened.timer = this.#closeLater(id, person);
    }
  }

  /** False where this person has none that is called so. */
  async close(id: string, person: PersonId): Promise<boolean> {
    const opened = this.#of(id, person);
    if (!opened) return false;
    this.#pages.delete(id);
    clearTimeout(opened.timer);
    await opened.page[Symbol.asyncDispose]();
    return true;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#pages].map(([id, { person }]) => this.close(id, person)));
  }

  #of(id: string, person: PersonId): Opened | null {
    const opened = this.#pages.get(id);
    return opened?.person === person ? opened : null;
  }

  #closeLater(id: string, person: PersonId): NodeJS.Timeout {
    const timer = setTimeout(() => void this.close(id, person).catch(() => undefined), this.#options.idleMs ?? IDLE_MS);
    timer.unref();
    return timer;
  }
}

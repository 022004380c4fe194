/** Pages that people have open in the browser while they show what is to be done in them: few, theirs alone, and not for long. */
import { randomUUID } from "node:crypto";
import type { LivePage, LiveView, Point, Visitor } from "@tessera/capture";
import type { BrowserStep, PageSource, PersonId } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { NewSecret } from "../people/page-secrets.ts";

/** Whose page is to be open, and how. */
export interface LiveOrder {
  readonly source: PageSource;
  readonly person: PersonId;
  /** What is typed but not stored, in place of what is: known as long as the page is open. */
  readonly secrets: readonly NewSecret[];
}

export interface LiveStep {
  readonly step: BrowserStep;
  readonly at: Point | null;
  readonly secrets: readonly NewSecret[];
}

export interface LivePagesOptions {
  readonly open: (order: LiveOrder) => Promise<LivePage>;
  /** As whom it is open, by what is stored now. */
  readonly visitorFor: (order: LiveOrder) => Promise<Visitor | undefined>;
  /** At the same time, of all people. */
  readonly max: number;
  /** Nobody has done anything in it for so long: it is closed. */
  readonly idleMs?: number;
  /** Whether somebody waits for a tab: nobody has one for themselves then while they do nothing in it for so long. */
  readonly isAwaited?: () => boolean;
  readonly awaitedIdleMs?: number;
}

interface Opened {
  readonly person: PersonId;
  readonly page: LivePage;
  /** With the steps that were taken since. */
  source: PageSource;
  secrets: readonly NewSecret[];
  /** Runs while nobody does anything in it. */
  timer: NodeJS.Timeout;
  /** One thing after the other. */
  turn: Promise<unknown>;
  /** Steps that are taken, or wait for their turn. */
  steps: number;
}

interface NewlyOpened {
  readonly id: string;
  readonly view: LiveView;
}

const IDLE_MS = 3 * 60_000;
const AWAITED_IDLE_MS = 30_000;
/** Who begins to wait later is seen after so much of that time. */
const LOOKS_AGAIN = 1 / 6;
/** As many as a page can name; of more the oldest are forgotten. */
const MAX_SECRETS = 120;

export type LiveOutcome<T> = T | "gone" | "full";

/** One for each person: whoever opens another leaves the one before. */
export class LivePages {
  readonly #options: LivePagesOptions;
  readonly #pages = new Map<string, Opened>();
  /** The last of each person. */
  readonly #openings = new Map<PersonId, Promise<unknown>>();
  #opening = 0;

  constructor(options: LivePagesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pages.size + this.#opening;
  }

  /** Throws a CaptureFailure where the page, or one of its steps, cannot be had. Of two at once the later one stays. */
  async open(order: LiveOrder): Promise<LiveOutcome<NewlyOpened>> {
    const { person } = order;
    const before = this.#openings.get(person) ?? Promise.resolve();
    const work = before.then(() => this.#openNow(order));
    const turn = work.catch(() => undefined);
    this.#openings.set(person, turn);
    try {
      return await work;
    } finally {
      if (this.#openings.get(person) === turn) this.#openings.delete(person);
    }
  }

  async #openNow(order: LiveOrder): Promise<LiveOutcome<NewlyOpened>> {
    const { person, source, secrets } = order;
    for (const [id, opened] of this.#pages) if (opened.person === person) await this.close(id, person);
    if (this.size >= this.#options.max) return "full";
    this.#opening++;
    try {
      const page = await this.#options.open(order);
      const id = randomUUID();
      const timer = this.#closeLater(id, person);
      this.#pages.set(id, { person, page, source, secrets, timer, turn: Promise.resolve(), steps: 0 });
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
    { step, at, secrets }: LiveStep,
  ): Promise<LiveOutcome<{ readonly step: BrowserStep; readonly view: LiveView }>> {
    const opened = this.#of(id, person);
    if (!opened) return "gone";
    clearTimeout(opened.timer);
    opened.steps++;
    const work = opened.turn.then(async () => {
      const source = { ...opened.source, steps: [...opened.source.steps, step] };
      opened.secrets = renewed(opened.secrets, secrets);
      opened.page.renew((await this.#options.visitorFor({ source, person, secrets: opened.secrets })) ?? {});
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
      opened.steps--;
      const isLeft = opened.steps === 0 && this.#pages.get(id) === opened;
      if (isLeft) opened.timer = this.#closeLater(id, person);
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

  #closeLater(id: string, person: PersonId, idleSoFarMs = 0): NodeJS.Timeout {
    const { idleMs = IDLE_MS, awaitedIdleMs = AWAITED_IDLE_MS, isAwaited = () => false } = this.#options;
    const nextMs = idleSoFarMs === 0 ? awaitedIdleMs : awaitedIdleMs * LOOKS_AGAIN;
    const idleThenMs = Math.min(idleSoFarMs + nextMs, idleMs);
    const timer = setTimeout(() => {
      const opened = this.#of(id, person);
      if (!opened) return;
      if (idleThenMs >= idleMs || isAwaited()) void this.close(id, person).catch(() => undefined);
      else opened.timer = this.#closeLater(id, person, idleThenMs);
    }, idleThenMs - idleSoFarMs);
    timer.unref();
    return timer;
  }
}

function renewed(before: readonly NewSecret[], typed: readonly NewSecret[]): readonly NewSecret[] {
  const isNew = ({ origin, name }: NewSecret): boolean =>
    !typed.some((one) => one.origin === origin && one.name === name);
  return [...typed, ...before.filter(isNew)].slice(0, MAX_SECRETS);
}

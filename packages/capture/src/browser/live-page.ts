/** A page that stays open while a person shows what is to be done in it, step by step. */
import type { BrowserStep } from "@tessera/model";
import { CaptureFailure } from "@tessera/network/failure";
import { type Control, controls } from "@tessera/page";
import type { Visitor } from "../http/visitor.ts";
import { asCaptureFailure, takePicture } from "./open-capture.ts";
import type { PageWatch } from "./page-watch.ts";
import { takeSteps } from "./steps.ts";
import type { Tab } from "./tab.ts";

export interface LiveTab {
  readonly tab: Tab;
  readonly watch: PageWatch;
  readonly visitor: Visitor;
  readonly settle: () => Promise<boolean>;
  readonly close: (hasFailed: boolean) => Promise<void>;
}

export interface LiveView {
  readonly url: string;
  readonly title: string;
  /** WebP, in CSS pixels of the page from its upper left corner. */
  readonly picture: Buffer;
  readonly controls: readonly Control[];
}

/** In CSS pixels of the page. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Steps are taken in the page itself. */
export class StepInFrame extends CaptureFailure {
  constructor() {
    super("step-failed", { message: "this is a page inside the page: no step can be taken in it" });
  }
}

const STEP_TIMEOUT_MS = 8_000;
const LONGEST_URL = 8_192;

/** Everything throws a CaptureFailure where the page cannot go on; what a step fails with leaves it as it is. */
export class LivePage implements AsyncDisposable {
  readonly #live: LiveTab;
  #visitor: Visitor;

  constructor(live: LiveTab) {
    this.#live = live;
    this.#visitor = live.visitor;
  }

  /** Secrets may have been stored since the page was opened; all else stays as it was opened. */
  renew({ secretAt, hiding }: Visitor): void {
    this.#visitor = { ...this.#visitor, secretAt, hiding };
  }

  /** Does it, and gives the step as it is to be done every time: with a selector that finds what is at `at`. */
  async take(step: BrowserStep, at: Point | null): Promise<BrowserStep> {
    const { tab, watch, settle } = this.#live;
    watch.allowNavigation();
    return this.#run(async () => {
      const recorded =
        at && "selector" in step ? { ...step, selector: await this.#selectorAt(at, step.kind === "waitFor") } : step;
      await takeSteps(tab, [recorded], {
        timeoutMs: STEP_TIMEOUT_MS,
        secretAt: this.#visitor.secretAt,
        settle: async () => void (await settle()),
      });
      return recorded;
    });
  }

  view(): Promise<LiveView> {
    const { tab } = this.#live;
    const { hiding } = this.#visitor;
    const hidden = (text: string): string => hiding?.text(text) ?? text;
    return this.#run(async () => {
      const picture = await takePicture(tab, hiding);
      const found = await tab.world.call<readonly Control[]>(controls, "controlsOf");
      return {
        url: hidden(tab.page.url()).slice(0, LONGEST_URL),
        title: hidden(await tab.page.title()).slice(0, 500),
        picture,
        controls: found.map((control) => ({ ...control, name: hidden(control.name) })),
      };
    });
  }

  /** Idempotent. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#live.close(true);
  }

  /** The first that finds one element and no other: the page may call two things by the same name. */
  async #selectorAt({ x, y }: Point, isWaitedFor: boolean): Promise<string> {
    const { tab } = this.#live;
    const found = await tab.world.call<ReturnType<typeof controls.selectorsAt>>(
      controls,
      "selectorsAt",
      ...[x, y, isWaitedFor],
    );
    if (found === "frame") throw new StepInFrame();
    for (const selector of found?.selectors ?? []) {
      if ((await tab.page.locator(selector).count()) === 1) return selector;
    }
    throw new CaptureFailure("step-failed", { message: "there is nothing at this place that could be found again" });
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#live.watch.race(work());
    } catch (error) {
      throw asCaptureFailure(error);
    }
  }
}

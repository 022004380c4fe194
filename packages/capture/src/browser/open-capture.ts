/** A page that was captured and is still open in the browser: pictures of it can be taken until it is disposed of. */
import type { DomTree } from "@tessera/engine";
import { CaptureFailure } from "@tessera/network/failure";
import { hideText } from "@tessera/page";
import type { CDPSession } from "playwright-core";
import type { Hiding } from "../http/visitor.ts";
import type { PageWatch } from "./page-watch.ts";
import type { RenderedCapture } from "./rendered-capture.ts";
import type { Tab } from "./tab.ts";

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MAX_BLOCKS = 50;
/** Chromium draws no larger surface, and nobody looks at one. */
const LONGEST_SIDE = 16_000;
const QUALITY = 90;
/** Of a picture that is looked at once. */
const TALLEST_LOOK = 4_000;
const LOOK_QUALITY = 70;

export interface OpenTab {
  readonly session: CDPSession;
  readonly watch: PageWatch;
  /** Leaves the tab; whether another page may have it depends on what happened in it. */
  readonly close: (hasFailed: boolean) => Promise<void>;
}

/** Pictures are WebP. Taking one throws a CaptureFailure where the browser has gone away. */
export class OpenCapture implements AsyncDisposable {
  readonly capture: RenderedCapture;
  readonly #tab: OpenTab;
  #hasFailed = false;

  constructor(capture: RenderedCapture, tab: OpenTab) {
    this.capture = capture;
    this.#tab = tab;
  }

  /** Of blocks, by their numbers in the tree; those without a box have none. */
  picturesOf(nodes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    return this.#run(async (session) => {
      const pictures = new Map<number, Buffer>();
      for (const node of nodes.slice(0, MAX_BLOCKS)) {
        const clip = clipOf(this.capture.tree, node);
        if (clip) pictures.set(node, await take(session, clip));
      }
      return pictures;
    });
  }

  /** Of the whole page; null for one that cannot be drawn: empty, or larger than the browser's surfaces. */
  picture(): Promise<Buffer | null> {
    return this.#run(async (session) => {
      const { cssContentSize } = await session.send("Page.getLayoutMetrics");
      const whole = { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height };
      return take(session, whole).catch(() => null);
    });
  }

  /** Idempotent. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#tab.close(this.#hasFailed);
  }

  async #run<T>(work: (session: CDPSession) => Promise<T>): Promise<T> {
    const { session, watch } = this.#tab;
    try {
      return await watch.race(work(session));
    } catch (error) {
      this.#hasFailed = true;
      throw asCaptureFailure(error);
    }
  }
}

/** Whatever the browser's driver throws when the browser goes away under it. */
export function asCaptureFailure(error: unknown): CaptureFailure {
  if (error instanceof CaptureFailure) return error;
  return new CaptureFailure("crashed", { message: "the browser gave up on the page", cause: error });
}

function clipOf(tree: DomTree, node: number): Clip | null {
  const [x = 0, y = 0, width = -1, height = -1] = tree.boxes?.subarray(node * 4, node * 4 + 4) ?? [];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The upper part of the page as it is now, for somebody who waits. */
export async function takePicture(tab: Pick<Tab, "session" | "world">, hiding?: Hiding): Promise<Buffer> {
  await hideInPage(tab, hiding);
  const { cssContentSize, cssLayoutViewport } = await tab.session.send("Page.getLayoutMetrics");
  const width = Math.max(1, cssLayoutViewport.clientWidth);
  const height = Math.max(1, Math.min(cssContentSize.height, TALLEST_LOOK));
  return take(tab.session, { x: 0, y: 0, width, height }, LOOK_QUALITY);
}

/** What a page repeats of a secret is in no picture of it. */
export async function hideInPage({ world }: Pick<Tab, "world">, hiding: Hiding | undefined): Promise<void> {
  if (hiding?.isNeeded) await world.call(hideText, "hideText", hiding.forms);
}

async function take(session: CDPSession, clip: Clip, quality = QUALITY): Promise<Buffer> {
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality,
    captureBeyondViewport: true,
    clip: {
      ...clip,
      width: Math.min(clip.width, LONGEST_SIDE),
      height: Math.min(clip.height, LONGEST_SIDE),
      scale: 1,
    },
  });
  return Buffer.from(data, "base64");
}

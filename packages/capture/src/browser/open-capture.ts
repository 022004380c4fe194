/** A page that was captured and is still open in the browser: pictures of it can be taken until it is disposed of. */
import type { DomTree } from "@tessera/engine";
import { CaptureFailure } from "@tessera/network/failure";
import { hideText, type SeenBox } from "@tessera/page";
import type { CDPSession } from "playwright-core";
import type { Hiding } from "../http/visitor.ts";
import type { LoadedFile } from "./loaded-files.ts";
import type { PageWatch } from "./page-watch.ts";
import type { RenderedCapture } from "./rendered-capture.ts";
import { type Box, LONGEST_SIDE, sharpestScale } from "./sharpness.ts";
import type { Tab } from "./tab.ts";

interface Clip extends Box {
  /** Pixels of the picture for one of the page; 1 unless told. */
  readonly scale?: number;
}

const MAX_BLOCKS = 50;
const QUALITY = 90;
/** Of a picture that is looked at once. */
const TALLEST_LOOK = 4_000;
const LOOK_QUALITY = 70;

export interface OpenTab {
  readonly tab: Pick<Tab, "session" | "world">;
  readonly hiding: Hiding | undefined;
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
        if (!clip) continue;
        await this.#hide();
        pictures.set(node, await take(session, clip));
      }
      return pictures;
    });
  }

  /** Of the whole page; null for one that cannot be drawn: empty, or larger than the browser's surfaces. */
  picture(): Promise<Buffer | null> {
    return this.#run(async (session) => {
      const { cssContentSize } = await session.send("Page.getLayoutMetrics");
      await this.#hide();
      const whole = { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height };
      return take(session, whole).catch(() => null);
    });
  }

  /** Images and style sheets that the page has loaded, those of these blocks first; none where they were not to be kept. */
  filesOf(nodes: readonly number[], isWhole: boolean): Promise<readonly LoadedFile[]> {
    const boxes = nodes.flatMap((node): SeenBox[] => {
      const clip = clipOf(this.capture.tree, node);
      return clip ? [[clip.x, clip.y, clip.width, clip.height]] : [];
    });
    return this.#run(async () => (await this.#tab.watch.files?.take(this.#tab.tab, { boxes, isWhole })) ?? []);
  }

  /** Idempotent. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#tab.close(this.#hasFailed);
  }

  /** Before every picture: the page may have written again what was hidden when it was captured. */
  #hide(): Promise<void> {
    return hideInPage(this.#tab.tab, this.#tab.hiding);
  }

  async #run<T>(work: (session: CDPSession) => Promise<T>): Promise<T> {
    const { tab, watch } = this.#tab;
    try {
      return await watch.race(work(tab.session));
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
  if (width <= 0 || height <= 0) return null;
  return { x, y, width, height, scale: sharpestScale({ width, height }) };
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

async function take(session: CDPSession, { scale = 1, ...clip }: Clip, quality = QUALITY): Promise<Buffer> {
  const longest = LONGEST_SIDE / scale;
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality,
    captureBeyondViewport: true,
    clip: {
      ...clip,
      width: Math.min(clip.width, longest),
      height: Math.min(clip.height, longest),
      scale,
    },
  });
  return Buffer.from(data, "base64");
}

/** Pictures of a page and of single blocks of it, cut out by their boxes. */
import type { DomTree } from "@tessera/engine";
import type { CDPSession } from "playwright-core";

export interface ScreenshotRequest {
  readonly page?: boolean;
  /** Called with the capture while the page is still there: which blocks to picture, by their numbers in its tree. */
  readonly blocks?: (page: PicturedPage) => readonly number[] | Promise<readonly number[]>;
}

export interface PicturedPage {
  readonly tree: DomTree;
  readonly html: string;
  readonly finalUrl: string;
}

export interface Screenshots {
  /** WebP. */
  readonly page?: Buffer;
  /** By the number of the block in the tree; blocks without a box have none. */
  readonly blocks: ReadonlyMap<number, Buffer>;
}

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

export async function takeScreenshots(
  session: CDPSession,
  page: PicturedPage,
  request: ScreenshotRequest,
): Promise<Screenshots> {
  const blocks = new Map<number, Buffer>();
  for (const node of ((await request.blocks?.(page)) ?? []).slice(0, MAX_BLOCKS)) {
    const clip = clipOf(page.tree, node);
    if (clip) blocks.set(node, await take(session, clip));
  }
  if (!request.page) return { blocks };
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const whole = { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height };
  // a page that cannot be drawn as a whole (empty, or larger than the browser's surfaces) is captured all the same
  const picture = await take(session, whole).catch(() => null);
  return picture ? { page: picture, blocks } : { blocks };
}

function clipOf(tree: DomTree, node: number): Clip | null {
  const [x = 0, y = 0, width = -1, height = -1] = tree.boxes?.subarray(node * 4, node * 4 + 4) ?? [];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

async function take(session: CDPSession, clip: Clip): Promise<Buffer> {
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
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

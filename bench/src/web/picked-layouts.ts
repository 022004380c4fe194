/** Blocks of the demo sites as somebody who picks them has them before their eyes, so that tiles are as on the page. */
import type { Browser } from "playwright-core";

export interface SiteBlock {
  readonly site: string;
  readonly selector: string;
}

/** As the API takes it. */
export interface PickedLayout {
  readonly viewport: readonly [number, number];
  /** Left, top, width and height of everything around the block, from the root down, and at last its own. */
  readonly boxes: readonly (readonly number[])[];
}

const WINDOW = { width: 1_280, height: 900 } as const;

/** In the order of the blocks. */
export async function layoutsOf(
  browser: Browser,
  urls: Readonly<Record<string, string>>,
  blocks: readonly SiteBlock[],
): Promise<readonly PickedLayout[]> {
  const page = await browser.newPage({ viewport: WINDOW });
  const layouts: PickedLayout[] = [];
  for (const { site, selector } of blocks) {
    const url = urls[site] ?? "";
    if (page.url() !== url) await page.goto(url, { waitUntil: "load" });
    const boxes = (await page.evaluate(`(${BOXES})(${JSON.stringify(selector)})`)) as PickedLayout["boxes"];
    if (boxes.length === 0) throw new RangeError(`${site} has no ${selector}`);
    layouts.push({ viewport: [WINDOW.width, WINDOW.height], boxes });
  }
  await page.close();
  return layouts;
}

const BOXES = `(selector) => {
  const boxes = [];
  for (let element = document.querySelector(selector); element; element = element.parentElement) {
    const { left, top, width, height } = element.getBoundingClientRect();
    boxes.unshift([left + scrollX, top + scrollY, width, height]);
  }
  return boxes;
}`;

/** Two pictures compared by a browser, for tests: how much of the one is in the other. */
import type { Page } from "playwright-core";

export interface Likeness {
  /** Share of pixels that differ by what an eye sees. */
  readonly differing: number;
  /** Share of pixels of the second picture that are not of its most frequent colour. */
  readonly ink: number;
}

export async function comparePictures(tab: Page, one: Buffer, other: Buffer): Promise<Likeness> {
  const urls = [one, other].map((png) => `data:image/png;base64,${png.toString("base64")}`);
  return (await tab.evaluate(`(${COMPARE})(${JSON.stringify(urls)})`)) as Likeness;
}

const COMPARE = `async (urls) => {
  const [first, second] = await Promise.all(urls.map(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }));
  const width = Math.max(first.width, second.width);
  const height = Math.max(first.height, second.height);
  const at = (data, x, y) => (x < data.width && y < data.height ? 4 * (y * data.width + x) : -1);
  const colours = new Map();
  let differing = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [a, b] = [at(first, x, y), at(second, x, y)];
      if (b >= 0) {
        const colour = second.data.slice(b, b + 3).join();
        colours.set(colour, (colours.get(colour) ?? 0) + 1);
      }
      const isFar = (of) => Math.abs(first.data[a + of] - second.data[b + of]) > 40;
      if (a < 0 || b < 0 || isFar(0) || isFar(1) || isFar(2)) differing++;
    }
  }
  const ink = 1 - Math.max(...colours.values()) / (second.width * second.height);
  return { differing: differing / (width * height), ink };
}`;

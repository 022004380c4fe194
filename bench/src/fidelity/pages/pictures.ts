/** Pictures for the pages: drawn here, as files of several kinds and sizes. */
import { writePicture } from "../compare.ts";

/** A landscape of stripes and a sun, so that cutting, scaling and mirroring it shows. */
export function landscapePng(width: number, height: number): Buffer {
  const data = new Uint8Array(width * height * 4);
  const [sunX, sunY, radius] = [width * 0.72, height * 0.3, Math.min(width, height) * 0.16];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isSun = (x - sunX) ** 2 + (y - sunY) ** 2 < radius ** 2;
      const hill = height * (0.62 + 0.12 * Math.sin((x / width) * 7));
      const colour = isSun
        ? [250, 200, 60]
        : y > hill
          ? [40 + (x % 16) * 3, 120, 70]
          : [120, 170, 200 + Math.round((y / height) * 50)];
      data.set([...colour, 255], (y * width + x) * 4);
    }
  }
  return writePicture({ width, height, data });
}

export function landscapeSvg(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 40 30"><rect width="40" height="30" fill="#7ab"/><circle cx="28" cy="9" r="5" fill="#fc4"/><path d="M0 22Q10 14 20 21T40 20V30H0z" fill="#384"/></svg>`;
}

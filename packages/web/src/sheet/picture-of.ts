/** A picture that a person chose, made small enough to lie behind a sheet: nothing but its pixels leaves the browser. */
import { MAX_PICTURE_BYTES } from "@tessera/model/grid";

/** Larger than this nobody sees behind tiles. */
const MAX_SIDE = 2_560;
/** From one to the next, until it is small enough. */
const QUALITIES = [0.86, 0.7, 0.5, 0.3] as const;

/** Null where the browser cannot read it as a picture. */
export async function pictureOf(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = canvas.getContext("2d");
  if (!context) return null;
  // what can be seen through is seen on white
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of QUALITIES) {
    const made = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (made.size <= MAX_PICTURE_BYTES) return made;
  }
  return null;
}

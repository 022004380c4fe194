/** A block as a document of its own, with everything in it: it asks nobody for anything, and is shown while the server is away. */
import { PAD_PROPERTY, PAGE_STYLE, READER_STYLE, scaledDocument, WIDTH_STYLE } from "@tessera/page/tile-frame";
import { ask } from "../instance/ask.ts";
import { recall } from "../platform/stored.ts";

const MAX_IMAGES = 40;
const MAX_IMAGE_BYTES = 300_000;

/** Frames that may do nothing: no script, no form, no request, not even for a picture. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Space around the block, in CSS pixels. */
const PAD_PX = 10;

export interface BlockLook {
  readonly look: "page" | "adapted" | "reader";
  /** Of its size on the page; what would be smaller is scrolled to. */
  readonly leastScale: number;
}

/** A document for a frame that may do nothing: as on its page, it fits itself into the tile. */
export async function blockDocument(followId: string, { look, leastScale }: BlockLook): Promise<string> {
  const tile = await ask("GET /follows/:id/tile/content", { params: { id: followId }, query: { look } });
  const pairing = await recall("pairing");
  const address = pairing?.address ?? "";
  // a style sheet ends where its element does, whatever is written in it
  const style = tile.css.replaceAll(/<\/(?=style)/gi, "<\\/");
  const policy = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  const dress = { page: PAGE_STYLE + WIDTH_STYLE, adapted: PAGE_STYLE, reader: READER_STYLE }[tile.look];
  const html = await withImages(tile.html, address);
  const document = `<!doctype html><html><head>${policy}<style>html{${PAD_PROPERTY}:${PAD_PX}px}${dress}${style}</style></head><body>${html}</body></html>`;
  if (tile.look !== "page" || !tile.layout) return document;
  const { viewport, width } = tile.layout;
  const frame = { document, title: "", policy: POLICY, sandbox: "" };
  return scaledDocument({ ...frame, windowPx: viewport[0], blockPx: width, padPx: PAD_PX, leastScale });
}

/** Pictures travel inside the document: a frame that may ask for nothing shows them at once, and offline. */
async function withImages(html: string, address: string): Promise<string> {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const images = [...parsed.querySelectorAll("img")];
  for (const image of images) image.removeAttribute("srcset");
  await Promise.all(
    images.slice(0, MAX_IMAGES).map(async (image) => {
      const source = image.getAttribute("src") ?? "";
      if (source.startsWith("data:") || !URL.canParse(source, address)) return;
      image.src = (await dataOf(new URL(source, address))) ?? "";
    }),
  );
  return parsed.body.innerHTML;
}

/** A picture as an address that holds it; null where it cannot be had or is too large. */
export async function dataOf(url: URL): Promise<string | null> {
  try {
    const response = await fetch(url, { credentials: "omit" });
    const bytes = response.ok ? await response.blob() : null;
    if (!bytes?.type.startsWith("image/") || bytes.size > MAX_IMAGE_BYTES) return null;
    return await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => resolve(null);
      reader.readAsDataURL(bytes);
    });
  } catch {
    return null;
  }
}

/** What a page draws becomes pictures: read from its canvases and films, or photographed where they do not give it away. */
import { readDrawings as drawingsModule } from "@tessera/page";
import type { Tab } from "./tab.ts";

type DrawnPart = ReturnType<typeof drawingsModule.readDrawings>[number];

const MIB = 1024 * 1024;
const LIMITS = { maxCount: 60, maxPixels: 4_000_000, maxCharacters: 8 * MIB, budgetMs: 2_000 };
/** Each takes a tenth of a second. */
const MAX_PHOTOGRAPHS = 8;
const DENSITY = 2;
/** Longer than any honest one. */
const MAX_PHOTOGRAPH_BYTES = 3 * MIB;
const CLEAR = { color: { r: 0, g: 0, b: 0, a: 0 } };

/** In the order of the numbers that the elements carry now; an empty one stands for what could not be had. */
export async function takeDrawings(tab: Tab): Promise<readonly Uint8Array[]> {
  const parts = await tab.world.call<DrawnPart[]>(drawingsModule, "readDrawings", {
    ...LIMITS,
    question: tab.question,
  });
  const pictures = parts.map(({ picture }) => (picture ? bytesOf(picture.data) : new Uint8Array()));
  const missing = parts.flatMap(({ picture }, number) => (picture ? [] : [number])).slice(0, MAX_PHOTOGRAPHS);
  if (missing.length === 0) return pictures;
  const photographs = await photograph(tab, parts, missing);
  for (const [at, number] of missing.entries()) pictures[number] = photographs[at] ?? new Uint8Array();
  return pictures;
}

function bytesOf(dataAddress: string): Uint8Array {
  return Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
}

/** Each alone: what lies over it is in the page anyway, and its ground is the page's. */
async function photograph(
  tab: Tab,
  parts: readonly DrawnPart[],
  numbers: readonly number[],
): Promise<readonly (Uint8Array | null)[]> {
  const { session, world } = tab;
  const taken: string[] = [];
  await world.call(drawingsModule, "showAlone", numbers);
  await session.send("Emulation.setDefaultBackgroundColorOverride", CLEAR);
  try {
    for (const number of numbers) taken.push(await photographOf(tab, parts[number]!.box));
  } finally {
    await session.send("Emulation.setDefaultBackgroundColorOverride");
    await world.call(drawingsModule, "showAll");
  }
  const hashes = await world.call<(string | null)[]>(drawingsModule, "hashesOf", taken);
  await world.call(drawingsModule, "markSeen", numbers, hashes);
  return taken.map((base64, at) => (hashes[at] === null ? null : Buffer.from(base64, "base64")));
}

async function photographOf({ session }: Tab, box: DrawnPart["box"]): Promise<string> {
  const scale = Math.min(DENSITY, Math.sqrt(LIMITS.maxPixels / (box.width * box.height)));
  const { data } = await session.send("Page.captureScreenshot", {
    format: "png",
    captureBeyondViewport: true,
    clip: { ...box, scale },
  });
  return data.length * 0.75 <= MAX_PHOTOGRAPH_BYTES ? data : photographWithLoss(session, { ...box, scale });
}

async function photographWithLoss(
  session: Tab["session"],
  clip: DrawnPart["box"] & { scale: number },
): Promise<string> {
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
    captureBeyondViewport: true,
    clip,
  });
  return data;
}

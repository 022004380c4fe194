/** What a page draws becomes pictures: read from its canvases and films, or photographed where they do not give it away. */
import { readDrawings as drawingsModule } from "@tessera/page";
import { type Photograph, planPhotographs } from "./plan-photographs.ts";
import { type Box, MAX_PIXELS } from "./sharpness.ts";
import type { Tab } from "./tab.ts";

type DrawnPart = ReturnType<typeof drawingsModule.readDrawings>[number];
type DrawnPicture = NonNullable<DrawnPart["picture"]>;
/** By number; null for one with nothing on it. */
type Seen = ReadonlyMap<number, DrawnPicture | null>;

const MIB = 1024 * 1024;
const LIMITS = { maxCount: 60, maxPixels: MAX_PIXELS, maxCharacters: 8 * MIB, budgetMs: 2_000 };
/** Each takes a tenth of a second, and shows several parts where they are near each other. */
const MAX_PHOTOGRAPHS = 8;
/** Longer than any honest one. */
const MAX_PHOTOGRAPH_BYTES = 3 * MIB;
const CLEAR = { color: { r: 0, g: 0, b: 0, a: 0 } };

/** In the order of the numbers that the elements carry now; an empty one stands for what could not be had. */
export async function takeDrawings(tab: Tab): Promise<readonly Uint8Array[]> {
  const parts = await tab.world.call<DrawnPart[]>(drawingsModule, "readDrawings", {
    ...LIMITS,
    question: tab.question,
  });
  const unread = parts.flatMap(({ picture }, number) => (picture ? [] : [number]));
  const seen: Seen = unread.length === 0 ? new Map() : await photograph(tab, parts, unread);
  return parts.map(({ picture }, number) => {
    const { data } = picture ?? seen.get(number) ?? {};
    return data === undefined ? new Uint8Array() : bytesOf(data);
  });
}

function bytesOf(dataAddress: string): Uint8Array {
  return Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
}

/**
 * Alone: what lies over them is in the page anyway, and their ground is the page's. Those that could not be had are not
 * among what is returned, and are marked as such: they are not empty.
 */
async function photograph(tab: Tab, parts: readonly DrawnPart[], numbers: readonly number[]): Promise<Seen> {
  const hasRoom = (number: number) => parts[number]!.box.width > 0 && parts[number]!.box.height > 0;
  const boxes = new Map(numbers.filter(hasRoom).map((number) => [number, parts[number]!.box]));
  const planned = planPhotographs(boxes, { maxCount: MAX_PHOTOGRAPHS, maxPixels: LIMITS.maxPixels });
  const taken = await takeAlone(tab, planned);
  const seen = new Map<number, DrawnPicture | null>();
  for (const number of numbers) if (!hasRoom(number)) seen.set(number, null);
  let left = LIMITS.maxCharacters;
  for (const [at, { box, scale, numbers: shown }] of planned.entries()) {
    const places = shown.map((number) => placeIn(box, boxes.get(number)!, scale));
    const cut = await tab.world.call<(DrawnPicture | null)[] | null>(drawingsModule, "cutOut", taken[at] ?? "", places);
    for (const [which, picture] of (cut ?? []).entries()) {
      left -= picture?.data.length ?? 0;
      if (left >= 0) seen.set(shown[which]!, picture);
    }
  }
  await mark(tab, numbers, seen);
  return seen;
}

async function mark({ world }: Tab, numbers: readonly number[], seen: Seen): Promise<void> {
  const hashes = [...seen.values()].map((picture) => picture?.hash ?? null);
  await world.call(drawingsModule, "markSeen", [...seen.keys()], hashes);
  const lost = numbers.filter((number) => !seen.has(number));
  if (lost.length > 0) await world.call(drawingsModule, "unmark", lost);
}

/** Null for one that cannot be had. */
async function takeAlone({ session, world }: Tab, planned: readonly Photograph[]): Promise<readonly (string | null)[]> {
  const taken: (string | null)[] = [];
  await world.call(
    drawingsModule,
    "showAlone",
    planned.flatMap(({ numbers }) => numbers),
  );
  await session.send("Emulation.setDefaultBackgroundColorOverride", CLEAR);
  try {
    for (const { box, scale } of planned) taken.push(await take(session, { ...box, scale }).catch(() => null));
  } finally {
    await session.send("Emulation.setDefaultBackgroundColorOverride");
    await world.call(drawingsModule, "showAll");
  }
  return taken;
}

async function take(session: Tab["session"], clip: Box & { readonly scale: number }): Promise<string> {
  const { data } = await session.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: true, clip });
  if (data.length * 0.75 <= MAX_PHOTOGRAPH_BYTES) return data;
  const lossy = { format: "webp", quality: 80, captureBeyondViewport: true, clip } as const;
  return (await session.send("Page.captureScreenshot", lossy)).data;
}

/** In pixels of the photograph. */
function placeIn(photographed: Box, { x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [(x - photographed.x) * scale, (y - photographed.y) * scale].map(Math.round) as [number, number];
  return { x: left, y: top, width: Math.round(width * scale), height: Math.round(height * scale) };
}

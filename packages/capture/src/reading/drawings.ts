/** The pictures of what a page draws, as one body beside its HTML: its elements name them by number. */

/** How many there are, how long each is, and then all of them, one after the other. */
export function packDrawings(pictures: readonly Uint8Array[]): Uint8Array | null {
  if (pictures.length === 0) return null;
  const head = 1 + pictures.length;
  const packed = Buffer.alloc(head * WORD + pictures.reduce((sum, { length }) => sum + length, 0));
  packed.writeUInt32LE(pictures.length, 0);
  let at = head * WORD;
  for (const [number, picture] of pictures.entries()) {
    packed.writeUInt32LE(picture.length, (1 + number) * WORD);
    packed.set(picture, at);
    at += picture.length;
  }
  return packed;
}

/** Null where the body has no such picture, or is none of ours. */
export function drawingIn(packed: Uint8Array, number: number): Uint8Array | null {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = view.length < WORD ? 0 : view.readUInt32LE(0);
  if (!Number.isInteger(number) || number < 0 || number >= count || (1 + count) * WORD > view.length) return null;
  let at = (1 + count) * WORD;
  for (let before = 0; before < number; before++) at += view.readUInt32LE((1 + before) * WORD);
  const end = at + view.readUInt32LE((1 + number) * WORD);
  return end > view.length || end === at ? null : view.subarray(at, end);
}

const WORD = 4;

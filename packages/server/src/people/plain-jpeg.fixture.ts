/** A JPEG of one white pixel, and segments to put into it. */
export const SMALL_JPEG = Buffer.concat([
  Buffer.from(
    "/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
    "base64",
  ),
  Buffer.from([0xff, 0xd9]),
]);

/** A segment with this marker and these words. */
export function segment(marker: number, words: string): Buffer {
  const body = Buffer.from(words);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, body]);
}

/** The same picture with segments after its beginning. */
export function withSegments(...segments: readonly Uint8Array[]): Buffer {
  return Buffer.concat([SMALL_JPEG.subarray(0, 2), ...segments, SMALL_JPEG.subarray(2)]);
}

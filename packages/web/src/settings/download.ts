/** A file that comes from the server piece by piece, and is then the person's. */

/** Pieces are put together at this size: a browser keeps what is large on the disk, and an archive may be. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** The whole of it; rejects where the connection ends before it does. */
export async function received(response: Response, onBytes: (sum: number) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let pieces: BlobPart[] = [];
  let [held, sum] = [0, 0];
  const put = (): void => {
    parts.push(new Blob(pieces));
    [pieces, held] = [[], 0];
  };
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const piece: Uint8Array<ArrayBuffer> = read.value;
    pieces.push(piece);
    held += piece.length;
    sum += piece.length;
    if (held >= PIECE_BYTES) put();
    onBytes(sum);
  }
  put();
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}

/** Where the browser keeps downloads. */
export function saveAs(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  // the browser takes the address up after this turn
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Undoes Content-Encoding within a budget: a small bomb must not become a large page. */
import { type Duplex, pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from "node:zlib";
import { CaptureFailure } from "../guard/capture-failure.ts";

/** What is asked for in Accept-Encoding, in the order of preference. */
export const ACCEPT_ENCODING = "zstd, br, gzip, deflate";

/** RFC 9659: a decoder of the `zstd` coding need not support windows above 8 MB. */
const ZSTD_WINDOW_LOG = 23;
/** Codings one on top of the other are allowed by RFC 9110 and used by nobody but attackers. */
const MAX_CODINGS = 2;

type Decoder = (body: Buffer, maxBytes: number) => Promise<Buffer>;

const unzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);
const unzstd = promisify(zstdDecompress);
const unzlib = promisify(inflate);
const unraw = promisify(inflateRaw);

const gzip: Decoder = (body, maxOutputLength) => unzip(body, { maxOutputLength });
const brotli: Decoder = (body, maxOutputLength) => unbrotli(body, { maxOutputLength });
const zstd: Decoder = (body, maxOutputLength) =>
  unzstd(body, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } });
/** RFC 9110 means the zlib format; some servers send raw deflate, and browsers take both. */
const deflate: Decoder = (body, maxOutputLength) => (isZlib(body) ? unzlib : unraw)(body, { maxOutputLength });

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip,
  "x-gzip": gzip,
  br: brotli,
  zstd,
  deflate,
};

/** The same as streams. Which kind of deflate it is, is seen at the first piece. */
const DECODER_STREAMS: Readonly<Record<string, (first: Buffer) => Duplex>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  deflate: (first) => (isZlib(first) ? createInflate() : createInflateRaw()),
};

/** The body as it was before the codings of the header were applied; throws `too-large`, `decompression` or `protocol`. */
export async function decompress(body: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  let decoded = body;
  for (const coding of codingsOf(contentEncoding)) decoded = await decodeOne(decoded, coding, maxBytes);
  return decoded;
}

/** The same for a body that comes piece by piece; each piece is given on as soon as it is there. */
export function decompressed(
  body: AsyncIterable<Buffer>,
  contentEncoding: string,
  maxBytes: number,
): AsyncIterable<Buffer> {
  let decoded = body;
  for (const coding of codingsOf(contentEncoding)) decoded = decodePieces(decoded, coding, maxBytes);
  return decoded;
}

/** In the order in which they are undone. */
function codingsOf(contentEncoding: string): readonly string[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) {
    throw new CaptureFailure("decompression", { message: `${codings.length} codings on one body` });
  }
  for (const coding of codings) {
    if (!Object.hasOwn(DECODERS, coding)) {
      throw new CaptureFailure("decompression", { message: `unknown coding ${coding.slice(0, 40)}` });
    }
  }
  return codings.reverse();
}

async function* decodePieces(body: AsyncIterable<Buffer>, coding: string, maxBytes: number): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const source = Readable.from(continued(first.value, pieces));
  const decoder = DECODER_STREAMS[coding]!(first.value);
  let broken: unknown = null;
  source.on("error", (cause) => {
    broken = cause;
  });
  // errors are thrown where the decoder is read
  pipeline(source, decoder, () => undefined);
  let size = 0;
  try {
    for await (const piece of decoder as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooMuch(maxBytes);
      yield piece;
    }
  } catch (cause) {
    if (broken !== null || cause instanceof CaptureFailure) throw broken ?? cause;
    throw damaged(coding, cause);
  } finally {
    source.destroy();
  }
}

async function* continued(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function decodeOne(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  // Some servers name a coding on an empty body; browsers see an empty page.
  if (body.length === 0) return body;
  try {
    return await DECODERS[coding]!(body, maxBytes);
  } catch (cause) {
    throw cause instanceof RangeError ? tooMuch(maxBytes, cause) : damaged(coding, cause);
  }
}

function tooMuch(maxBytes: number, cause?: unknown): CaptureFailure {
  return new CaptureFailure("too-large", { message: `more than ${maxBytes} bytes after decompression`, cause });
}

function damaged(coding: string, cause: unknown): CaptureFailure {
  return new CaptureFailure("decompression", { message: `the ${coding} body is damaged`, cause });
}

/** RFC 1950 section 2.2: compression method 8, and the first two bytes are a multiple of 31. */
function isZlib(body: Buffer): boolean {
  return body.length >= 2 && (body[0]! & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}

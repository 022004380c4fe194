/** Undoes Content-Encoding within a budget: a small bomb must not become a large page. */
import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { CaptureFailure } from "../capture-failure.ts";

/** What is asked for in Accept-Encoding, in the order of preference. */
export const ACCEPT_ENCODING = "zstd, br, gzip, deflate";

/** RFC 9659: a decoder of the `zstd` coding need not support windows above 8 MB. */
const ZSTD_WINDOW_LOG = 23;
/** Codings one on top of the other are allowed by RFC 9110 and used by nobody but attackers. */
const MOST_CODINGS = 2;

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

/** The body as it was before the codings of the header were applied; throws `too-large`, `decompression` or `protocol`. */
export async function decompress(body: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MOST_CODINGS) {
    throw new CaptureFailure("decompression", { message: `${codings.length} codings on one body` });
  }
  let decoded = body;
  for (const coding of codings.reverse()) decoded = await decodeOne(decoded, coding, maxBytes);
  return decoded;
}

async function decodeOne(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (!decoder) throw new CaptureFailure("decompression", { message: `unknown coding ${coding.slice(0, 40)}` });
  // Some servers name a coding on an empty body; browsers see an empty page.
  if (body.length === 0) return body;
  try {
    return await decoder(body, maxBytes);
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new CaptureFailure("too-large", { message: `more than ${maxBytes} bytes after decompression`, cause });
    }
    throw new CaptureFailure("decompression", { message: `the ${coding} body is damaged`, cause });
  }
}

/** RFC 1950 section 2.2: compression method 8, and the first two bytes are a multiple of 31. */
function isZlib(body: Buffer): boolean {
  return body.length >= 2 && (body[0]! & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}

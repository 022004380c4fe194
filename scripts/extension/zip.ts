/** A zip file of a few small files, the same bytes for the same files (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16). */
import { crc32, deflateRawSync } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;
/** The first day that the format knows: no time of a build is in it. */
const DATE = 0x0021;

export function zipOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path.replaceAll("\\", "/"), "utf8");
    const packed = deflateRawSync(bytes, { level: 9 });
    const about = aboutOf(bytes, packed.length, name.length);
    const head = Buffer.concat([uint32(LOCAL), about, name]);
    parts.push(head, packed);
    // made by, then the same, then no comment, first disk, no attributes, where it begins
    directory.push(Buffer.concat([uint32(CENTRAL), uint16(VERSION), about, Buffer.alloc(10), uint32(offset), name]));
    offset += head.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const count = uint16(files.size);
  const end = Buffer.concat([
    uint32(END),
    Buffer.alloc(4),
    count,
    count,
    uint32(listed.length),
    uint32(offset),
    uint16(0),
  ]);
  return Buffer.concat([...parts, listed, end]);
}

function aboutOf(bytes: Uint8Array, packedLength: number, nameLength: number): Buffer {
  return Buffer.concat([
    uint16(VERSION),
    uint16(FLAGS),
    uint16(DEFLATE),
    uint16(0),
    uint16(DATE),
    uint32(crc32(bytes)),
    uint32(packedLength),
    uint32(bytes.length),
    uint16(nameLength),
    uint16(0),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

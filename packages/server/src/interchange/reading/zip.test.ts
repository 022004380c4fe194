import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { ImportRefused } from "./import-plan.ts";
import { isZip, readZip } from "./zip.ts";

interface HandMade {
  readonly name: string;
  readonly data: Buffer;
  /** What the headers claim, where it is not the truth. */
  readonly claimedSize?: number;
  readonly mode?: number;
  readonly flags?: number;
}

/** A ZIP written by hand, so that it can lie. */
function handMadeZip(entries: readonly HandMade[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimedSize = data.length, mode = 0o100644, flags = 0 } of entries) {
    const packed = deflateRawSync(data);
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claimedSize, 22);
    local.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(0x0314, 4);
    central.writeUInt16LE(20, 6);
    local.copy(central, 8, 6, 30);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, path, packed);
    directory.push(central, path);
    offset += 30 + path.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

async function outcome(entries: readonly HandMade[], maxBytes = 10_000_000): Promise<string> {
  try {
    const read = await readZip(handMadeZip(entries), { maxEntries: 100, maxBytes });
    let total = 0;
    for (const entry of read) total += (await entry.read()).length;
    return `${read.length} entries, ${total} bytes`;
  } catch (error) {
    if (error instanceof ImportRefused) return error.code;
    throw error;
  }
}

const small = (name: string): HandMade => ({ name, data: Buffer.from("hello") });

test("plain entries are read", async () => {
  expect(isZip(handMadeZip([small("a")]))).toBe(true);
  expect(await outcome([small("a.txt"), small("b/c.txt")])).toBe("2 entries, 10 bytes");
});

test.each(["../../../etc/passwd", "/etc/passwd", "a\\..\\b", "C:\\x", "a/../../b"])(
  "the path %s is refused",
  async (name) => {
    expect(await outcome([small(name)])).toBe("damaged");
  },
);

test("folders and symbolic links are left out", async () => {
  expect(await outcome([{ ...small("link"), mode: 0o120777 }, small("folder/"), small("a")])).toMatch(/^1 entries/);
});

test("bombs are refused before they go off", async () => {
  const bomb = { name: "bomb", data: Buffer.alloc(20_000_000) };
  expect(await outcome([bomb])).toBe("too-large");
  expect(await outcome([{ ...bomb, claimedSize: 1_000 }])).toBe("damaged");
  const filling = { name: "noise", data: Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251)) };
  expect(await outcome([filling, { ...filling, name: "more" }], 150_000)).toBe("too-large");
  expect(await outcome(Array.from({ length: 101 }, (_, at) => small(`f${at}`)))).toBe("too-large");
});

test("an encrypted file is refused", async () => {
  expect(await outcome([{ ...small("a"), flags: 1 }])).toBe("invalid");
});

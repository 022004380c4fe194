import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { ImportRefused } from "./reading/import-plan.ts";
import { readImport } from "./reading/read-import.ts";

const NOW = Date.UTC(2026, 0, 15);
const MIB = 1024 * 1024;

async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

const watches = (list: Readonly<Record<string, unknown>>): string => JSON.stringify({ watching: list });

/** A small good file of each format that can be read. */
const GOOD: Readonly<Record<string, () => Promise<Buffer>>> = {
  "url list": async () => Buffer.from("https://a.example/ news\nhttps://b.example/\n"),
  opml: async () =>
    Buffer.from('<opml version="2.0"><body><outline text="A" htmlUrl="https://a.example/"/></body></opml>'),
  changedetection: () =>
    zipOf({ "url-watches.json": watches({ a: { url: "https://a.example/" }, b: { url: "https://b.example/" } }) }),
  distill: async () => Buffer.from(JSON.stringify({ client: {}, data: [{ uri: "https://a.example/", name: "A" }] })),
  urlwatch: async () => Buffer.from("name: A\nurl: https://a.example/\n---\nname: B\nurl: https://b.example/\n"),
};

/** A plan with so many follows, or why it was refused; anything else is a mistake. */
async function outcomeOf(file: Buffer): Promise<string> {
  try {
    const read = await readImport(file, { now: NOW });
    return read.kind === "plan" ? `plan of ${read.plan.follows.length}` : read.kind;
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    expect(error.message.split("\n")).toHaveLength(1);
    expect(error.message.length).toBeLessThan(400);
    return error.code;
  }
}

test.each(Object.entries(GOOD))(
  "%s: whole it is a plan, cut off anywhere it is a plan or one message",
  async (_, make) => {
    const file = await make();
    expect(await outcomeOf(file)).toMatch(/^plan of [12]$/);
    expect(await outcomeOf(gzipSync(file))).toMatch(/^plan of [12]$/);
    for (let length = 0; length < file.length; length += Math.max(1, Math.floor(file.length / 60))) {
      expect(await outcomeOf(file.subarray(0, length))).toMatch(/^plan of [12]$|^[a-z-]+$/);
    }
  },
);

test.each(Object.entries(GOOD))("%s: with any byte changed it is a plan or one message", async (_, make) => {
  const file = await make();
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), async (at, byte) => {
      const changed = Buffer.from(file);
      changed[at] = byte;
      expect(await outcomeOf(changed)).toMatch(/^plan of [123]$|^[a-z-]+$/);
    }),
    { numRuns: 60 },
  );
});

test.each(Object.entries(GOOD))("%s: a hundred megabytes are too much", async (_, make) => {
  expect(await outcomeOf(Buffer.concat([await make(), Buffer.alloc(100 * MIB, "\n")]))).toBe("too-large");
});

test("a file that gzip makes small is refused while it grows", async () => {
  expect(await outcomeOf(gzipSync(Buffer.alloc(65 * MIB, "\n"), { level: 1 }))).toBe("too-large");
});

test("a ZIP that unpacks to a hundred times its size is refused before it does", async () => {
  const bomb = await zipOf({ "url-watches.json": Buffer.alloc(20 * MIB, " ") });
  expect(await outcomeOf(bomb)).toBe("too-large");
  // a bomb in a bomb is a file of no known format
  expect(await outcomeOf(await zipOf({ "inner.zip": bomb }))).toBe("unknown-format");
});

test("wrong types are left out with a note, or refused where nothing is left", async () => {
  const wrong = [
    "{}",
    "[]",
    "null",
    "7",
    '"x"',
    '{"data":7}',
    '{"data":[7,null,{"uri":7}]}',
    "url: [1, 2]",
    "url: {a: b}",
  ];
  for (const text of wrong)
    expect(await outcomeOf(Buffer.from(text))).toMatch(/^(unknown-format|empty|invalid|damaged)$/);
  for (const list of [7, [], { a: 7 }, { a: { url: 7 } }]) {
    expect(await outcomeOf(await zipOf({ "url-watches.json": JSON.stringify({ watching: list }) }))).toMatch(
      /^(invalid|empty)$/,
    );
  }
});

test("paths and addresses that lead elsewhere are not followed", async () => {
  for (const address of [
    "file:///etc/passwd",
    "javascript:alert(1)",
    "../../etc/passwd",
    "//etc",
    "data:text/html,x",
  ]) {
    const distill = JSON.stringify({ client: {}, data: [{ uri: address }] });
    expect(await outcomeOf(Buffer.from(distill))).toBe("empty");
    expect(await outcomeOf(await zipOf({ "url-watches.json": watches({ a: { url: address } }) }))).toBe("empty");
    expect(await outcomeOf(Buffer.from(`url: ${JSON.stringify(address)}\n`))).toBe("empty");
  }
  const prototype = '{"client":{},"data":[{"uri":"https://a.example/","__proto__":{"uri":"x"},"constructor":1}]}';
  expect(await outcomeOf(Buffer.from(prototype))).toBe("plan of 1");
});

test("duplicates are told or taken once, never half", async () => {
  expect(await outcomeOf(Buffer.from("https://a.example/\nhttps://a.example/\n"))).toBe("plan of 1");
  const id = "00000000-0000-4000-8000-000000000001";
  const twice = await zipOf({
    "url-watches.json": watches({ [id]: { url: "https://a.example/" } }),
    [`${id}/watch.json`]: JSON.stringify({ url: "https://b.example/" }),
  });
  expect(await outcomeOf(twice)).toBe("duplicate-id");
});

test("patterns that RE2 does not know are told and left out", async () => {
  const watch = { url: "https://a.example/", trigger_text: ["/a(?=b)/", "/ok+/"], ignore_text: ["/(?<!x)y/"] };
  const read = await readImport(await zipOf({ "url-watches.json": watches({ a: watch }) }), { now: NOW });
  if (read.kind !== "plan") throw new Error("not a plan");
  expect(read.plan.follows[0]?.conditions).toHaveLength(1);
  expect(read.plan.follows[0]?.quietLines).toHaveLength(0);
  expect(read.plan.notes.map(({ message }) => message).join()).toMatch(/a\(\?=b\).*\(\?<!x\)y/);
});

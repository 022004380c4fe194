import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Config } from "../config/settings.ts";
import { Sealing } from "./sealing.ts";

const key = Buffer.alloc(32, 1);
const sealing = new Sealing(() => key);

test("what was sealed opens for what it was sealed for, and nothing of it can be read before", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, bound) => {
      const sealed = sealing.seal(text, bound)!;
      expect(sealing.open(sealed, bound)).toBe(text.toWellFormed());
      expect(sealing.open(sealed, `${bound}x`)).toBeNull();
      if (text.length > 5) expect(sealed).not.toContain(text);
    }),
  );
});

test("a text that was changed anywhere, or sealed with another key, does not open", () => {
  const sealed = sealing.seal("hunter2", "ada")!;
  const other = new Sealing(() => Buffer.alloc(32, 2));
  expect(other.open(sealed, "ada")).toBeNull();
  const bytes = Buffer.from(sealed.split(".")[1]!, "base64url");
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(sealing.open(`sealed1.${changed.toString("base64url")}`, "ada")).toBeNull();
  }
});

test("what is no sealed text at all opens nothing and breaks nothing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(sealing.open(text, "ada")).toBeNull();
      expect(sealing.open(`sealed1.${text}`, "ada")).toBeNull();
    }),
  );
});

test("the same text is never sealed alike twice", () => {
  expect(sealing.seal("a", "b")).not.toBe(sealing.seal("a", "b"));
});

test("the key is made once in the data directory, where only its owner can read it", () => {
  const data = mkdtempSync(join(tmpdir(), "tessera-key-"));
  const sealed = Sealing.with(Config.parse({ data })).seal("hunter2", "ada")!;
  expect(statSync(join(data, "secrets.key")).mode & 0o777).toBe(0o600);
  expect(Sealing.with(Config.parse({ data })).open(sealed, "ada")).toBe("hunter2");
  expect(readFileSync(join(data, "secrets.key"), "utf8")).toHaveLength(44);
  writeFileSync(join(data, "secrets.key"), "nothing");
  expect(() => Sealing.with(Config.parse({ data })).seal("a", "b")).toThrow("holds no key");
});

test("a fleet without a key of the operator's seals nothing, and says so", () => {
  const fleet = { data: mkdtempSync(join(tmpdir(), "tessera-key-")), database: "postgres://db/tessera" };
  expect(Sealing.with(Config.parse(fleet)).isPossible).toBe(false);
  expect(Sealing.with(Config.parse(fleet)).seal("a", "b")).toBeNull();
  const secretsKey = key.toString("base64");
  expect(Sealing.with(Config.parse({ ...fleet, secretsKey })).open(sealing.seal("a", "b")!, "b")).toBe("a");
  expect(Config.safeParse({ secretsKey: "c2hvcnQ=" }).success).toBe(false);
});

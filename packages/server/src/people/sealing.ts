/** Texts that are unreadable in the store: sealed with a key of the instance that is kept beside it, never in it. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SEALED_MARK } from "@tessera/model";
import type { Config } from "../config/settings.ts";

/** Beside the database, for its owner's eyes only. */
const KEY_FILE = "secrets.key";
const KEY_BYTES = 32;
/** NIST SP 800-38D: 96 bits, random; far fewer texts are sealed than would make two alike. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

export class Sealing {
  readonly #keyOf: () => Buffer | null;
  #key: Buffer | null = null;

  /** `keyOf` gives null where there is no key: then nothing can be sealed, or opened. It is asked when first needed. */
  constructor(keyOf: () => Buffer | null) {
    this.#keyOf = keyOf;
  }

  /** The operator's key, or one that is made in the data directory; a fleet has no directory that all of it shares. */
  static with({ secretsKey, data, database }: Pick<Config, "secretsKey" | "data" | "database">): Sealing {
    if (secretsKey) return new Sealing(() => Buffer.from(secretsKey, "base64"));
    return new Sealing(() => (database ? null : keyIn(data)));
  }

  get isPossible(): boolean {
    return this.#ready() !== null;
  }

  /** `bound` is what the text belongs to: sealed for one, it opens for no other. Null where there is no key. */
  seal(text: string, bound: string): string | null {
    const key = this.#ready();
    if (!key) return null;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(bound));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return SEALED_MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** Null where it was sealed with another key, for something else, or was changed. */
  open(sealed: string, bound: string): string | null {
    const key = sealed.startsWith(SEALED_MARK) ? this.#ready() : null;
    if (!key) return null;
    const bytes = Buffer.from(sealed.slice(SEALED_MARK.length), "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(bound)).setAuthTag(tag);
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return null;
    }
  }

  static isSealed(text: string): boolean {
    return text.startsWith(SEALED_MARK);
  }

  #ready(): Buffer | null {
    this.#key ??= this.#keyOf();
    return this.#key;
  }
}

/** Made by the first who needs it; two at once agree, because only one of them can make the file. */
function keyIn(directory: string): Buffer {
  const path = join(directory, KEY_FILE);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(KEY_BYTES).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST") throw failure;
  }
  chmodSync(path, 0o600);
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  if (key.length !== KEY_BYTES) throw new RangeError(`${path} holds no key: put the right one there, or remove it`);
  return key;
}

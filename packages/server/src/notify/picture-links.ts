/** Pictures of blocks by signed addresses: services that show a message fetch them without a login. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { BodyHash } from "@tessera/model";
import type { Store } from "@tessera/store";
import type { Picture } from "./send.ts";

type Bodies = Pick<Store, "bodies">;

export class PictureLinks {
  readonly #store: Bodies;
  readonly #key: string;

  constructor(store: Bodies, key: string) {
    this.#store = store;
    this.#key = key;
  }

  /** With the key of the instance, made the first time. */
  static async over(store: Bodies & Pick<Store, "settings">): Promise<PictureLinks> {
    const key = await store.settings.secret("picture-key", () => randomBytes(32).toString("base64url"));
    return new PictureLinks(store, key);
  }

  /** The path of a picture, for whoever is told. */
  pathOf(hash: BodyHash): string {
    return `/pictures/${hash}/${this.#signatureOf(hash)}`;
  }

  /** The picture behind a path; null where the signature is not ours or the picture is no longer kept. */
  async read(hash: string, signature: string): Promise<Picture | null> {
    const [wanted, given] = [Buffer.from(this.#signatureOf(hash)), Buffer.from(signature)];
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
    const known = BodyHash.safeParse(hash);
    const bytes = known.success ? await this.#store.bodies.read(known.data) : null;
    const contentType = bytes && typeOf(bytes);
    return bytes && contentType ? { bytes, contentType } : null;
  }

  /** The picture behind a whole address of ours. */
  async readUrl(url: string): Promise<Picture | null> {
    const [, hash = "", signature = ""] = /\/pictures\/([0-9a-f]{64})\/([\w-]+)$/.exec(url) ?? [];
    return this.read(hash, signature);
  }

  #signatureOf(hash: string): string {
    return createHmac("sha256", this.#key).update(hash).digest("base64url");
  }
}

/** By its first bytes; whatever is no picture has no type and is not given away. */
function typeOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  return start.startsWith("\xff\xd8\xff") ? "image/jpeg" : null;
}

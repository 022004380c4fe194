/** Marks of browsers in which somebody has logged in before: under attack, these may try where strangers have to wait. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Store } from "@tessera/store";
import { newSecret } from "./secret.ts";

const SECRET_NAME = "device-key";
const KEY_BYTES = 32;

export class DeviceMarks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** With the key of the instance, made the first time. */
  static async over({ settings }: Pick<Store, "settings">): Promise<DeviceMarks> {
    return new DeviceMarks(await settings.secret(SECRET_NAME, () => randomBytes(KEY_BYTES).toString("base64url")));
  }

  /** For the browser in which this person has just proved who they are. It lets nobody in. */
  make(name: string): string {
    const device = newSecret();
    return `${device}.${this.#signatureOf(name, device)}`;
  }

  /** The device that a mark names; null where it was not made here, or for somebody else. */
  deviceOf(mark: string | null, name: string): string | null {
    const [device = "", signature = ""] = (mark ?? "").split(".");
    const [wanted, given] = [Buffer.from(this.#signatureOf(name, device)), Buffer.from(signature)];
    return wanted.length === given.length && timingSafeEqual(wanted, given) ? device : null;
  }

  #signatureOf(name: string, device: string): string {
    return createHmac("sha256", this.#key).update(`${device}\n${name}`).digest("base64url");
  }
}

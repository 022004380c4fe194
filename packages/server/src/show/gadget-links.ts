/** Addresses of gadgets: signed with the key of the instance, so that nobody guesses one; the record says whether it still opens. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { GadgetId } from "@tessera/model";
import type { Store } from "@tessera/store";

/** Stands before the id in passes of assets, so that no gadget is taken for a person. */
const HOLDER_PREFIX = "gadget-";

export class GadgetLinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** With the key of the instance, made the first time. */
  static async over(store: Pick<Store, "settings">): Promise<GadgetLinks> {
    return new GadgetLinks(await store.settings.secret("gadget-key", () => randomBytes(32).toString("base64url")));
  }

  tokenOf(id: GadgetId): string {
    return `${id}.${this.#signatureOf(id)}`;
  }

  /** Null where the signature is not ours; nobody is asked then. */
  read(token: string): GadgetId | null {
    const [id = "", signature = "", ...rest] = token.split(".");
    const [wanted, given] = [Buffer.from(this.#signatureOf(id)), Buffer.from(signature)];
    if (rest.length > 0 || wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
    const known = GadgetId.safeParse(id);
    return known.success ? known.data : null;
  }

  #signatureOf(id: string): string {
    return createHmac("sha256", this.#key).update(`gadget ${id}`).digest("base64url");
  }
}

/** In whose name the pictures of a gadget are fetched. */
export function holderOf(id: GadgetId): string {
  return `${HOLDER_PREFIX}${id}`;
}

/** The gadget that a pass names; null for that of a person. */
export function gadgetHeldBy(holder: string): GadgetId | null {
  const id = GadgetId.safeParse(holder.startsWith(HOLDER_PREFIX) ? holder.slice(HOLDER_PREFIX.length) : "");
  return id.success ? id.data : null;
}

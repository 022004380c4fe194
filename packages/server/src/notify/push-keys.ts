/** The keys by which this instance is known to push services: made at the first need, the same ever after. */
import { makePushKeys, type PushKeys } from "@tessera/network";
import type { Store } from "@tessera/store";

export async function pushKeysOf({ settings }: Pick<Store, "settings">): Promise<PushKeys> {
  return JSON.parse(await settings.secret("push-keys", () => JSON.stringify(makePushKeys())));
}

/** The picture that a message speaks of, out of the store. */
import { ObservationId } from "@tessera/model";
import type { Store } from "@tessera/store";
import type { Picture } from "./send.ts";

/** `url` as `tellFollowers` writes it; null where there is no picture, or no longer. */
export async function pictureAt(store: Store, url: string | null): Promise<Picture | null> {
  const [, name = ""] = /\/observations\/([^/]+)\/picture$/.exec(url ?? "") ?? [];
  const id = ObservationId.safeParse(name);
  const observation = id.success ? await store.checks.observation(id.data) : null;
  const bytes = observation?.picture ? await store.bodies.read(observation.picture) : null;
  return bytes && { bytes, contentType: "image/webp" };
}

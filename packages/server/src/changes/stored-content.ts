/** Contents and differences out of the store. */
import { Change, type Content, type Observation, StoredContent } from "@tessera/model";
import type { Store } from "@tessera/store";

type Bodies = Pick<Store, "bodies">;

/** What an observation says; null where it has no content, or it is no longer kept. */
export async function contentOf(store: Bodies, observation: Observation | null): Promise<Content | null> {
  const text = observation?.content ? await store.bodies.readText(observation.content) : null;
  if (text === null) return null;
  const { steady: _, ...content } = StoredContent.parse(JSON.parse(text));
  return content;
}

/** How an observation differs from the content before; null where nothing is kept of it. */
export async function changeOf(store: Bodies, observation: Observation): Promise<Change | null> {
  const text = observation.diff ? await store.bodies.readText(observation.diff) : null;
  return text === null ? null : Change.parse(JSON.parse(text));
}

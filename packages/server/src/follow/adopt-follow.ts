/** A block that one person follows, followed by another as well, who was given it: on a sheet that both may change. */
import {
  BlockId,
  FEED_CONDITIONS,
  type FollowId,
  newId,
  ObservationId,
  type PersonId,
  usualOptions,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { newFeedKey } from "../people/tokens.ts";
import { followRecord, startReady } from "./follow-block.ts";

/** Of one person on one page. */
const MAX_LISTED = 200;
/** What a feed listed before is among its items as well. */
const MAX_VERSIONS = 12;

/**
 * What the other person follows already is that. Otherwise they join the block with its history, or have one of their own
 * that begins now where it is its person's alone. They are told nothing of it unless they say so. Null where it has gone.
 */
export async function adoptFollow(
  given: FollowView,
  { by, now }: { readonly by: PersonId; readonly now: number },
  parts: AdoptParts,
): Promise<FollowId | null> {
  const { store } = parts;
  const { follow, block, page, latestFound } = given;
  const { items } = await store.follows.list(by, { page: page.id, limit: MAX_LISTED });
  const known = items.find((view) => view.block.id === block.id);
  if (known) return known.follow.id;
  const whole = await store.checks.block(block.id);
  if (!whole || !latestFound) return null;
  const id = newId(BlockId, now);
  const observation = {
    ...latestFound,
    ...({ id: newId(ObservationId, now), blockId: id, change: "first", diff: null, redesign: null } as const),
  };
  const pointers = { latestObservationId: observation.id, latestFoundId: observation.id };
  const inFeed = await itemsOfFeed(given, parts);
  const usual = usualOptions(await store.settings.read(), []);
  const conditions = inFeed ? [...FEED_CONDITIONS] : usual.conditions;
  const start = {
    follow: followRecord({
      ...{ personId: by, pageId: page.id, title: follow.title, feedKey: newFeedKey(), now },
      options: { ...usual, conditions, layout: follow.layout },
    }),
    block: { ...whole, id, ...pointers, createdAt: now },
    observation,
    dueAt: now,
  };
  const { view } = await store.atOnce((records) => startReady(records, { start, items: inFeed }));
  return view.follow.id;
}

type AdoptParts = Pick<CheckParts, "store" | "workers">;

/** All that the other person will find in it, by the short keys of items; null where it is no feed. */
async function itemsOfFeed(
  { follow, latestFound }: FollowView,
  { store, workers }: AdoptParts,
): Promise<readonly string[] | null> {
  const capture = latestFound?.captureId ? await store.checks.capture(latestFound.captureId) : null;
  if (!capture?.feed) return null;
  const { items: before } = await store.observations.of(follow.personId, follow.id, { limit: MAX_VERSIONS });
  const contents = new Set([latestFound, ...before].flatMap((version) => version?.content ?? []));
  const bodies = await Promise.all([...contents].map((content) => store.bodies.readPacked(content)));
  const lists = await workers.readItems(bodies.filter((body) => body !== null));
  return [...new Set(lists.flat().map(({ id }) => id))];
}

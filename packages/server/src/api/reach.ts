/**
 * Whose records somebody asks for: their own, or what another person shares with them. Of what is shared they see what is
 * there now and what came since, as far as it was seen in public; all else is as if it were not there.
 */
import type { FollowId, Observation, ObservationId, PersonId, SheetId, SheetRole, TileId } from "@tessera/model";
import type { FollowView, HistoryFilter, Listing, Named, NumberAt, SharedSheet } from "@tessera/store";
import type { Principal } from "../people/principal.ts";
import { isSeenInPublic, type OthersParts, refusalOf } from "../show/shown-to-others.ts";
import { ApiError } from "./api-error.ts";
import { found } from "./replies.ts";
import type { Services } from "./services.ts";

export interface Reach {
  /** In whose name the store is asked. */
  readonly owner: PersonId;
  readonly role: SheetRole;
  /** Who shares it, and since when; null where it is the asker's own. */
  readonly shared: { readonly by: Named; readonly since: number; readonly title: string } | null;
}

const RANKS: Readonly<Record<SheetRole, number>> = { view: 0, edit: 1, owner: 2 };

/** A sheet that is nobody's of whom this person knows is reached as their own, where the store has none of the kind. */
export async function reachSheet(who: Principal, id: SheetId, need: SheetRole, { store }: Services): Promise<Reach> {
  return reachOf(who, await store.shares.find(who.person.id, id), need);
}

export async function reachTile(who: Principal, id: TileId, need: SheetRole, { store }: Services): Promise<Reach> {
  return reachOf(who, await store.shares.findByTile(who.person.id, id), need);
}

function reachOf({ person }: Principal, shared: SharedSheet | null, need: SheetRole): Reach {
  if (!shared) return { owner: person.id, role: "owner", shared: null };
  const { owner, share, sheet } = shared;
  if (RANKS[share.role] < RANKS[need])
    throw new ApiError("sheet-shared", { reason: need === "owner" ? "owner" : "edit", detail: REASONS[need] });
  return { owner: owner.id, role: share.role, shared: { by: owner, since: share.createdAt, title: sheet.title } };
}

const REASONS: Readonly<Record<SheetRole, string>> = {
  owner: "Only the person who shares this sheet may do this.",
  edit: "This sheet is shared with you to look at, not to change.",
  view: "",
};

/** A follow whose history is asked for. */
export type Readable =
  | {
      readonly followId: FollowId;
      readonly owner: PersonId /** The asker's own: they see all of it. */;
      readonly since: null;
    }
  | { readonly followId: FollowId; readonly owner: PersonId; readonly since: number; readonly view: FollowView };

export type ReachedFollow = Readable & { readonly view: FollowView };

export async function reachFollow(who: Principal, id: FollowId, services: Services): Promise<ReachedFollow> {
  const { store } = services;
  const own = await store.follows.find(who.person.id, id);
  if (own) return { followId: id, owner: who.person.id, since: null, view: own };
  const { owner, since } = found(await store.shares.findFollow(who.person.id, id));
  const view = found(await store.follows.find(owner, id));
  found((await refusalOf(view, othersParts(services), "members")) === null);
  return { followId: id, owner, since, view: await forOthers(view, services) };
}

/** Those of the follows of a sheet that the asker may see. */
export async function reachAll(
  who: Principal,
  { ids, reach }: { readonly ids: readonly FollowId[]; readonly reach: Reach },
  services: Services,
): Promise<readonly Readable[]> {
  if (!reach.shared) return ids.map((followId) => ({ followId, owner: reach.owner, since: null }));
  const reached = await Promise.all(
    ids.map((id) =>
      reachFollow(who, id, services).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.code === "not-found") return null;
        throw failure;
      }),
    ),
  );
  return reached.filter((one) => one !== null);
}

/** The block as others see it: where the latest look was made in private, as it was found last. */
export async function forOthers(view: FollowView, services: Services): Promise<FollowView> {
  const { latest, latestFound } = view;
  const isPublic = latest === null || (await isSeenInPublic(latest, view, othersParts(services)));
  return {
    ...view,
    latest: withoutCandidates(isPublic ? latest : latestFound),
    latestFound: withoutCandidates(latestFound),
  };
}

/** What else on the page it might have been is a matter of its owner. */
function withoutCandidates<O extends Observation | null>(observation: O): O {
  const verdict = observation?.verdict;
  if (!observation || !verdict || !("candidates" in verdict)) return observation;
  return { ...observation, verdict: { ...verdict, candidates: [] } };
}

/** Whether this is among what the asker may see. */
async function isShown(observation: Observation, readable: Readable, services: Services): Promise<boolean> {
  if (readable.since === null) return true;
  const { view, since } = readable;
  const isNow = observation.id === view.latest?.id || observation.id === view.latestFound?.id;
  return (isNow || observation.lastAt >= since) && (await isSeenInPublic(observation, view, othersParts(services)));
}

export async function reachObservation(reached: Readable, id: ObservationId, services: Services): Promise<Observation> {
  const { followId, owner } = reached;
  const observation = found(await services.store.observations.find(owner, followId, id));
  found(await isShown(observation, reached, services));
  return reached.since === null ? observation : withoutCandidates(observation);
}

/** The content before this one; null as well where it is older than the share, or nobody else's. */
export async function reachBefore(
  reached: Readable,
  id: ObservationId,
  services: Services,
): Promise<Observation | null> {
  const { followId, owner } = reached;
  const before = await services.store.observations.before(owner, followId, id);
  return before && (await isShown(before, reached, services)) ? before : null;
}

/** A slice may have fewer than its limit: those that are left out are counted by nobody. */
export async function reachHistory(
  reached: Readable,
  filter: HistoryFilter,
  services: Services,
): Promise<Listing<Observation>> {
  const { followId, owner, since } = reached;
  const { observations } = services.store;
  if (since === null) return observations.of(owner, followId, filter);
  const from = Math.max(since, filter.from ?? since);
  const { items, next } = await observations.of(owner, followId, { ...filter, from });
  return { items: (await shownOf(items, reached, services)).map(withoutCandidates), next };
}

/** For charts, oldest first. */
export async function reachNumbers(
  reached: Readable,
  filter: HistoryFilter,
  services: Services,
): Promise<readonly NumberAt[]> {
  const { followId, owner, since } = reached;
  if (since === null) return services.store.observations.numbers(owner, followId, filter);
  const { items } = await reachHistory(reached, filter, services);
  const numbers = items.map(({ at, lastAt, verdict, numbers: found }) => ({
    at,
    lastAt,
    verdict: verdict.kind,
    numbers: found,
  }));
  return numbers.reverse();
}

export async function shownOf(
  observations: readonly Observation[],
  reached: Readable,
  services: Services,
): Promise<readonly Observation[]> {
  const shown = await Promise.all(observations.map((each) => isShown(each, reached, services)));
  return observations.filter((_, at) => shown[at]);
}

export function othersParts({ store, checks, captures, clock }: Services): OthersParts {
  return { store, access: checks.access, captures, clock };
}

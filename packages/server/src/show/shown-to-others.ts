/**
 * What others than its person may be shown: blocks of pages that this server fetches as anybody could, and that it has seen in
 * that way. The question is asked each time, because a page can become one person's after somebody has shared its block. What
 * was seen on a private host says so itself: that the host is allowed no longer does not make it public.
 */
import { type Gadget, type GadgetRefusal, isOnesOwn, type LiveEvent, type Observation } from "@tessera/model";
import { hasPrivateAddress } from "@tessera/network";
import type { FollowView, Store, TileView } from "@tessera/store";
import type { HeardBy } from "../live/live-hub.ts";
import type { PrivateAccess } from "../people/private-access.ts";
import type { KnownCaptures, MadeHow } from "./known-captures.ts";

export interface OthersParts {
  readonly store: Store;
  readonly access: Pick<PrivateAccess, "ofAsset">;
  readonly captures: KnownCaptures;
  readonly clock: () => number;
}

/** Whoever has an address, or somebody with an account here, who may see private hosts that are open to everybody. */
export type Audience = "strangers" | "members";

export type GadgetState = GadgetRefusal | "forbidden" | "expired";

/** What people read where something is not shown to others. */
export const REFUSAL_SENTENCES: Readonly<Record<GadgetState, string>> = {
  "ones-own":
    "Only you may see this page: it comes from your own browser, is fetched with your cookies, headers, secrets or steps, or has a key in its address.",
  "private-host": "The page is on a private host, which others are not shown.",
  "stays-own":
    "This page stays yours alone: it came with an archive, or was fetched as you once. To show it to others, follow its address anew.",
  "seen-in-private":
    "What is stored of this block was seen while only you could see its page. Once it is seen again, it can be shown.",
  nothing: "There is nothing to show yet.",
  forbidden: "The owner of this instance does not allow this.",
  expired: "The time of this address is over.",
};

/** Why this block is not shown to others; null where it is. */
export async function refusalOf(
  view: FollowView,
  parts: OthersParts,
  audience: Audience = "strangers",
): Promise<GadgetRefusal | null> {
  const { page, block, latestFound } = view;
  if (isOnesOwn(page.source)) return "ones-own";
  if (isPrivateHost(view, parts, audience)) return "private-host";
  if (page.privateTo !== null) return "stays-own";
  if (!latestFound?.captureId) return "nothing";
  const captures = [latestFound.captureId, ...(block.verdict === "found" ? [block.seenCaptureId] : [])];
  for (const id of new Set(captures)) {
    const capture = await parts.captures.of(id);
    if (capture?.isOfPrivateHost && !isEverybodys(view, parts)) return "private-host";
    if (!capture || !isPublic(capture, view, parts)) return "seen-in-private";
  }
  return null;
}

function isPrivateHost(view: FollowView, parts: OthersParts, audience: Audience): boolean {
  const { page } = view;
  // one that was open once and is no longer: its name alone does not tell
  if (page.trouble?.code === "forbidden-address") return true;
  if (isEverybodys(view, parts)) return audience === "strangers";
  const url = new URL(page.source.url);
  return hasPrivateAddress(url) || parts.access.ofAsset(url, "owner") !== null;
}

/** Whether its private host is open to all who have an account here. */
function isEverybodys({ page }: FollowView, { access }: Pick<OthersParts, "access">): boolean {
  return access.ofAsset(new URL(page.source.url), "everybody") !== null;
}

/** Whether others may be shown this as well: what was seen while only its person could see the page stays theirs. */
export async function isSeenInPublic(
  { captureId, content }: Observation,
  view: FollowView,
  parts: Pick<OthersParts, "captures" | "access">,
): Promise<boolean> {
  if (captureId === null) return content === null;
  const capture = await parts.captures.of(captureId);
  return capture !== null && isPublic(capture, view, parts);
}

/**
 * A block that was private keeps what was seen of it then: such captures are of another page, came from a person's browser, or
 * are of a private host, which those alone may see to whom it is open now (`isPrivateHost`: strangers never).
 */
function isPublic(capture: MadeHow, view: FollowView, parts: Pick<OthersParts, "access">): boolean {
  const { pageId, fetcher, images, isOfPrivateHost } = capture;
  const isOfThisPage = pageId === view.page.id && (fetcher === "http" || fetcher === "browser");
  return isOfThisPage && images === null && (!isOfPrivateHost || isEverybodys(view, parts));
}

/** Why the gadget as a whole shows nothing; of a sheet each block has its own reasons. */
export async function gadgetRefusal(
  gadget: Gadget | Pick<Gadget, "face" | "expiresAt">,
  parts: OthersParts,
): Promise<GadgetState | null> {
  const { store, clock } = parts;
  const { allowsGadgets, allowsLinks } = await store.settings.read();
  if (!(gadget.face === "link" ? allowsLinks : allowsGadgets)) return "forbidden";
  if (gadget.expiresAt !== null && gadget.expiresAt <= clock()) return "expired";
  if (!("personId" in gadget)) return null;
  const { personId, followId } = gadget;
  if (followId === null) return gadget.options.tileId === undefined ? null : boardRefusal(gadget, parts);
  const view = await store.follows.find(personId, followId);
  return view ? refusalOf(view, parts) : "nothing";
}

/** As long as one of its rows is shown, the board is. */
async function boardRefusal(
  gadget: Pick<Gadget, "personId" | "options">,
  parts: OthersParts,
): Promise<GadgetRefusal | null> {
  const board = await boardOf(gadget, parts.store);
  const refusals = await Promise.all((board?.views ?? []).map((view) => refusalOf(view, parts)));
  return refusals.includes(null) ? null : (refusals[0] ?? "nothing");
}

/** The one board that it shows; null where it shows something else, or the board is gone. */
export async function boardOf(
  { personId, options: { tileId } }: Pick<Gadget, "personId" | "options">,
  { tiles, sheets }: Pick<Store, "tiles" | "sheets">,
): Promise<TileView | null> {
  const tile = tileId === undefined ? null : await tiles.find(personId, tileId);
  const sheet = tile?.content.kind === "board" ? await sheets.find(personId, tile.sheetId) : null;
  return sheet?.tiles.find((view) => view.tile.id === tileId) ?? null;
}

/**
 * Who hears of this, besides its person: those with whom a sheet is shared, as far as they may see it. Of a follow that they
 * may not see not even the id is told: something on the sheet is another, which may be that it is no longer shown.
 */
export async function audienceOf(event: LiveEvent, parts: OthersParts): Promise<readonly HeardBy[]> {
  const { shares, follows } = parts.store;
  if (event.kind === "sheet-changed") {
    return (await shares.audienceOf({ sheet: event.sheetId })).map(({ personId }) => ({ person: personId, event }));
  }
  if (event.kind !== "follow-changed" && event.kind !== "observed") return [];
  const onlookers = await shares.audienceOf({ follow: event.followId });
  if (onlookers.length === 0) return [];
  const view = await follows.find(event.personId, event.followId);
  if (view && (await refusalOf(view, parts, "members")) === null) {
    return [...new Set(onlookers.map(({ personId }) => personId))].map((person) => ({ person, event }));
  }
  if (event.kind === "observed") return [];
  const { personId, at } = event;
  return onlookers.map((other) => ({
    person: other.personId,
    event: { kind: "sheet-changed", personId, sheetId: other.sheetId, at },
  }));
}

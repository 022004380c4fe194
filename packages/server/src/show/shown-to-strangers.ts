/**
 * What anybody may be shown: blocks of pages that this server fetches as anybody could, and that it has seen in that way. The
 * question is asked each time, because a page can become one person's after somebody has put its block elsewhere.
 */
import { type Capture, type Gadget, type GadgetRefusal, isOnesOwn } from "@tessera/model";
import type { FollowView, Store } from "@tessera/store";
import type { PrivateAccess } from "../people/private-access.ts";

export interface StrangerParts {
  readonly store: Store;
  readonly access: Pick<PrivateAccess, "ofAsset">;
  readonly clock: () => number;
}

export type GadgetState = GadgetRefusal | "forbidden" | "expired";

/** Why this block is not shown to strangers; null where it is. */
export async function refusalOf(view: FollowView, { store, access }: StrangerParts): Promise<GadgetRefusal | null> {
  const { page, block, latestFound } = view;
  if (page.privateTo !== null || isOnesOwn(page.source)) return "ones-own";
  const url = new URL(page.source.url);
  // one that was open once and is no longer: its name alone does not tell
  const isShut = page.trouble?.code === "forbidden-address";
  if (isShut || access.ofAsset(url, "everybody") || access.ofAsset(url, "owner")) return "private-host";
  if (!latestFound?.captureId) return "nothing";
  const captures = [latestFound.captureId, ...(block.verdict === "found" ? [block.seenCaptureId] : [])];
  for (const id of new Set(captures)) {
    const capture = await store.checks.capture(id);
    if (!capture || !isPublic(capture, view)) return "seen-in-private";
  }
  return null;
}

/** A block that was private keeps what was seen of it then: such captures are of another page, or came from a person's browser. */
function isPublic({ pageId, fetcher, images }: Capture, { page }: FollowView): boolean {
  return pageId === page.id && (fetcher === "http" || fetcher === "browser") && images === null;
}

/** Why the gadget as a whole shows nothing; of a sheet each block has its own reasons. */
export async function gadgetRefusal(gadget: Gadget, parts: StrangerParts): Promise<GadgetState | null> {
  const { store, clock } = parts;
  if (!(await store.settings.read()).allowsGadgets) return "forbidden";
  if (gadget.expiresAt !== null && gadget.expiresAt <= clock()) return "expired";
  if (gadget.followId === null) return null;
  const view = await store.follows.find(gadget.personId, gadget.followId);
  return view ? refusalOf(view, parts) : "nothing";
}

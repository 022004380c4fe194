/** From an address that somebody types to a feed that they follow: that it is one, or those that its page names. */
import type { CaptureId, PageId } from "@tessera/model";
import type { BodyOf, FeedLink, FollowReply } from "@tessera/model/api";
import { ask } from "../../api/ask.ts";

/** A feed that was looked at, and that nobody follows because of that. */
export interface SeenFeed {
  readonly source: BodyOf<"POST /follows">["source"];
  readonly pageId: PageId;
  readonly captureId: CaptureId;
}

export type FoundFeed =
  | ({ readonly kind: "feed"; readonly url: string } & SeenFeed)
  /** A page that has some. */
  | { readonly kind: "page"; readonly feeds: readonly FeedLink[] };

export async function findFeed(url: string): Promise<FoundFeed> {
  const source = { url };
  const { page, capture } = await ask("POST /pages", { body: { source } });
  if (capture.feed) return { kind: "feed", url, source, pageId: page.id, captureId: capture.id };
  return { kind: "page", feeds: await ask("GET /captures/:id/feeds", { params: { id: capture.id } }) };
}

export interface FollowedFeed {
  readonly follow: FollowReply;
  /** Not followed until now. */
  readonly isNew: boolean;
}

/** Whoever follows the feed already goes on with that, and has no second one of it. */
export async function followFeed({ source, pageId, captureId }: SeenFeed): Promise<FollowedFeed> {
  const { items: before } = await ask("GET /follows", { query: { page: pageId } });
  const follow = await ask("POST /follows", { body: { source, captureId, wish: { kind: "page" } } });
  return { follow, isNew: before.every(({ id }) => id !== follow.id) };
}

/** Followed for a tile that did not take it: nobody would see it anywhere. */
export async function takeBack({ follow: { id }, isNew }: FollowedFeed): Promise<void> {
  if (isNew) await ask("DELETE /follows/:id", { params: { id } });
}

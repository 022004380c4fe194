/** The catalogue over the API: pages that the owner offers, and the blocks that training found on them. */
import type { BlockPath, CaptureId, Instant } from "@tessera/model";
import { ask } from "./ask.ts";
import type { CatalogueReply, FollowReply } from "./replies.ts";

export interface OfferedBlock {
  readonly path: BlockPath;
  /** Its label or first heading; empty where it has neither. */
  readonly title: string;
  readonly excerpt: string;
  /** Share of the steps from one capture to the next in which it changed; null with one capture only. */
  readonly changeShare: number | null;
}

export interface OfferedBlocks {
  readonly components: readonly OfferedBlock[];
  /** Most often changing first. */
  readonly changing: readonly OfferedBlock[];
  /** How many captures agreed on this. */
  readonly captures: number;
  readonly captureId: CaptureId | null;
  readonly trainedAt: Instant | null;
}

export const listCatalogue = (): Promise<CatalogueReply[]> => ask("GET", "/catalogue");

export const offeredBlocks = (id: string): Promise<OfferedBlocks> => ask("GET", `/catalogue/${id}/blocks`);

export interface Offer {
  readonly url: string;
  readonly title: string;
  readonly about: string;
}

export const offerPage = ({ url, title, about }: Offer): Promise<CatalogueReply> =>
  ask("POST", "/catalogue", { body: { source: { url }, title, about } });

export const withdrawPage = (id: string): Promise<void> => ask("DELETE", `/catalogue/${id}`);

/** Follows a block of an offered page as it was in the capture that training used. */
export function followOffered(
  source: { readonly url: string },
  block: OfferedBlock,
  captureId: CaptureId,
): Promise<FollowReply> {
  const title = titleOf(block);
  const body = { source, captureId, wish: { kind: "path", path: block.path }, ...(title ? { title } : {}) };
  return ask("POST", "/follows", { body });
}

const MAX_TITLE = 80;

/** What to call a block: its own title, or its first words. */
export function titleOf({ title, excerpt }: Pick<OfferedBlock, "title" | "excerpt">): string {
  return (title.trim() || excerpt.trim()).slice(0, MAX_TITLE);
}

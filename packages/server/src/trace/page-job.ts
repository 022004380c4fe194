/** What goes into a worker thread and what comes out: one capture and all blocks that are looked for in it. */
import type { BlockedReason, DomTree } from "@tessera/engine";
import type { MovedLink, ScriptSign, VisibleParts } from "@tessera/engine/shown";
import type {
  Block,
  BlockId,
  BlockPath,
  Change,
  Condition,
  Follow,
  FollowId,
  LaidOut,
  NumberFound,
  Observation,
  PageChange,
  VerdictKind,
  VerdictRecord,
} from "@tessera/model";
import type { Body, Doubt, PackedMemory } from "@tessera/store";

export interface PageContent {
  readonly html: string;
  /** Left, top, width and height of every node where the page was rendered. */
  readonly layout: Uint8Array | null;
  /** The tree of the HTML with its boxes, where it is at hand and need not be parsed. */
  readonly tree?: DomTree | null;
  readonly finalUrl: string;
}

export interface PageJob extends PageContent {
  /** The capture before by the same fetcher, to tell an update from a redesign. */
  readonly previous: PageBefore | null;
  readonly blocks: readonly BlockJob[];
  readonly isRendered?: boolean | undefined;
  /** Whether to look for signs that parts of the page are made by scripts. */
  readonly wantsSigns?: boolean | undefined;
  /** Blocks of which a person has just said where they are. */
  readonly known?: readonly KnownBlock[] | undefined;
}

export interface KnownBlock {
  readonly blockId: BlockId;
  readonly path: BlockPath;
}

/** What a trace asks of the observation before it: candidates and their signals stay where they are. */
export interface LatestLook extends Pick<Observation, "id" | "looks" | "quietLooks"> {
  readonly verdict:
    | { readonly kind: "found"; readonly path: BlockPath; readonly looksDifferent?: number | undefined }
    | { readonly kind: Exclude<VerdictKind, "found"> };
}

/** The outline that was kept of a page, or all of its HTML. */
export type PageBefore = { readonly layers: string } | { readonly html: Body };

export interface BlockJob {
  readonly block: Pick<Block, "id" | "pick">;
  readonly remembered: PackedMemory;
  readonly latest: LatestLook | null;
  /** It was blank when it was last looked at, in a page that was not rendered. */
  readonly wasBlankRaw?: boolean;
  /** Without a browser it says what it said, in the page of this very check. */
  readonly isSaidRaw?: boolean;
  /** What was said of it before that, since it was last found or somebody answered. */
  readonly doubts: readonly Doubt[];
  /** The content of the latest observation that has one. */
  readonly before: Body | null;
  readonly numbersBefore: readonly NumberFound[];
  /** The page in which the block was picked, where the memory must be learned anew. */
  readonly firstHtml: string | null;
  readonly followers: readonly Follower[];
}

/** What a follow says about when to tell, and what it was told last. */
export interface Follower extends Pick<Follow, "id" | "conditions" | "quiet"> {
  readonly toldNumbers: readonly NumberFound[] | null;
  /** The content that was told last, where the person asks for a second look before being told. */
  readonly told: Body | null;
}

export interface PageTrace {
  readonly title: string;
  /** Null where there was nothing to compare with. */
  readonly change: PageChange | null;
  /** The outline of the page, where it can be kept. */
  readonly layers: string | null;
  /** That parts of it are made by scripts; none where nobody wants to know. */
  readonly signs: readonly ScriptSign[];
  /** Undefined where nobody has looked: all its blocks are there. */
  readonly runsScripts?: boolean | undefined;
  /** What seems to stand in place of the page, where no block is there to tell; with how much text there is of it. */
  readonly wall?: BlockedReason | null | undefined;
  readonly textLength?: number | undefined;
  readonly html: Body;
  readonly layout: Body | null;
  /** The boxes do not fit the tree: the blocks were traced without them. */
  readonly isLayoutLost: boolean;
  readonly blocks: readonly BlockTrace[];
}

export type BlockTrace =
  /** The stored memory is of another tracer or time: the job is to be given again with the first page. */
  { readonly kind: "forgotten"; readonly blockId: BlockId } | TracedBlock;

export interface TracedBlock {
  readonly kind: "traced";
  readonly blockId: BlockId;
  readonly verdict: VerdictRecord;
  /** With what the history now teaches about volatile parts; null where nothing was learned. */
  readonly remembered: PackedMemory | null;
  /** Null where the block was not found. */
  readonly content: TracedContent | null;
  /** Where it may have gone; empty where it was found. */
  readonly links: readonly MovedLink[];
  readonly notices: readonly Notice[];
  readonly settledFor: readonly FollowId[];
}

export interface TracedContent {
  /** A `StoredContent`. */
  readonly body: Body;
  readonly meaning: string;
  readonly excerpt: string;
  readonly numbers: readonly NumberFound[];
  readonly visible: VisibleParts;
  /** Null where no browser has laid it out. */
  readonly laidOut: LaidOut | null;
  /** 0 where it is no list. */
  readonly itemCount: number;
  /** Compared with the content before. */
  readonly difference: "first" | "none" | "quiet" | "moved" | "changed";
  /** A `Change` that shows it; null where there is none to show. */
  readonly diff: Body | null;
}

/** Something that these people want to know. */
export interface Notice {
  readonly followIds: readonly FollowId[];
  readonly condition: Condition;
  /** The difference that counts for them; null where the verdict is the news. */
  readonly change: Change | null;
}

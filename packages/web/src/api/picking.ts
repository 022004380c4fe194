/** Pages opened for picking, over the API. */
import type { BlockPath, NumberFound, PageSource } from "@tessera/model";
import { ask } from "./ask.ts";
import type { CaptureReply, FollowReply, PageReply } from "./replies.ts";

export interface OpenedPage {
  readonly page: PageReply;
  readonly capture: CaptureReply;
}

/** An element by its number in the capture, as the picker's frame gives it, or by its path. */
export type Place = number | BlockPath;

export interface PreviewAsk {
  readonly place: Place;
  readonly extent: "one" | "alike";
  readonly cuts: readonly Place[];
}

export interface PreviewReply {
  readonly html: string;
  readonly css: string;
  readonly node: number;
  readonly path: BlockPath;
  readonly cutPaths: readonly BlockPath[];
  readonly text: string;
  readonly excerpt: string;
  readonly numbers: readonly NumberFound[];
  readonly pageTitle: string;
  /** Everything that belongs to the block. */
  readonly nodes: readonly number[];
  /** Siblings like it, itself included. */
  readonly alike: number;
}

/** A block that the page offers by itself. */
export interface FragmentReply {
  readonly path: BlockPath;
  /** Its number in the capture. */
  readonly node?: number;
  /** Its label or first heading; empty where it has neither. */
  readonly title: string;
  /** Its first words. */
  readonly excerpt: string;
}

export interface ChangingReply {
  /** The capture whose elements are named. */
  readonly captureId: string | null;
  /** How many captures this was learned from. */
  readonly captures: number;
  /** Most often changing first. */
  readonly blocks: readonly (FragmentReply & {
    /** Share of the steps from one capture to the next in which it changed. */
    readonly changeShare: number | null;
  })[];
}

/** Whatever is not said is as usual. */
export type PickedSource = Partial<Omit<PageSource, "url">> & { readonly url: string };

/** Captures the page now; it is answered when the capture is there. */
export const openPage = (source: PickedSource, signal: AbortSignal): Promise<OpenedPage> =>
  ask("POST", "/pages", { body: { source }, signal });

export const readPreview = (captureId: string, body: PreviewAsk): Promise<PreviewReply> =>
  ask("POST", `/captures/${captureId}/preview`, { body });

export const readFragments = (captureId: string): Promise<FragmentReply[]> =>
  ask("GET", `/captures/${captureId}/fragments?grain=fine`);

export const readChanging = (pageId: string): Promise<ChangingReply> => ask("GET", `/pages/${pageId}/changing`);

export interface NewFollow {
  readonly source: PickedSource;
  readonly captureId: string;
  readonly wish: { readonly kind: "path"; readonly path: BlockPath };
  readonly extent: "one" | "alike";
  readonly cutPaths: readonly BlockPath[];
  readonly title?: string;
}

export const followBlock = (body: NewFollow): Promise<FollowReply> => ask("POST", "/follows", { body });

/** The captured page for a frame with a script of ours only, without an origin. */
export const capturedPageAddress = (captureId: string): string => `/api/v1/captures/${captureId}/page`;

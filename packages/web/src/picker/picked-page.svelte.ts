/** A page in the picker: opened, what it offers, the preview of a choice, and what becomes of the choice. */
import type { PickedLayout } from "@tessera/model";
import type { BodyOf, FollowReply, Grain, PreviewReply, ReplyOf } from "@tessera/model/api";
import type { Measured } from "@tessera/page";
import { meant, type PickState } from "@tessera/page/pick-state";
import { ask } from "../api/ask.ts";
import { NOTHING_OFFERED, type Offered } from "./fragment-marks.ts";

type OpenedPage = ReplyOf<"POST /pages">;
export type PickedSource = BodyOf<"POST /pages">["source"];

export type Opening =
  | { readonly kind: "idle" }
  | { readonly kind: "opening"; readonly source: PickedSource; readonly abort: AbortController }
  | { readonly kind: "failed"; readonly source: PickedSource; readonly failure: unknown }
  | { readonly kind: "open"; readonly source: PickedSource; readonly opened: OpenedPage };

/**
 * What is told of the parts that scripts make: as the server says it, that the rendered page waits to be shown, or that it
 * is one that the person asked for.
 */
export type ScriptsTold = OpenedPage["scripts"] | "ready" | "rendered";

/** A page on its way: asked for, there, or refused. */
export class PageOpening {
  current = $state.raw<Opening>({ kind: "idle" });

  /** The page, or null where it was refused or another was asked for meanwhile. */
  async open(source: PickedSource): Promise<OpenedPage | null> {
    this.close();
    const abort = new AbortController();
    this.current = { kind: "opening", source, abort };
    try {
      const opened = await ask("POST /pages", { body: { source }, signal: abort.signal });
      this.current = { kind: "open", source, opened };
      return opened;
    } catch (failure) {
      if (!abort.signal.aborted) this.current = { kind: "failed", source, failure };
      return null;
    }
  }

  /** The page as a browser shows it, to be shown in place of this one; null where another was asked for meanwhile. */
  async render(source: PickedSource): Promise<Extract<Opening, { kind: "open" }> | null> {
    const before = this.current;
    if (before.kind !== "open") return null;
    const body = { source, shown: before.opened.capture.id };
    const opened = await ask("POST /pages", { body });
    return this.current === before ? { kind: "open", source, opened } : null;
  }

  close(): void {
    if (this.current.kind === "opening") this.current.abort.abort();
    this.current = { kind: "idle" };
  }
}

/** Asked for again with every choice; only the latest answer counts. */
export class BlockPreview {
  shown = $state.raw<PreviewReply | null>(null);
  /** How the page is laid out for the person who picks. */
  layout: PickedLayout | null = null;
  #extent: PickState["extent"] = "one";
  #questions = 0;

  clear(): void {
    this.shown = null;
  }

  /** What the answer changed; null where a later question was asked meanwhile, or there is nothing to ask for. */
  async read(captureId: string, state: PickState, layout: Promise<PickedLayout | null>) {
    const block = meant(state);
    if (!block) return null;
    const question = ++this.#questions;
    const isOtherBlock = this.shown?.node !== block.node;
    const seen = await layout;
    if (question !== this.#questions) return null;
    const preview = await ask("POST /captures/:id/preview", {
      params: { id: captureId },
      body: { place: block.node, extent: state.extent, cuts: state.cuts, look: "page", layout: seen },
    });
    if (question !== this.#questions) return null;
    const isOtherSize = isOtherBlock || this.#extent !== state.extent;
    this.shown = preview;
    this.#extent = state.extent;
    this.layout = seen && { ...seen, items: preview.items };
    return { isOtherBlock, isOtherSize };
  }

  get title(): string {
    return this.shown?.title ?? "";
  }
}

/** How the frame has laid out the page around a block, as it is stored with a follow. */
export function layoutOf({ viewport, boxes, turned, grounds, cells, flush, isLegible }: Measured): PickedLayout {
  return {
    viewport: [...viewport],
    boxes: boxes.map((box) => [...box]),
    ...(turned ? { turned: [...turned] } : {}),
    ...(cells.length > 0 ? { cells: [...cells] } : {}),
    ...(grounds.length > 0 ? { grounds: grounds.map((ground) => ({ ...ground, box: [...ground.box] })) } : {}),
    ...{ flush, isLegible, items: null },
  };
}

/** What is offered is a help and no more: without it one points. */
export async function offeredOn({ page, capture }: OpenedPage, grain: Grain | null): Promise<Offered> {
  const [components, changing, followed] = await Promise.all([
    componentsOf(capture.id, grain),
    ask("GET /pages/:id/changing", { params: { id: page.id } }).catch(() => null),
    followedIn(capture.id),
  ]);
  // numbers of elements are those of one capture
  const ofThis = changing?.captureId === capture.id ? changing : null;
  return { ...components, changing: ofThis?.blocks ?? [], looks: ofThis?.captures ?? 0, followed };
}

/** The fragments of a page in one grain, or in the one that suits it. */
export async function componentsOf(
  captureId: string,
  grain: Grain | null,
): Promise<Pick<Offered, "fragments" | "trainedOn" | "grain">> {
  const found = await ask("GET /captures/:id/components", {
    params: { id: captureId },
    query: grain ? { grain } : {},
  }).catch(() => null);
  return {
    grain: grain ?? found?.grain ?? NOTHING_OFFERED.grain,
    fragments: found?.blocks ?? [],
    trainedOn: found?.isTrained ? found.captures : null,
  };
}

export function followedIn(captureId: string): Promise<Offered["followed"]> {
  return ask("GET /captures/:id/followed", { params: { id: captureId } }).catch(() => []);
}

/** One block of those that are to be joined, as it is offered. */
export function followOffered(
  { source, opened }: Extract<Opening, { kind: "open" }>,
  { path, title }: { readonly path: string; readonly title: string },
): Promise<FollowReply> {
  const named = title.trim() ? { title: title.trim() } : {};
  return ask("POST /follows", {
    body: { source, captureId: opened.capture.id, wish: { kind: "path", path }, ...named },
  });
}

export interface Picked {
  readonly page: Extract<Opening, { kind: "open" }>;
  readonly preview: PreviewReply;
  readonly extent: PickState["extent"];
  readonly intent: PickState["intent"];
  readonly title: string;
  readonly layout: PickedLayout | null;
}

export function followPicked({ page, preview, extent, intent, title, layout }: Picked): Promise<FollowReply> {
  return ask("POST /follows", {
    body: {
      source: page.source,
      captureId: page.opened.capture.id,
      wish: { kind: "path", path: preview.path },
      extent,
      // which of many is meant is a question about one of them
      intent: extent === "one" && preview.entry ? intent : "auto",
      cutPaths: preview.cutPaths,
      layout,
      ...(title.trim() ? { title: title.trim() } : {}),
    },
  });
}

/** The block of this follow is the one that was picked. */
export async function teachPicked(follow: FollowReply, { page, preview, layout }: Picked): Promise<FollowReply> {
  if (layout) await ask("PATCH /follows/:id", { params: { id: follow.id }, body: { layout } });
  return ask("POST /follows/:id/corrections", {
    params: { id: follow.id },
    body: { captureId: page.opened.capture.id, answer: { kind: "this", path: preview.path } },
  });
}

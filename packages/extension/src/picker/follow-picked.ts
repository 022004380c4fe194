/** A picked block becomes a follow: by the server where it finds the same by itself, else in this browser. */
import type { FollowReply, ReplyOf, WhyNotServer } from "@tessera/model/api";
import type { PickState } from "@tessera/page/pick-state";
import type { Linked } from "@tessera/page/snapshot";
import { compressed, type OwnPart, withOwnParts } from "../fetcher/upload.ts";
import { ask } from "../instance/ask.ts";
import { extension } from "../platform/web-extension.ts";
import type { Taken } from "./picker.svelte.ts";

export interface Wanted {
  readonly taken: Taken;
  readonly state: Pick<PickState, "extent" | "intent">;
  readonly title: string;
  readonly sheetId: string | null;
}

export type Tried =
  | { readonly kind: "followed"; readonly follow: FollowReply }
  | { readonly kind: "not-there"; readonly why: WhyNotServer };

const MAX_TEXT = 200_000;

/** The address and the words of the block are sent to the person's own instance, and nothing is kept of them. */
export async function followByServer(wanted: Wanted): Promise<Tried> {
  const { taken } = wanted;
  const { url } = taken.page.snapshot;
  const text = taken.tree.textOf(taken.page.node).slice(0, MAX_TEXT);
  const tried = await ask("POST /browser/tries", { body: { url, path: taken.path, text } });
  if (tried.kind === "not-there") return tried;
  return { kind: "followed", follow: await followFound(wanted, tried) };
}

type Found = Extract<ReplyOf<"POST /browser/tries">, { kind: "same" }>;

async function followFound({ taken, state, title, sheetId }: Wanted, { captureId, path }: Found): Promise<FollowReply> {
  const { page, tree } = taken;
  // parts inside the block are where they are in it, wherever it is
  const cutPaths = page.cuts.flatMap((cut) => {
    const inner = tree.pathOf(cut);
    return inner?.startsWith(`${taken.path}/`) ? [`${path}${inner.slice(taken.path.length)}`] : [];
  });
  const follow = await ask("POST /follows", {
    body: {
      source: { url: page.snapshot.url },
      captureId,
      wish: { kind: "path", path },
      extent: state.extent,
      intent: state.intent,
      cutPaths,
      ...(title === "" ? {} : { title }),
    },
  });
  if (sheetId) await ask("POST /sheets/:id/tiles", { params: { id: sheetId }, body: { followId: follow.id } });
  return follow;
}

/** Exactly what is sent, before it is sent. */
export async function storedWith({ taken, state, title, sheetId }: Wanted) {
  const { page, tree } = taken;
  const snapshot = await withOwnParts(page, { tree, blocks: [page.node] }, fetchByBackground);
  return {
    snapshot,
    pick: { node: page.node, extent: state.extent, intent: state.intent, cuts: [...page.cuts] },
    ...(title === "" ? {} : { title }),
    ...(sheetId ? { sheetId } : {}),
  };
}

function fetchByBackground(linked: Linked, type: string): Promise<OwnPart | null> {
  return extension.runtime.sendMessage({ kind: "fetch-own", linked, type });
}

export async function followHere(wanted: Wanted): Promise<FollowReply> {
  return ask("POST /browser/follows", { body: await compressed(await storedWith(wanted)) });
}

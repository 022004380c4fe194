/**
 * What a person's own browser sends, read in a worker thread: unpacked within bounds, checked, cleaned once more, and made
 * the page and the tree that any rendered capture is.
 */
import { gunzipSync } from "node:zlib";
import { type PackedSnapshot, readNumbered, rowsOf } from "@tessera/capture/reading";
import { type DomTree, ParseLimitError, pathOf } from "@tessera/engine";
import { BlockPath, PageSnapshot, SNAPSHOT_LIMITS, type SnapshotImage } from "@tessera/model";
import { SnapshotFollow } from "@tessera/model/api";
import { cleanSnapshot, SnapshotTooLarge } from "@tessera/page/snapshot";
import type { LinkRules } from "@tessera/show/drawing";
import type { Body } from "@tessera/store/packed";
import { z } from "zod";
import { type FileToKeep, keepImages } from "./kept-images.ts";

export interface UploadJob {
  readonly bytes: Uint8Array;
  readonly as: "snapshot" | "follow";
  /** For pictures that are drawings: nothing in them may lead anywhere. */
  readonly links: LinkRules;
}

export interface UploadedPage {
  readonly finalUrl: string;
  readonly way: PageSnapshot["way"];
  readonly html: string;
  /** With boxes, where the page was shown. */
  readonly tree: DomTree;
  /** Its pictures as one body; null where none came along. */
  readonly images: Body | null;
}

/** What was picked, by its place in the page that it was picked in. */
export interface UploadedPick extends Pick<SnapshotFollow, "title" | "sheetId" | "schedule"> {
  readonly path: BlockPath;
  readonly cutPaths: readonly BlockPath[];
  readonly pick: Omit<SnapshotFollow["pick"], "node" | "cuts">;
}

export type Upload =
  | { readonly kind: "page"; readonly page: UploadedPage; readonly picked: UploadedPick | null }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "too-large"; readonly message: string };

export function readUpload({ bytes, as, links }: UploadJob): Upload {
  const unpacked = unpack(bytes);
  if (unpacked.kind !== "json") return unpacked;
  const schema = as === "follow" ? SnapshotFollow : z.object({ snapshot: PageSnapshot });
  const parsed = schema.safeParse(as === "follow" ? unpacked.json : { snapshot: unpacked.json });
  if (!parsed.success) return { kind: "invalid", message: firstIssue(parsed.error) };
  const sent: Partial<SnapshotFollow> & { readonly snapshot: PageSnapshot } = parsed.data;
  const { nodes } = sent.snapshot;
  if (new Set(Object.values(nodes).map(({ length }) => length)).size > 1) {
    return { kind: "invalid", message: "the lists of nodes are not equally long" };
  }
  try {
    return readPage(sent, links);
  } catch (failure) {
    if (failure instanceof ParseLimitError || failure instanceof SnapshotTooLarge)
      return { kind: "too-large", message: failure.message };
    throw failure;
  }
}

function readPage(
  { snapshot: sent, ...follow }: Partial<SnapshotFollow> & { readonly snapshot: PageSnapshot },
  links: LinkRules,
): Upload {
  const { snapshot, numberOf } = cleanSnapshot(sent);
  const { html, tree, nodeOf } = readNumbered(packed(snapshot));
  const page: UploadedPage = {
    finalUrl: snapshot.url,
    way: snapshot.way,
    html,
    // what nobody has laid out has no boxes, and none is not the same as all of them empty
    tree: snapshot.way === "tab" ? tree : { ...tree, boxes: null },
    images: keepImages(imagesIn(snapshot.images), links),
  };
  if (!follow.pick) return { kind: "page", page, picked: null };
  const pathIn = (node: number): BlockPath | null => {
    const place = nodeOf(numberOf(node) ?? -1);
    return place === null ? null : (BlockPath.safeParse(pathOf(tree, place)).data ?? null);
  };
  const { node, cuts, ...pick } = follow.pick;
  const path = pathIn(node);
  if (path === null) return { kind: "invalid", message: "pick.node: nothing that can be followed" };
  const { title, sheetId, schedule } = follow;
  const cutPaths = cuts.flatMap((cut) => pathIn(cut) ?? []);
  return { kind: "page", page, picked: { path, cutPaths, pick, title, sheetId, schedule } };
}

type Unpacked = { readonly kind: "json"; readonly json: unknown } | Exclude<Upload, { kind: "page" }>;

function unpack(bytes: Uint8Array): Unpacked {
  try {
    const text = gunzipSync(bytes, { maxOutputLength: SNAPSHOT_LIMITS.unpackedBytes }).toString("utf8");
    return { kind: "json", json: JSON.parse(text) };
  } catch (failure) {
    const code = failure instanceof Error && "code" in failure ? failure.code : null;
    if (code === "ERR_BUFFER_TOO_LARGE") {
      return { kind: "too-large", message: `more than ${SNAPSHOT_LIMITS.unpackedBytes} bytes when unpacked` };
    }
    // whatever else the bytes were, they were not what was asked for
    return { kind: "invalid", message: "not JSON that was packed with gzip" };
  }
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "body"}: ${issue?.message ?? "invalid"}`;
}

function packed({ strings, nodes, boxes }: Pick<PageSnapshot, "strings" | "nodes" | "boxes">): PackedSnapshot {
  return {
    strings,
    publicId: -1,
    systemId: -1,
    parentIndex: Int32Array.from(nodes.parent),
    nodeType: Int32Array.from(nodes.type),
    nodeName: Int32Array.from(nodes.name),
    nodeValue: Int32Array.from(nodes.value),
    attributes: rowsOf(nodes.attributes),
    pseudo: new Int32Array(),
    laidOut: Int32Array.from(boxes.node),
    bounds: rowsOf(boxes.bounds),
    // only what is visible is sent with a box
    styles: rowsOf([]),
    // documents in frames are not sent
    frameWords: new Map(),
  };
}

/** One after the other, so that no two of them are in memory twice. */
function* imagesIn(images: readonly SnapshotImage[]): Generator<FileToKeep> {
  for (const { url, data } of images) yield { kind: "image", url, bytes: Buffer.from(data, "base64") };
}

/** The blocks that an opened page offers by itself, read from the server. */
import { type OpenedPage, readChanging, readFragments } from "../api/picking.ts";
import type { Offered } from "./fragment-marks.ts";

/** What is offered is a help and no more: without it one points. */
export async function offeredOn({ page, capture }: OpenedPage): Promise<Offered> {
  const [fragments, changing] = await Promise.all([
    readFragments(capture.id).catch(() => []),
    readChanging(page.id).catch(() => null),
  ]);
  // numbers of elements are those of one capture
  const isOfThis = changing?.captureId === capture.id;
  return { fragments, changing: isOfThis ? changing.blocks : [], looks: isOfThis ? changing.captures : 0 };
}

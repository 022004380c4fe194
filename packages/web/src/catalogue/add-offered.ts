/** One click: an offered block becomes a follow and a tile where there is room. */
import type { CaptureId } from "@tessera/model";
import { followOffered, type OfferedBlock } from "../api/catalogue.ts";
import { addTile } from "../api/sheets.ts";

export interface Addition {
  readonly source: { readonly url: string };
  readonly captureId: CaptureId;
  readonly sheetId: string;
}

export async function addOffered(block: OfferedBlock, { source, captureId, sheetId }: Addition): Promise<void> {
  const follow = await followOffered(source, block, captureId);
  await addTile(sheetId, { followId: follow.id });
}

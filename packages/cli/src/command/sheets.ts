/** Sheets by the words a person types: an id or a title; and a follow put on one. */
import { Sheet } from "@tessera/model";
import { SheetReply, TileReply } from "@tessera/server";
import { z } from "zod";
import type { ShownFollow } from "./follows.ts";
import type { Instance } from "./instance.ts";
import { CliError, EXIT } from "./verb.ts";

type ShownSheet = z.output<typeof SheetReply>;

/** What can be the title of a sheet: asked before anything is done. */
export function sheetName(words: string): string {
  const name = Sheet.shape.title.safeParse(words.trim());
  if (name.success) return name.data;
  throw new CliError(EXIT.usage, "--sheet takes the title of a sheet, at most 200 characters");
}

/** The sheet that is meant, if there is one. */
export async function findSheet(instance: Instance, name: string): Promise<ShownSheet | undefined> {
  const wanted = name.toLowerCase();
  const sheets = await instance.ask("GET /api/v1/sheets", z.array(SheetReply));
  return sheets.find(({ id, title }) => id === wanted || title.toLowerCase() === wanted);
}

/** Where there is room on the sheet that is meant, which is made where none is called so. */
export async function putOnSheet(instance: Instance, follow: ShownFollow, name: string): Promise<void> {
  const known = await findSheet(instance, name);
  const sheet = known ?? (await instance.ask("POST /api/v1/sheets", SheetReply, { body: { title: name } }));
  const body = { followId: follow.id };
  await instance.ask("POST /api/v1/sheets/:id/tiles", TileReply, { params: { id: sheet.id }, body });
}

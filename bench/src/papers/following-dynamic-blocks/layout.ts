/** Whether a page history was rendered by `bench boxes`. */
import { existsSync } from "node:fs";
import { boxFilePath } from "../../data/box-file.ts";
import type { History } from "../../data/history.ts";

/** True where every version was: findings are kept, and half a rendering must not be kept with them. */
export function hasLayout(history: History): boolean {
  return history.files.every((file) => existsSync(boxFilePath(history.folder, file)));
}

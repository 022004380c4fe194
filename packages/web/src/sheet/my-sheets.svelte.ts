/** The person's sheets in their order. */
import type { SheetReply } from "../api/replies.ts";
import { addSheet, changeSheet, listSheets, removeSheet, restoreSheet } from "../api/sheets.ts";

export class MySheets {
  list = $state.raw<readonly SheetReply[]>([]);

  /** Everybody has a sheet: where there is none yet, one is made with this title. */
  async load(firstTitle: string): Promise<void> {
    const list = await listSheets();
    this.list = list.length > 0 ? list : [await addSheet(firstTitle)];
  }

  async reload(): Promise<void> {
    this.list = await listSheets();
  }

  async add(title: string): Promise<SheetReply> {
    const sheet = await addSheet(title);
    this.list = [...this.list, sheet];
    return sheet;
  }

  async rename(id: string, title: string): Promise<void> {
    this.list = this.list.map((sheet) => (sheet.id === id ? { ...sheet, title } : sheet));
    await changeSheet(id, { title });
  }

  /** Changes a sheet with the one before or after it. */
  async shift(id: string, by: -1 | 1): Promise<void> {
    const at = this.list.findIndex((sheet) => sheet.id === id);
    const [one, other] = [this.list[at], this.list[at + by]];
    if (!one || !other) return;
    await Promise.all([
      changeSheet(one.id, { position: other.position }),
      changeSheet(other.id, { position: one.position }),
    ]);
    await this.reload();
  }

  async remove(id: string): Promise<void> {
    await removeSheet(id);
    this.list = this.list.filter((sheet) => sheet.id !== id);
  }

  async restore(id: string): Promise<void> {
    await restoreSheet(id);
    await this.reload();
  }
}

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

  async remove(id: string): Promise<void> {
    await removeSheet(id);
    this.list = this.list.filter((sheet) => sheet.id !== id);
  }

  async restore(id: string): Promise<void> {
    await restoreSheet(id);
    await this.reload();
  }
}

/** The person's sheets in their order. */
import type { SheetReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";

export class MySheets {
  #told = $state.raw<readonly SheetReply[]>([]);
  /** What others share with the person, in the order in which they did. */
  shared = $state.raw<readonly SheetReply[]>([]);
  /** Removed by the person, even where an answer from before still has them. */
  #removed = $state.raw<ReadonlySet<string>>(new Set());

  get list(): readonly SheetReply[] {
    return this.#told.filter(({ id }) => !this.#removed.has(id));
  }

  /** With those of others behind one's own, as tabs show them. */
  get all(): readonly SheetReply[] {
    return [...this.list, ...this.shared];
  }

  /** Everybody has a sheet: where there is none yet, one is made with this title. */
  async load(firstTitle: string): Promise<void> {
    const list = await ask("GET /sheets");
    this.#told = list.length > 0 ? list : [await ask("POST /sheets", { body: { title: firstTitle } })];
  }

  async loadShared(): Promise<void> {
    this.shared = await ask("GET /shares/with-me");
  }

  async reload(): Promise<void> {
    this.#told = await ask("GET /sheets");
  }

  async add(title: string): Promise<SheetReply> {
    const sheet = await ask("POST /sheets", { body: { title } });
    this.#told = [...this.#told, sheet];
    return sheet;
  }

  /** Puts a sheet where another is, or after the last; seen at once. */
  async put(id: string, at: number): Promise<void> {
    const { list } = this;
    const from = list.findIndex((sheet) => sheet.id === id);
    const [sheet] = list.slice(from, from + 1);
    if (!sheet || at < 0 || at >= list.length || at === from) return;
    this.#told = list.toSpliced(from, 1).toSpliced(at, 0, sheet);
    try {
      this.#told = await ask("PUT /sheets/order", { body: { ids: this.#told.map((each) => each.id) } });
    } catch (failure) {
      this.#told = list;
      throw failure;
    }
  }

  /** Changes a sheet with the one before or after it. */
  async shift(id: string, by: -1 | 1): Promise<void> {
    await this.put(id, this.list.findIndex((sheet) => sheet.id === id) + by);
  }

  /** Seen at once, and as it was where the server refuses. */
  async rename(id: string, title: string): Promise<void> {
    const before = this.#told.find((sheet) => sheet.id === id);
    this.#call(id, title);
    try {
      await ask("PATCH /sheets/:id", { params: { id }, body: { title } });
    } catch (failure) {
      // one that was given meanwhile stays
      if (before && this.#told.find((sheet) => sheet.id === id)?.title === title) this.#call(id, before.title);
      throw failure;
    }
  }

  #call(id: string, title: string): void {
    this.#told = this.#told.map((sheet) => (sheet.id === id ? { ...sheet, title } : sheet));
  }

  /** Gone at once, and back where the server refuses. */
  async remove(id: string): Promise<void> {
    this.#removed = new Set([...this.#removed, id]);
    try {
      await ask("DELETE /sheets/:id", { params: { id } });
    } catch (failure) {
      this.#keep(id);
      throw failure;
    }
  }

  async restore(id: string): Promise<void> {
    await ask("POST /sheets/:id/restore", { params: { id } });
    this.#keep(id);
    await this.reload();
  }

  #keep(id: string): void {
    this.#removed = new Set([...this.#removed].filter((each) => each !== id));
  }
}

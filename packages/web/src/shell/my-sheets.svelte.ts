/** The person's sheets in their order. */
import type { SheetReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";

export class MySheets {
  #told = $state.raw<readonly SheetReply[]>([]);
  /** Removed by the person, even where an answer from before still has them. */
  #removed = $state.raw<ReadonlySet<string>>(new Set());

  get list(): readonly SheetReply[] {
    return this.#told.filter(({ id }) => !this.#removed.has(id));
  }

  /** Everybody has a sheet: where there is none yet, one is made with this title. */
  async load(firstTitle: string): Promise<void> {
    const list = await ask("GET /sheets");
    this.#told = list.length > 0 ? list : [await ask("POST /sheets", { body: { title: firstTitle } })];
  }

  async reload(): Promise<void> {
    this.#told = await ask("GET /sheets");
  }

  async add(title: string): Promise<SheetReply> {
    const sheet = await ask("POST /sheets", { body: { title } });
    this.#told = [...this.#told, sheet];
    return sheet;
  }

  /** Changes a sheet with the one before or after it. */
  async shift(id: string, by: -1 | 1): Promise<void> {
    const { list } = this;
    const at = list.findIndex((sheet) => sheet.id === id);
    const [one, other] = [list[at], list[at + by]];
    if (!one || !other) return;
    await Promise.all([
      ask("PATCH /sheets/:id", { params: { id: one.id }, body: { position: other.position } }),
      ask("PATCH /sheets/:id", { params: { id: other.id }, body: { position: one.position } }),
    ]);
    await this.reload();
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

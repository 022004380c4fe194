/** The panel at work: what is set, what is stored, and what came of trying it. */
import type { PageId, PageSource } from "@tessera/model";
import type { SecretReply, TriedPage } from "@tessera/model/api";
import { ask } from "../api/ask.ts";
import { rowsOf, secretNameOf, secretsAt, unstored, type ValueKind, type ValueRow, valuesOf } from "./draft.ts";

export class PageDraft {
  /** Everything but cookies and headers, which may be half filled in. */
  source: PageSource = $state.raw({} as PageSource);
  cookies = $state.raw<readonly ValueRow[]>([]);
  headers = $state.raw<readonly ValueRow[]>([]);
  secrets = $state.raw<readonly SecretReply[]>([]);
  tried = $state.raw<TriedPage | null>(null);
  isTrying = $state(false);
  /** The page that is followed; null while nothing on it is. */
  readonly page: PageId | null;

  constructor(source: PageSource, page: PageId | null) {
    this.source = source;
    this.cookies = rowsOf(source.cookies);
    this.headers = rowsOf(source.headers);
    this.page = page;
  }

  get origin(): string {
    return new URL(this.source.url).origin;
  }

  get stored(): readonly SecretReply[] {
    return secretsAt(this.secrets, this.origin);
  }

  async loadSecrets(): Promise<void> {
    this.secrets = await ask("GET /secrets");
  }

  change(patch: Partial<PageSource>): void {
    this.source = { ...this.source, ...patch };
  }

  /** As it would be sent now. */
  get whole(): PageSource {
    const [cookies, headers] = [valuesOf(this.cookies), valuesOf(this.headers)];
    const { cookies: _, headers: __, ...rest } = this.source;
    const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ""));
    return {
      ...said,
      ...(cookies.length > 0 ? { cookies } : {}),
      ...(headers.length > 0 ? { headers } : {}),
    } as PageSource;
  }

  async store(origin: string, name: string, value: string): Promise<void> {
    await ask("PUT /secrets", { body: { origin, name, value } });
    await this.loadSecrets();
  }

  async forget(origin: string, name: string): Promise<void> {
    await ask("DELETE /secrets", { query: { origin, name } });
    await this.loadSecrets();
  }

  /** Values that were typed go to the server, and are gone from here. */
  async storeValues(): Promise<void> {
    this.cookies = await this.#stored("cookie", this.cookies);
    this.headers = await this.#stored("header", this.headers);
  }

  async #stored(kind: ValueKind, list: readonly ValueRow[]): Promise<readonly ValueRow[]> {
    const secrets = new Map<number, string>();
    for (const { id, name, value } of unstored(list)) {
      const secret = secretNameOf(kind, name);
      await this.store(this.origin, secret, value);
      secrets.set(id, secret);
    }
    return list.map((row) => ({ ...row, ...(secrets.has(row.id) ? { value: "", secret: secrets.get(row.id)! } : {}) }));
  }

  /** What came is shown beside the settings, whatever it is. */
  async tryNow(): Promise<void> {
    this.isTrying = true;
    try {
      await this.storeValues();
      const body = { source: this.whole, ...(this.page ? { page: this.page } : {}) };
      this.tried = await ask("POST /pages/try", { body });
    } finally {
      this.isTrying = false;
    }
  }
}

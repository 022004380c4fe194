/** The panel at work: what is set, what is stored, and what came of trying it. */
import type { PageId, PageSource } from "@tessera/model";
import type { SecretReply, TriedPage } from "@tessera/model/api";
import { MAX_WAITS_MS, waitsOf } from "@tessera/model/step-waits";
import { ask } from "../api/ask.ts";
import { isHalf, namedRows, rowsOf, type TypedSecret, unstored, type ValueRow, valuesOf } from "./draft.ts";

export class PageDraft {
  /** Everything but cookies and headers, which may be half filled in. */
  source: PageSource = $state.raw({} as PageSource);
  cookies = $state.raw<readonly ValueRow[]>([]);
  headers = $state.raw<readonly ValueRow[]>([]);
  secrets = $state.raw<readonly SecretReply[]>([]);
  tried = $state.raw<TriedPage | null>(null);
  /** Why it could not even be tried. */
  tryFailure = $state.raw<unknown>(null);
  isTrying = $state(false);
  /** For steps, until it is saved. */
  typed = $state.raw<readonly TypedSecret[]>([]);
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

  /** The names of the secrets that there are for an origin: stored, or typed to be. */
  namesAt(origin: string): readonly string[] {
    return namesOf([...this.secrets, ...this.typed].filter((secret) => secret.origin === origin));
  }

  /** For whatever origin. */
  get names(): readonly string[] {
    return namesOf([...this.secrets, ...this.typed]);
  }

  async loadSecrets(): Promise<void> {
    this.secrets = await ask("GET /secrets");
  }

  change(patch: Partial<PageSource>): void {
    this.source = { ...this.source, ...patch };
  }

  /** The first step that does not say yet which element it means; -1 where there is none. */
  get unfinished(): number {
    return this.source.steps.findIndex((step) => "selector" in step && step.selector.trim() === "");
  }

  /** Whether the steps together wait for longer than a capture may take. */
  get waitsTooLong(): boolean {
    return waitsOf(this.source.steps) > MAX_WAITS_MS;
  }

  /** Whether a cookie or a header lacks its name or its secret. */
  get hasHalfRow(): boolean {
    return [...this.cookies, ...this.headers].some(isHalf);
  }

  /** As it is saved. */
  get whole(): PageSource {
    return wholeOf(this.source, this.cookies, this.headers);
  }

  /** As it would be saved, with what is typed but not stored beside it. */
  get trial(): { readonly source: PageSource; readonly secrets?: TypedSecret[] } {
    const { cookies, headers, secrets } = this.#named();
    return { source: wholeOf(this.source, cookies, headers), ...(secrets.length > 0 ? { secrets } : {}) };
  }

  /** What was typed for a step is known to what is tried with it, and to nobody else until it is saved. */
  type(secret: TypedSecret): void {
    const { origin, name } = secret;
    this.typed = [...this.typed.filter((one) => one.origin !== origin || one.name !== name), secret];
  }

  /** What is typed is stored, and the source as it is now taken by `onsave`; typed values are gone from here. */
  async save(onsave: (source: PageSource) => Promise<unknown>): Promise<void> {
    // which names are taken
    if (this.trial.secrets) await this.#loadAndStore();
    await onsave(this.whole);
  }

  async #loadAndStore(): Promise<void> {
    await this.loadSecrets();
    const { cookies, headers, secrets } = this.#named();
    await storeAll(secrets, this.secrets);
    const emptied = (row: ValueRow): ValueRow => (row.isSecret ? { ...row, value: "" } : row);
    this.cookies = cookies.map(emptied);
    this.headers = headers.map(emptied);
    this.typed = [];
    await this.loadSecrets();
  }

  /** With a secret for each value that was typed: its own one, or a new one. */
  #named() {
    const taken = new Set(this.namesAt(this.origin));
    const [cookies, headers] = [namedRows("cookie", this.cookies, taken), namedRows("header", this.headers, taken)];
    const { origin } = this;
    const ofRows = unstored([...cookies, ...headers]).map(({ secret, value }) => ({ origin, name: secret!, value }));
    const inSteps = this.source.steps.flatMap((step) => (step.kind === "typeSecret" ? [step.secret] : []));
    return { cookies, headers, secrets: [...ofRows, ...this.typed.filter(({ name }) => inSteps.includes(name))] };
  }

  /** What came is shown beside the settings, whatever it is. */
  async tryNow(): Promise<void> {
    this.isTrying = true;
    this.tried = null;
    this.tryFailure = null;
    try {
      const body = { ...this.trial, ...(this.page ? { page: this.page } : {}) };
      this.tried = await ask("POST /pages/try", { body });
    } catch (reason) {
      this.tryFailure = reason;
    } finally {
      this.isTrying = false;
    }
  }
}

function wholeOf(source: PageSource, cookieRows: readonly ValueRow[], headerRows: readonly ValueRow[]): PageSource {
  const [cookies, headers] = [valuesOf(cookieRows), valuesOf(headerRows)];
  const { cookies: _, headers: __, ...rest } = source;
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ""));
  return {
    ...said,
    ...(cookies.length > 0 ? { cookies } : {}),
    ...(headers.length > 0 ? { headers } : {}),
  } as PageSource;
}

function namesOf(secrets: readonly { readonly name: string }[]): readonly string[] {
  return [...new Set(secrets.map(({ name }) => name))];
}

/** All, or none of those that are new. */
async function storeAll(secrets: readonly TypedSecret[], before: readonly SecretReply[]): Promise<void> {
  const added: TypedSecret[] = [];
  try {
    for (const secret of secrets) {
      await ask("PUT /secrets", { body: secret });
      if (!before.some(({ origin, name }) => origin === secret.origin && name === secret.name)) added.push(secret);
    }
  } catch (reason) {
    for (const { origin, name } of added)
      await ask("DELETE /secrets", { query: { origin, name } }).catch(() => undefined);
    throw reason;
  }
}

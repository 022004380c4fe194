/** For tests: a paired browser, which asks and sends as the extension does. */
import type { CaptureId, FollowId, PageId, Person } from "@tessera/model";
import type { BrowserWork } from "@tessera/model/api";
import { nodeInSnapshot, packedUpload, type SnapshotOptions, snapshotOfHtml } from "../trace/snapshot.fixture.ts";
import type { ApiWorld } from "./api-world.fixture.ts";

export const EXTENSION = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";

/** The lead story of the Herald, the block that these browsers pick. */
export const LEAD_PATH = "html[1]/body[1]/main[1]/section[1]/p[1]";

export interface BrowserAnswer {
  readonly status: number;
  /** JSON: what it is, the test says. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Work {
  readonly items: readonly BrowserWork[];
  readonly nextDueAt: number | null;
  readonly askAgainAt: number;
}

export interface BrowserFollow {
  readonly id: FollowId;
  readonly page: { readonly id: PageId };
  readonly pickedIn: CaptureId;
}

export class PairedBrowser {
  readonly authorization: string;
  readonly #world: ApiWorld;

  /** The app shows a code, the extension sends it from its own origin. */
  static async pair(world: ApiWorld, person: Person, name = "Laptop"): Promise<PairedBrowser> {
    const shown = await world.ask(person, { method: "POST", url: "/api/v1/me/pairings" });
    const paired = await world.app.inject({
      method: "POST",
      url: "/api/v1/pair",
      headers: { host: "localhost", origin: EXTENSION },
      payload: { code: shown.json().code, name },
    });
    if (paired.statusCode !== 201) throw new Error(paired.body);
    return new PairedBrowser(world, `Bearer ${paired.json().secret}`);
  }

  private constructor(world: ApiWorld, authorization: string) {
    this.#world = world;
    this.authorization = authorization;
  }

  async ask(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    payload?: object | Buffer,
  ): Promise<BrowserAnswer> {
    const type = Buffer.isBuffer(payload) && { "content-type": "application/gzip" };
    const headers = { host: "localhost", origin: EXTENSION, authorization: this.authorization, ...type };
    const answer = await this.#world.app.inject({
      method,
      url: `/api/v1${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
  }

  /** Follows the lead story of a page that it sees. */
  async follow(html: string, options: SnapshotOptions = {}, more: object = {}): Promise<BrowserFollow> {
    const pick = { node: nodeInSnapshot(html, LEAD_PATH), intent: "auto", extent: "one", cuts: [] };
    const upload = packedUpload({ snapshot: snapshotOfHtml(html, options), pick, ...more });
    const { status, body } = await this.ask("POST", "/browser/follows", upload);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  async work(): Promise<Work> {
    return (await this.ask("POST", "/browser/work", {})).body;
  }

  send(
    work: Pick<BrowserWork, "pageId" | "claim">,
    html: string,
    options: SnapshotOptions = {},
  ): Promise<BrowserAnswer> {
    const upload = packedUpload(snapshotOfHtml(html, options));
    return this.ask("POST", `/browser/work/${work.pageId}/snapshot?claim=${work.claim}`, upload);
  }

  async followNow(id: FollowId): Promise<BrowserAnswer["body"]> {
    return (await this.ask("GET", `/follows/${id}`)).body;
  }
}

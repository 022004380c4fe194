/**
 * What one test stands in, and no other: a person of its own with a sheet of their own, in a browser of their own, and
 * copies of the demo sites that nobody else follows. It ends with the test.
 */
import { type ApiClient, copyOf, type Moment } from "@tessera/demo";
import type { BrowserContextOptions } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { PATIENCE_MS, type Visitor, visit } from "./visitor.ts";
import type { Account, World } from "./world.ts";

export interface Follow {
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
  readonly value: string | null;
  readonly pickedIn: string;
  readonly pick: { readonly intent: string };
  readonly latest: { readonly foundBy: string | null } | null;
  readonly latestFound: { readonly captureId: string | null } | null;
  readonly page: { readonly lastCheckedAt: number | null; readonly dueAt: number | null };
}

export interface Tile {
  readonly id: string;
  readonly followId: string;
  readonly follow: { readonly title: string };
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly style: Readonly<Record<string, unknown>>;
}

export interface SceneOptions extends BrowserContextOptions {
  /** For what only the owner may do; the sheet and the sites are the test's own all the same. */
  readonly isOwner?: boolean;
  /** Somebody who is there already, with their sheet and their sites, in a browser of this test's own. */
  readonly as?: Scene;
}

let count = 0;

/** The person stands before their sheet, which is empty; whoever is there already before nothing yet. */
export async function openScene(world: World, { isOwner, as, ...options }: SceneOptions = {}): Promise<Scene> {
  const { name, account, api, sheetId } = as ?? (await somebody(world, isOwner === true));
  const visitor = await visit(world, options);
  onTestFinished(async () => {
    await visitor.context.close();
    expect(visitor.errors).toEqual([]);
  });
  const cookies = api.cookie.split("; ").map((pair) => pair.split(/=(.*)/s));
  await visitor.context.addCookies(
    cookies.map(([cookie = "", value = ""]) => ({ name: cookie, value, url: world.tessera.url })),
  );
  const scene = new Scene(world, { name, account, api, visitor, sheetId });
  if (!as) await scene.toSheet();
  return scene;
}

async function somebody(world: World, isOwner: boolean): Promise<Omit<Parts, "visitor">> {
  const name = `person-${++count}`;
  const { api, ...account } = isOwner ? { ...world.owner, api: world.api } : await world.invite(name);
  const { id } = await api.ask<{ readonly id: string }>("POST", "/sheets", { title: `Sheet of ${name}` });
  return { name, account, api, sheetId: id };
}

interface Parts {
  readonly name: string;
  readonly account: Account;
  readonly api: ApiClient;
  readonly visitor: Visitor;
  readonly sheetId: string;
}

export class Scene {
  readonly name: string;
  readonly account: Account;
  readonly api: ApiClient;
  readonly context: Visitor["context"];
  readonly page: Visitor["page"];
  readonly sheetId: string;
  /** Addresses of the copies that are this test's own. */
  readonly sites: Readonly<Record<"news" | "shop" | "scores" | "notices", string>>;
  readonly #world: World;

  constructor(world: World, { name, account, api, visitor, sheetId }: Parts) {
    this.name = name;
    this.account = account;
    this.api = api;
    this.context = visitor.context;
    this.page = visitor.page;
    this.sheetId = sheetId;
    const own = (site: string): string => copyOf(world.sites[site] ?? "", name);
    this.sites = { news: own("news"), shop: own("shop"), scores: own("scores"), notices: own("notices") };
    this.#world = world;
  }

  get sheetUrl(): string {
    return `${this.#world.tessera.url}/sheets/${this.sheetId}`;
  }

  async toSheet(): Promise<void> {
    await this.page.goto(this.sheetUrl);
    await this.page.getByRole("main").waitFor();
  }

  /** Sets the time of a site. */
  set(site: keyof Scene["sites"], moment: Partial<Moment>): void {
    this.#world.clock.set(site, moment, this.name);
  }

  /** Follows a block and puts it on the sheet, as the picker does; `more` goes with the follow. */
  async follow(
    site: keyof Scene["sites"],
    selector: string,
    title: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const { id } = await this.api.ask<Follow>("POST", "/follows", {
      source: { url: this.sites[site] },
      wish: { kind: "css", selector },
      title,
      schedule: { kind: "every", intervalMs: 3_600_000 },
      ...more,
    });
    const { length } = await this.tiles();
    const place = { x: (length % 3) * 4, y: Math.floor(length / 3) * 4, width: 4, height: 4 };
    await this.api.ask("POST", `/sheets/${this.sheetId}/tiles`, { followId: id, place });
    return id;
  }

  async tiles(): Promise<readonly Tile[]> {
    return (await this.api.ask<{ readonly tiles: readonly Tile[] }>("GET", `/sheets/${this.sheetId}`)).tiles;
  }

  async follows(): Promise<readonly Follow[]> {
    return (await this.api.ask<{ readonly items: readonly Follow[] }>("GET", "/follows")).items;
  }

  readFollow(id: string): Promise<Follow> {
    return this.api.ask("GET", `/follows/${id}`);
  }

  /** The tile of a block as the server knows it. */
  async stored(title: string): Promise<Tile> {
    const found = (await this.tiles()).find((each) => each.follow.title === title);
    if (!found) throw new Error(`${title} is not on the sheet`);
    return found;
  }

  /** Has the page looked at once more, and waits until that has happened. */
  async lookAgain(id: string): Promise<Follow> {
    const before = (await this.readFollow(id)).page.lastCheckedAt ?? 0;
    await this.api.ask("POST", `/follows/${id}/check`);
    const checkedAt = async () => (await this.readFollow(id)).page.lastCheckedAt;
    await expect.poll(checkedAt, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
    return this.readFollow(id);
  }

  /** The sheet looks again by itself when it is opened, so the next look may be one from before the page changed. */
  async looksLike(id: string, verdict: string): Promise<void> {
    await expect.poll(async () => (await this.lookAgain(id)).verdict, { timeout: PATIENCE_MS }).toBe(verdict);
  }

  /** Lets time pass on the site of a block until another content was seen. */
  async change(id: string, site: keyof Scene["sites"], moment: Partial<Moment>): Promise<void> {
    const seen = async () =>
      (await this.api.ask<{ readonly items: readonly unknown[] }>("GET", `/follows/${id}/history`)).items.length;
    const before = await seen();
    this.set(site, moment);
    const seenAgain = async () => {
      await this.lookAgain(id);
      return seen();
    };
    await expect.poll(seenAgain, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
  }
}

/** A sheet of Ada's that she shares: with one public tile, one that is hers alone, one of both, a board and a note. */
import type { FollowId, Person, ShareRole, SheetId, TileId } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import type { InjectOptions } from "fastify";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

/** Stands in what only Ada may see. */
export const PRIVATE = "ADAS-ALONE-91c7";
/** Stands in what was there before the sheet was shared. */
export const EARLIER = "EARLIER-55d2";
export const PUBLIC = "SHARED-STORY";

const MINE = "https://mine.example/";

export interface SharedWorld {
  readonly world: ApiWorld;
  readonly ada: Person;
  readonly bob: Person;
  readonly sheet: SheetId;
  readonly open: FollowView;
  readonly mine: FollowView;
  readonly tiles: Readonly<Record<"open" | "mine" | "joined" | "board" | "note", TileId>>;
  share(role: ShareRole, person?: Person): Promise<void>;
  as(person: Person): Asked;
}

export interface Asked {
  get(path: string): ReturnType<ApiWorld["ask"]>;
  send(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object): ReturnType<ApiWorld["ask"]>;
}

export async function openSharedWorld(): Promise<SharedWorld> {
  const world = await openApiWorld();
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  const as = (person: Person): Asked => ({
    get: (path) => world.ask(person, { method: "GET", url: `/api/v1${path}` }),
    send: (method, path, payload) => {
      const request: InjectOptions = { method, url: `/api/v1${path}` };
      return world.ask(person, payload ? { ...request, payload } : request);
    },
  });
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${EARLIER} story` }));
  const open = await world.follow(ada, { kind: "css", selector: ".lead" }, { title: "Lead" });
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${PUBLIC} story` }));
  await world.check(open, 60_000);
  world.web.set(MINE, heraldPage({ lead: `${PRIVATE} story` }));
  const mine = await world.follow(ada, { kind: "css", selector: ".lead" }, { title: PRIVATE }, { url: MINE });
  const patch = { cookies: [{ name: "sid", value: PRIVATE }] };
  await world.store.follows.fetchBy(ada.id, mine.page.id, { patch: patch as never, now: world.now() });
  const sheet: SheetId = (await as(ada).send("POST", "/sheets", { title: "Ours" })).json().id;
  const put = async (payload: object): Promise<TileId> =>
    (await as(ada).send("POST", `/sheets/${sheet}/tiles`, payload)).json().id;
  const ids: FollowId[] = [open.follow.id, mine.follow.id];
  const tiles = {
    open: await put({ followId: ids[0] }),
    mine: await put({ followId: ids[1], style: { title: PRIVATE } }),
    joined: await put({ followId: ids[1], content: { kind: "joined", followIds: ids.toReversed() } }),
    board: await put({ followId: ids[0], content: { kind: "board", title: "Table", followIds: ids } }),
    note: await put({ content: { kind: "note", title: "To do", text: "buy milk" } }),
  };
  return {
    ...{ world, ada, bob, sheet, open, mine, tiles, as },
    async share(role, person = bob) {
      const answer = await as(ada).send("PUT", `/sheets/${sheet}/shares`, { name: person.name, role });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    },
  };
}

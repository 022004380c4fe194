/** One record of every kind that belongs to one person, and a valid request for every route that takes a body. */
import { randomUUID } from "node:crypto";
import {
  CataloguePageId,
  type ChannelId,
  DeliveryId,
  FollowId,
  GadgetId,
  GadgetOptions,
  InvitationId,
  newId,
  PageSource,
  PendingFollowId,
  type Person,
  SheetId,
  SheetStyle,
  TemplateId,
  TileId,
  TileStyle,
  usualOptions,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { addMailChannel, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { followInBrowser } from "../follow/follow-in-browser.ts";
import { startSession } from "../people/sessions.ts";
import { makeToken } from "../people/tokens.ts";
import { nodeInSnapshot, packedUpload, snapshotOfHtml } from "../trace/snapshot.fixture.ts";
import type { ApiWorld } from "./api-world.fixture.ts";
import type { Route } from "./route.ts";

/** Stands in everything that is this person's; nobody else may ever be sent it. */
export const MARK = "MINE-ALONE-7f3a";

/** A page on which this person follows nothing. */
const ELSEWHERE = "https://elsewhere.example/";

export interface OwnedRecords {
  /** The address of a route with the ids of these records. */
  addressOf(route: Route): string;
  /** A body that the route would take; undefined where it takes none. */
  bodyOf(route: Route): object | string | undefined;
  readonly ids: Readonly<Record<string, string>>;
}

export async function addOwnedRecords(world: ApiWorld, person: Person): Promise<OwnedRecords> {
  const { store } = world;
  const now = world.now();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${MARK} story` }));
  world.web.set(ELSEWHERE, heraldPage());
  const { follow, page, latest, block } = await world.follow(
    person,
    { kind: "css", selector: ".lead" },
    { title: MARK, tags: [MARK] },
  );
  while ((await store.search.catchUp(100)).isBehind);
  const sheetId = await addSheet(world, person);
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const tileId = newId(TileId, now);
  const tile = { id: tileId, sheetId, followId: follow.id, content: { kind: "follow" } as const, place, version: 1 };
  await store.tiles.add(person.id, { ...tile, style: TileStyle.parse({}) });
  const channelId = await addMailChannel(world, person);
  await store.channels.change(person.id, channelId, { name: MARK }, { now });
  const deliveryId = await addDeadLetter(world, person, channelId);
  const wishId = await addPendingFollow(world, person);
  const { templateId, gadgetId } = await addElsewhere(world, person, follow.id);
  const { session, token, browser } = await addWaysIn(world, person);
  const { follow: mine } = await addBrowserFollow(world, person);
  const ids: Record<string, string> = {
    follows: follow.id,
    observationId: latest?.id ?? "",
    sheets: sheetId,
    tiles: tileId,
    pages: page.id,
    captures: block.firstCaptureId,
    channels: channelId,
    deliveries: deliveryId,
    wishes: wishId,
    templates: templateId,
    gadgets: gadgetId,
    token: "unknown",
    tile: tileId,
    sessions: session.id,
    tokens: token.id,
    browsers: browser.id,
    work: mine.pageId,
    people: person.id,
    person: person.id,
    claim: newId(InvitationId, now),
    invitations: newId(InvitationId, now),
    catalogue: newId(CataloguePageId, now),
    recordings: randomUUID(),
    screen: "phone",
  };
  return requestsWith(ids);
}

/** Requests of every route about the records of these ids, by the word before the id in its path. */
export function requestsWith(ids: Readonly<Record<string, string>>): OwnedRecords {
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const bodies = bodiesWith({ ids, place, style: TileStyle.parse({}) });
  return {
    ids,
    addressOf: ({ path }) =>
      withQuery(
        path,
        path.replace(/(\w+)\/:id|:(\w+)/g, (_, kind?: string, name?: string) =>
          kind ? `${kind}/${ids[kind] ?? ""}` : (ids[name ?? ""] ?? "unknown"),
        ),
        ids,
      ),
    bodyOf: (route) => (route.maxBytes === undefined ? bodies[`${route.method} ${route.path}`] : "https://a.example/"),
  };
}

/** Queries without which a route answers nothing else. */
function withQuery(path: string, address: string, ids: Readonly<Record<string, string>>): string {
  if (path.endsWith("/snapshot")) return `${address}?claim=${ids.claim}`;
  if (path.endsWith("/search")) return `${address}?q=mine+alone&in=history`;
  if (path.endsWith("/at")) return `${address}?instant=99999999999999`;
  if (path.endsWith("/alike")) return `${address}?path=html[1]`;
  if (path.endsWith("/secrets")) return `${address}?origin=https://nowhere.example&name=nothing`;
  if (path === "/oembed") return `${address}?url=https://localhost/gadgets/unknown`;
  if (path.endsWith("/diff")) return `${address}?against=${ids.observationId}`;
  return address;
}

async function addSheet({ store, now: clock }: ApiWorld, person: Person): Promise<SheetId> {
  const now = clock();
  const sheetId = newId(SheetId, now);
  await store.sheets.add({
    id: sheetId,
    personId: person.id,
    title: MARK,
    position: 0,
    style: SheetStyle.parse({}),
    feedKey: `sheet-key-${sheetId}`,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  });
  return sheetId;
}

/** The block on many pages, and on other sites. */
async function addElsewhere({ store, now: clock }: ApiWorld, person: Person, followId: FollowId) {
  const now = clock();
  const templateId = newId(TemplateId, now);
  const template = { id: templateId, personId: person.id, followId, createdAt: now };
  const target = { kind: "each", sheetId: null } as const;
  await store.templates.add({ template: { ...template, target }, pages: [] }, []);
  const gadgetId = newId(GadgetId, now);
  await store.gadgets.add({
    ...({ id: gadgetId, personId: person.id, followId, sheetId: null, face: "frame", wall: null } as const),
    ...{ options: GadgetOptions.parse({}), createdAt: now, expiresAt: null, lastShownAt: null },
  });
  return { templateId, gadgetId };
}

/** By which somebody proves to be this person. */
async function addWaysIn({ store, now: clock }: ApiWorld, person: Person) {
  const now = clock();
  const { session } = await startSession(store, person, { address: MARK, userAgent: MARK }, { idleDays: 1, now });
  const made = { name: MARK, expiresAt: null, now };
  const { token } = await makeToken(store, person, { ...made, scopes: ["read"] });
  const { token: browser } = await makeToken(store, person, { ...made, scopes: ["browser"] });
  return { session, token, browser };
}

/** Something that this person's own browser has seen. */
async function addBrowserFollow({ services, now }: ApiWorld, person: Person): Promise<FollowView> {
  const html = heraldPage({ lead: `${MARK} mail` });
  const upload = {
    snapshot: snapshotOfHtml(html),
    pick: { node: nodeInSnapshot(html, "html[1]/body[1]/main[1]/section[1]/p[1]"), cuts: [] },
  };
  const { key, prefix } = services.tileRenderer.linkRules;
  const read = await services.checks.workers.readUpload({
    bytes: packedUpload(upload),
    as: "follow",
    links: { key, prefix },
  });
  if (read.kind !== "page" || !read.picked) throw new Error(JSON.stringify(read));
  const options = usualOptions(await services.store.settings.read(), []);
  const request = {
    personId: person.id,
    page: read.page,
    picked: read.picked,
    options,
    feedKey: `browser-${person.id}`,
  };
  const outcome = await followInBrowser(request, { ...services.checks, now });
  if (outcome.kind !== "followed") throw new Error(JSON.stringify(outcome));
  return outcome.view;
}

async function addDeadLetter({ store, now }: ApiWorld, person: Person, channelId: ChannelId): Promise<DeliveryId> {
  const id = newId(DeliveryId, now());
  const message = {
    title: MARK,
    reason: "any-change",
    before: MARK,
    after: MARK,
    link: "/",
    sourceUrl: URL_OF_PAGE,
    picture: null,
    at: now(),
  };
  const facts = { followId: null, observationId: null, attempts: 9, lastError: MARK, createdAt: now(), sentAt: null };
  await store.deliveries.add([{ id, channelId, personId: person.id, message, state: "dead", dueAt: null, ...facts }]);
  return id;
}

async function addPendingFollow({ store, now }: ApiWorld, person: Person): Promise<PendingFollowId> {
  const id = newId(PendingFollowId, now());
  await store.wishes.add([
    {
      id,
      personId: person.id,
      source: PageSource.parse({ url: "https://wished.example/" }),
      wish: { kind: "page" },
      title: MARK,
      schedule: null,
      conditions: [],
      quietLines: [],
      isPaused: false,
      sheets: [],
      attempts: 0,
      dueAt: null,
      error: null,
      createdAt: now(),
    },
  ]);
  return id;
}

interface BodyParts {
  readonly ids: Readonly<Record<string, string>>;
  readonly place: object;
  readonly style: object;
}

function bodiesWith({ ids, place, style }: BodyParts): Readonly<Record<string, object>> {
  const source = { url: ELSEWHERE };
  const path = "html[1]/body[1]";
  const target = { kind: "email", to: "a@example.org" };
  return {
    "POST /api/v1/login": { name: "nobody", password: "wrong" },
    "POST /api/v1/join": { secret: "x".repeat(32), name: "nobody", password: "a long password", displayName: "n" },
    "PATCH /api/v1/me": { displayName: "Somebody" },
    "POST /api/v1/me/password": { current: "wrong", next: "another long one" },
    "POST /api/v1/me/tokens": { name: "t", scopes: ["read"] },
    "PATCH /api/v1/me/browsers/:id": { name: "taken" },
    "POST /api/v1/pair": { code: "00000-00000", name: "nobody's" },
    "POST /api/v1/browser/work": {},
    "POST /api/v1/browser/work/:id/failure": { claim: ids.claim, failure: "login" },
    "POST /api/v1/browser/tries": { url: ELSEWHERE, path, text: "anything" },
    "POST /api/v1/follows": { source, wish: { kind: "css", selector: ".town" } },
    "PATCH /api/v1/follows/:id": { title: "taken" },
    "POST /api/v1/follows/:id/items/read": { items: [] },
    "POST /api/v1/follows/:id/seen": { observationId: ids.observationId },
    "POST /api/v1/follows/:id/move": { url: "https://news.example/moved" },
    "POST /api/v1/follows/:id/corrections": { captureId: ids.captures, answer: { kind: "gone" } },
    "PUT /api/v1/follows/:id/pick": { captureId: ids.captures, path },
    "POST /api/v1/follows/:id/ignored": { captureId: ids.captures, paths: [path] },
    "POST /api/v1/follows/:id/backfill": { archive: "https://archive.example/" },
    "POST /api/v1/captures/:id/preview": { place: path },
    "POST /api/v1/gadgets": { followId: ids.follows },
    "POST /api/v1/follows/:id/like": { urls: [ELSEWHERE] },
    "POST /api/v1/templates/:id/pages": { urls: [ELSEWHERE] },
    "POST /api/v1/sheets": { title: "new" },
    "PATCH /api/v1/sheets/:id": { title: "taken" },
    "POST /api/v1/sheets/:id/tiles": { followId: ids.follows, place },
    "POST /api/v1/sheets/:id/joined": { followIds: [ids.follows, newId(FollowId, 0)], place },
    "PUT /api/v1/sheets/order": { ids: [ids.sheets] },
    "POST /api/v1/sheets/:id/arrivals": { how: "move", tiles: [{ id: ids.tiles }] },
    "POST /api/v1/sheets/:id/removals": { ids: [ids.tiles] },
    "POST /api/v1/sheets/:id/returns": {
      tiles: [{ followId: ids.follows, content: { kind: "follow" }, place, style }],
    },
    "PUT /api/v1/sheets/:id/shares": { name: "nobody", role: "view" },
    "PUT /api/v1/sheets/:id/places": { places: [{ id: ids.tiles, place: { ...place, x: 8 } }] },
    "PATCH /api/v1/tiles/:id": { style: { ...style, title: "taken" } },
    "POST /api/v1/pages": { source },
    "PATCH /api/v1/pages/:id": { fetcher: "browser" },
    "POST /api/v1/pages/try": { source, page: ids.pages },
    "PUT /api/v1/secrets": { origin: ELSEWHERE, name: "token", value: "a secret" },
    "POST /api/v1/recordings": { source },
    "POST /api/v1/recordings/:id/steps": { step: { kind: "click", selector: "button" } },
    "POST /api/v1/catalogue": { source, title: "offered" },
    "PATCH /api/v1/catalogue/:id": { title: "taken" },
    "POST /api/v1/channels": { name: "new", target },
    "PATCH /api/v1/channels/:id": { name: "taken" },
    "POST /api/v1/message-preview": { form: null, of: "last" },
    "POST /api/v1/changes/seen": { until: 99_999_999_999_999, sheet: ids.sheets },
    "POST /api/v1/changes/unseen": { changes: [{ followId: ids.follows, observationId: ids.observationId }] },
    "PATCH /api/v1/people/:id": { isDisabled: true },
    "POST /api/v1/invitations": {},
    "PATCH /api/v1/settings": { instanceName: "taken" },
  };
}

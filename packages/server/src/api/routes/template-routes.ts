/** One block on many pages of one layout: ordered here, done in the background. */
import {
  type FollowId,
  NEW_TILES,
  newId,
  type PendingFollow,
  PendingFollowId,
  type PersonId,
  roomFor,
  type SheetId,
  type Template,
  TemplateId,
  type TemplatePage,
  type TemplateTarget,
  type Tile,
  TileId,
  TileStyle,
  type WebUrl,
} from "@tessera/model";
import type { TemplateReply, templateApi } from "@tessera/model/api";
import type { FollowView, Store, TemplateView } from "@tessera/store";
import { sourceLike } from "../../follow/follow-like.ts";
import { withoutFragment } from "../../trace/links-away.ts";
import { ApiError } from "../api-error.ts";
import { takeRate } from "../caps.ts";
import { found } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const templateHandlers: Handlers<typeof templateApi> = {
  "POST /follows/:id/like": async ({ who, params, body, now }, services) => {
    const { store, wishes } = services;
    const view = found(await store.follows.find(who.person.id, params.id));
    found(view.follow.deletedAt === null);
    checkFetcher(view);
    if (body.result.sheetId !== null) found(await store.sheets.find(who.person.id, body.result.sheetId));
    await takeRate("pagesPerMinute", who, services);
    const id = newId(TemplateId, now);
    const target = await targetOf(store, view, { result: body.result, now });
    const template: Template = { id, personId: who.person.id, followId: view.follow.id, target, createdAt: now };
    const pages = distinct(body.urls).map((url): TemplatePage => {
      const isItself = withoutFragment(new URL(view.page.source.url)) === url;
      return isItself ? { ...WAITING, url, state: "already", followId: view.follow.id } : { ...WAITING, url };
    });
    const waiting = pages.filter(({ state }) => state === "waiting").map(({ url }) => url);
    await store.templates.add({ template, pages }, wishesOf(waiting, { template, view, insists: body.insists, now }));
    wishes.wake();
    return { body: templateReply({ template, pages }) };
  },
  "GET /templates": async ({ who }, { store }) => ({
    body: (await store.templates.list(who.person.id)).map(templateReply),
  }),
  "GET /templates/:id": async ({ who, params }, { store }) => ({
    body: templateReply(found(await store.templates.find(who.person.id, params.id))),
  }),
  "POST /templates/:id/pages": async ({ who, params, body, now }, services) => {
    const { store, wishes } = services;
    const { template, pages } = found(await store.templates.find(who.person.id, params.id));
    const view = found(await store.follows.find(who.person.id, template.followId));
    checkFetcher(view);
    await takeRate("pagesPerMinute", who, services);
    const wanted = new Set(distinct(body.urls));
    const again = pages.filter(({ url, state }) => wanted.has(url) && AGAIN.has(state)).map(({ url }) => url);
    await store.atOnce(async (records) => {
      await records.wishes.add(wishesOf(again, { template, view, insists: body.insists, now }));
      await records.templates.settle(
        template.id,
        again.map((url) => ({ ...WAITING, url })),
        now,
      );
    });
    wishes.wake();
    return { body: templateReply(found(await store.templates.find(who.person.id, params.id))) };
  },
  "DELETE /templates/:id": async ({ who, params }, { store }) => {
    found(await store.templates.remove(who.person.id, params.id));
    return {};
  },
  "GET /captures/:id/links": async ({ who, params, query }, { store, checks }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    const html = found(await store.bodies.readText(capture.html));
    const layout = capture.layout && (await store.bodies.read(capture.layout));
    const groups = await checks.workers.pageLinks({ html, layout, finalUrl: capture.finalUrl, path: query.path });
    return { body: [...found(groups)] };
  },
};

const WAITING = { state: "waiting", similarity: null, followId: null, failure: null, error: null } as const;

/** What somebody may try again. */
const AGAIN: ReadonlySet<TemplatePage["state"]> = new Set(["other-layout", "missing", "unreachable", "no-room"]);

function templateReply({ template, pages }: TemplateView): TemplateReply {
  const waiting = pages.filter(({ state }) => state === "waiting").length;
  return { ...template, pages: [...pages], waiting };
}

/** The server looks at those pages; it cannot where only a browser of the person can. */
function checkFetcher({ page }: FollowView): void {
  if (page.source.fetcher !== "own-browser") return;
  const message = "its page is looked at by your own browser, which does not open other pages by itself";
  throw new ApiError("invalid", { issues: [{ path: "path.id", message }], detail: message });
}

/** Each page once: what stands behind the sign is a place on it. */
function distinct(urls: readonly WebUrl[]): readonly WebUrl[] {
  return [...new Set(urls.map((url) => withoutFragment(new URL(url)) as WebUrl))];
}

interface Ordered {
  readonly template: Template;
  readonly view: FollowView;
  readonly insists: boolean;
  readonly now: number;
}

function wishesOf(urls: readonly WebUrl[], { template, view, insists, now }: Ordered): readonly PendingFollow[] {
  const { id: templateId, followId, personId } = template;
  return urls.map((url, at) => ({
    // ids sort by their time: what was named first is looked at first
    id: newId(PendingFollowId, now + at),
    personId,
    source: sourceLike(view, url),
    wish: { kind: "like", followId, templateId, insists },
    title: view.follow.title,
    schedule: null,
    conditions: [],
    quietLines: [],
    isPaused: false,
    sheets: [],
    attempts: 0,
    dueAt: now,
    error: null,
    createdAt: now,
  }));
}

interface Result {
  readonly result:
    | { readonly kind: "each"; readonly sheetId: SheetId | null }
    | { readonly kind: "board"; readonly sheetId: SheetId; readonly title?: string | undefined };
  readonly now: number;
}

/** A table with the follow itself as its first row; the one that is on the sheet already, where there is one. */
async function targetOf(store: Store, { follow }: FollowView, { result, now }: Result): Promise<TemplateTarget> {
  if (result.kind === "each") return { kind: "each", sheetId: result.sheetId };
  const { tiles } = found(await store.sheets.find(follow.personId, result.sheetId));
  const known = tiles.find(({ tile }) => tile.content.kind === "board" && tile.content.followIds.includes(follow.id));
  if (known) return { kind: "board", tileId: known.tile.id };
  const around = tiles.map(({ tile }) => tile);
  const title = result.title ?? follow.title;
  const board = { person: follow.personId, sheetId: result.sheetId, followId: follow.id, title, around, now };
  return { kind: "board", tileId: await addBoard(store, board) };
}

interface NewBoard {
  readonly person: PersonId;
  readonly sheetId: SheetId;
  readonly followId: FollowId;
  readonly title: string;
  readonly around: readonly Tile[];
  readonly now: number;
}

async function addBoard(store: Store, { person, sheetId, followId, title, around, now }: NewBoard): Promise<TileId> {
  const id = newId(TileId, now);
  const content = { kind: "board" as const, title, followIds: [followId] };
  const place = roomFor(around, NEW_TILES.board);
  found(
    await store.tiles.add(person, { id, sheetId, followId, content, place, style: TileStyle.parse({}), version: 1 }),
  );
  return id;
}

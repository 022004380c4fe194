import type { Person } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, toldTo, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
});
afterEach(() => world.close());

const get = (url: string) => world.ask(ada, { method: "GET", url });
const TOP = { kind: "css" as const, selector: ".top" };
const TOP_PATH = "html[1]/body[1]/main[1]/section[1]";
const show = (html: string) => world.web.set(URL_OF_PAGE, html);

test("a capture falls into fragments with titles, and an element has others like it", async () => {
  show(heraldPage());
  const { page } = await world.follow(ada, LEAD);
  const fragments = (await get(`/api/v1/captures/${page.latestCaptureId}/fragments?grain=fine`)).json();
  expect(fragments.map(({ title }: { title: string }) => title)).toEqual(expect.arrayContaining(["In town", "Sport"]));
  // the picker's frame knows its elements by these numbers
  expect(fragments.every(({ node }: { node: number }) => Number.isInteger(node))).toBe(true);
  const list = "html[1]/body[1]/main[1]/section[2]/ul[1]/li";
  const alike = await get(`/api/v1/captures/${page.latestCaptureId}/alike?path=${list}[2]`);
  expect(alike.json()).toEqual([1, 2, 3].map((item) => `${list}[${item}]`));
  expect((await get(`/api/v1/captures/${page.latestCaptureId}/alike?path=${list}[9]`)).statusCode).toBe(404);
});

test("blocks that change come most often changing first", async () => {
  show(heraldPage({ lead: "one" }));
  const view = await world.follow(ada, LEAD);
  for (const [at, lead] of ["two", "three", "four", "five"].entries()) {
    show(heraldPage({ lead, below: at < 3 ? "<p class=note>old note</p>" : "<p class=note>new note</p>" }));
    await world.check(view);
  }
  const { captureId, captures, blocks } = (await get(`/api/v1/pages/${view.page.id}/changing`)).json();
  expect(captures).toBe(5);
  expect(captureId).not.toBe(view.block.firstCaptureId);
  expect(blocks[0]).toMatchObject({ changeShare: 1, node: expect.any(Number) });
  expect(blocks[0].path).toContain(TOP_PATH);
  const shares = blocks.map(({ changeShare }: { changeShare: number }) => changeShare);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
});

const PICTURE_PATH = "html[1]/body[1]/main[1]/section[1]";
/** A section of the front page in which nothing but the picture is another one every day. */
const withPicture = (day: number): string =>
  heraldPage({
    extra: `<section><h2>From the harbour</h2><a href="/boats"><img src="/boats/${day}.jpg"></a></section>`,
  });

test("a section whose picture changes is offered with the picture as its face, for the person who asks", async () => {
  show(withPicture(1));
  const view = await world.follow(ada, LEAD);
  for (const day of [2, 3]) {
    show(withPicture(day));
    await world.check(view);
  }
  const { blocks } = (await get(`/api/v1/pages/${view.page.id}/changing`)).json();
  const block = blocks.find(({ path }: { path: string }) => path.startsWith(PICTURE_PATH));
  expect(block).toMatchObject({ changeShare: 1, title: "From the harbour" });
  const [, sort, pass, , target = ""] = block.picture.slice(1).split("/");
  expect([sort, Buffer.from(target, "base64url").toString()]).toEqual([
    "image",
    new URL("/boats/3.jpg", URL_OF_PAGE).href,
  ]);
  expect(pass).toContain(`.${ada.id}.`);
});

test("a block of nothing but a picture is offered by the heading before it", async () => {
  const long = "The camera stands on the roof of the harbour master's house and looks at the pier. ".repeat(9);
  const page = (day: number) =>
    heraldPage({
      lead: `lead ${day}`,
      extra: `<article><h2>Harbour camera</h2><p>${long}</p><div><img src="/cam/${day}.jpg"></div></article>`,
    });
  show(page(1));
  const view = await world.follow(ada, LEAD);
  for (const day of [2, 3]) {
    show(page(day));
    await world.check(view);
  }
  const { blocks } = (await get(`/api/v1/pages/${view.page.id}/changing`)).json();
  const block = blocks.find(({ picture }: { picture: string | null }) => picture !== null);
  expect(block).toMatchObject({
    path: "html[1]/body[1]/main[1]/article[1]/div[1]",
    title: "Harbour camera",
    excerpt: "",
  });
});

test("a page of the catalogue is trained as it is captured, and its blocks are one click away", async () => {
  const source = { url: "https://offered.example/" };
  const owner = { ...ada, role: "owner" as const };
  await world.store.people.change(ada.id, { role: "owner" }, { now: world.now() });
  world.web.set(source.url, heraldPage({ lead: "first lead" }));
  const payload = { source, title: "Herald" };
  const offered = (await world.ask(owner, { method: "POST", url: "/api/v1/catalogue", payload })).json();
  expect((await get(`/api/v1/catalogue/${offered.id}/blocks`)).json()).toMatchObject({ captures: 0, captureId: null });
  for (const lead of ["second lead", "third lead", "fourth lead"]) {
    await world.checkPage(offered.page.id);
    world.web.set(source.url, heraldPage({ lead }));
  }
  await world.checkPage(offered.page.id);
  const bob = await world.addPerson();
  const asked = await world.ask(bob, { method: "GET", url: `/api/v1/catalogue/${offered.id}/blocks` });
  const { components, changing, captures, captureId } = asked.json();
  expect(captures).toBe(4);
  expect(components.map(({ title }: { title: string }) => title)).toContain("Weather");
  expect(changing[0]).toMatchObject({ changeShare: 1 });
  const wish = { kind: "path", path: changing[0].path };
  const followed = await world.ask(bob, {
    method: "POST",
    url: "/api/v1/follows",
    payload: { source, wish, captureId },
  });
  expect([followed.statusCode, followed.json().value]).toEqual([201, expect.stringContaining("fourth lead")]);
});

test("the gate tells an update from a redesign", async () => {
  show(heraldPage({ lead: "one" }));
  const view = await world.follow(ada, LEAD);
  show(heraldPage({ lead: "two" }));
  await world.check(view);
  show(
    `<body><div><div><span>${"<b>new</b><table><tr><td>design</td></tr></table>".repeat(9)}</span></div></div></body>`,
  );
  await world.check(view);
  const { items } = await world.store.captures.of(ada.id, view.page.id, { limit: 9 });
  expect(items.map(({ change }) => change?.kind ?? null)).toEqual(["redesign", "update", null]);
});

test("a block has a number where it is about one, and none where it only has some", async () => {
  show(heraldPage({ lead: "Tickets 12.50 €" }));
  const view = await world.follow(ada, TOP);
  const url = `/api/v1/follows/${view.follow.id}`;
  expect((await get(`${url}/value`)).json()).toMatchObject({ number: 12.5, unit: "€", currency: "EUR" });
  show(heraldPage({ lead: "Ravens 1 Owls 0 84'" }));
  await world.check(view);
  expect((await get(`${url}/value`)).json()).toMatchObject({ number: null, unit: null, currency: null });
  expect((await get(url)).json().number).toBeNull();
});

const TREES = ["Ash", "Beech", "Cedar", "Dogwood", "Elder"];
const treesPage = (names: readonly string[]) => {
  const entries = names.map((name) => `<li><a href="/${name}">${name} in the park by the river</a></li>`).join("");
  return heraldPage({ below: `<ul class=trees>${entries}</ul>` });
};
const ASH = { kind: "path" as const, path: `${TOP_PATH}/ul[1]/li[1]` as never };

test("a preview says which of many alike a block is", async () => {
  show(treesPage(TREES));
  const { page } = await world.follow(ada, LEAD);
  const url = `/api/v1/captures/${page.latestCaptureId}/preview`;
  const entryAt = async (place: string) => {
    return (await world.ask(ada, { method: "POST", url, payload: { place } })).json().entry;
  };
  expect(await entryAt(`${ASH.path}/a[1]`)).toEqual({ count: 5, rank: 1, title: "Ash in the park by the river" });
  expect(await entryAt(TOP_PATH)).toBeNull();
});

test.each([
  ["item", "Ash in the park by the river"],
  ["position", "Elder in the park by the river"],
] as const)(
  "from when the person says %s on, that is followed; element, parts and history stay",
  async (intent, words) => {
    show(treesPage(TREES));
    const view = await world.follow(ada, ASH);
    const url = `/api/v1/follows/${view.follow.id}`;
    const [before, historyBefore] = [(await get(url)).json(), (await get(`${url}/history?changesOnly=false`)).json()];
    const said = (await world.ask(ada, { method: "PUT", url: `${url}/pick`, payload: { intent } })).json();
    expect(said.pick).toEqual({ ...before.pick, intent });
    expect([said.path, said.pickedIn, said.latest]).toEqual([before.path, before.pickedIn, before.latest]);
    expect((await get(`${url}/history?changesOnly=false`)).json()).toEqual(historyBefore);
    show(treesPage([...TREES.toReversed()]));
    await world.check(view);
    const { verdict, latest } = (await get(url)).json();
    const best = verdict === "found" ? latest.excerpt : latest.verdict.candidates[0].excerpt;
    expect(best).toBe(words);
  },
);

test.each([
  ["item", "Ash in the park by the river"],
  ["position", "Birch in the park by the river"],
] as const)("that %s is meant counts at once: the page of today is looked at again", async (intent, words) => {
  show(treesPage(TREES));
  const view = await world.follow(ada, ASH);
  const url = `/api/v1/follows/${view.follow.id}`;
  // has the list moved on, or is this one third now?
  show(treesPage(["Birch", "Alder", ...TREES]));
  await world.check(view);
  expect((await get(url)).json().verdict).toBe("unsure");
  const asked = world.web.asked.length;
  const said = (await world.ask(ada, { method: "PUT", url: `${url}/pick`, payload: { intent } })).json();
  expect(said).toMatchObject({ verdict: "found", value: words, pick: { intent } });
  expect(world.web.asked).toHaveLength(asked);
});

test("the intent of a block that is in doubt can be said, too", async () => {
  show(treesPage(TREES));
  const view = await world.follow(ada, ASH);
  show("<body><p>nothing of it</p></body>");
  await world.check(view);
  const url = `/api/v1/follows/${view.follow.id}`;
  const said = await world.ask(ada, { method: "PUT", url: `${url}/pick`, payload: { intent: "item" } });
  expect([said.statusCode, said.json().pick.intent, said.json().verdict]).toEqual([200, "item", "gone"]);
});

test("a part that is ignored is shown and not told, and another pick takes over at once", async () => {
  const page = (visitors: string, lead: string) => heraldPage({ lead, below: `<p class=seen>${visitors}</p>` });
  show(page("seen by many", "Bridge opens"));
  const view = await world.follow(ada, TOP, { channels: [await addMailChannel(world, ada)] });
  const url = `/api/v1/follows/${view.follow.id}`;
  const payload = { paths: [`${TOP_PATH}/p[2]`] };
  const ignoring = await world.ask(ada, { method: "POST", url: `${url}/ignored`, payload });
  expect(ignoring.json().pick.ignored).toMatchObject([{ path: "p[2]", mark: "p.seen" }]);
  show(page("seen by few", "Bridge opens"));
  await world.check(view);
  expect(await toldTo(world, ada)).toEqual([]);
  expect((await get(`${url}/value`)).json().text).toContain("seen by few");
  show(page("seen by nobody", "Bridge closes"));
  await world.check(view);
  expect(await toldTo(world, ada)).toMatchObject([{ after: "Top story\nBridge closes" }]);

  const sport = "html[1]/body[1]/main[1]/section[3]/article[1]";
  const pick = { path: sport, extent: "alike" };
  const repicked = await world.ask(ada, { method: "PUT", url: `${url}/pick`, payload: pick });
  expect(repicked.json()).toMatchObject({ pick: { path: sport, extent: "alike", ignored: [] }, path: sport });
  expect(repicked.json().value).toContain("Chess club");
  await world.check(view);
  expect(await toldTo(world, ada)).toHaveLength(1);
  const history = (await get(`${url}/history?changesOnly=false`)).json().items;
  expect(history[0]).toMatchObject({ change: "first" });
  expect(history.length).toBeGreaterThan(2);
  const nowhere = { path: "html[1]/body[1]/p[77]" };
  expect((await world.ask(ada, { method: "PUT", url: `${url}/pick`, payload: nowhere })).statusCode).toBe(404);
});

test("parts are cut out of a block that is followed already, and other parts instead of them", async () => {
  const page = (day: string) => heraldPage({ lead: "Opens", below: `<p>seen by ${day}</p><p>sent in by Ada</p>` });
  show(page("many on Monday"));
  const view = await world.follow(ada, TOP);
  const url = `/api/v1/follows/${view.follow.id}`;
  const cut = async (...parts: readonly number[]) => {
    const { capture } = (await get(`${url}/pick`)).json();
    const cutPaths = parts.map((part) => `${TOP_PATH}/p[${part}]`);
    const payload = { captureId: capture.id, cutPaths };
    return (await world.ask(ada, { method: "PUT", url: `${url}/pick`, payload })).json();
  };
  const lines = async () => (await get(`${url}/value`)).json().text.split("\n").slice(2);
  expect((await get(`${url}/pick`)).json()).toMatchObject({ path: TOP_PATH, cuts: [] });
  const { teachingVersion, pickedIn } = (await get(url)).json();
  expect(await cut(3)).toMatchObject({ path: TOP_PATH, pickedIn, teachingVersion: teachingVersion + 1 });
  expect(await lines()).toEqual(["seen by many on Monday"]);
  // what is beside it has changed, and that is learned
  show(page("few on Tuesday"));
  await world.check(view);
  expect(await lines()).toEqual(["seen by few on Tuesday"]);
  const { node, cuts } = (await get(`${url}/pick`)).json();
  expect([cuts.length, cuts[0] > node]).toEqual([1, true]);
  await cut(2);
  expect(await lines()).toEqual(["sent in by Ada"]);
  show(page("nobody on Wednesday"));
  await world.check(view);
  expect(await lines()).toEqual(["sent in by Ada"]);
  await cut();
  expect(await lines()).toEqual(["seen by nobody on Wednesday", "sent in by Ada"]);
  show("<body><p>nothing of it</p></body>");
  await world.check(view);
  expect((await get(`${url}/pick`)).statusCode).toBe(404);
});

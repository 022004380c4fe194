import type { Person } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, type CheckWorld, MINUTE, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";

const PRICES = `<section id="prices"><h2>Entrance fees</h2><table>
<tr><td>Adults</td><td>12 EUR</td></tr><tr><td>Children</td><td>5 EUR</td></tr><tr><td>Groups of ten</td><td>80 EUR</td></tr>
</table></section>`;
const shell = (main: string, title = "Old mill museum") => `<title>${title}</title>
<header><nav><ul><li><a href="/">Start</a></li><li><a href="/way">How to find us</a></li></ul></nav></header>
<main><h1>Old mill museum</h1><section><h2>Today</h2><p>The mill turns at noon.</p></section>${main}
<section><h2>Café</h2><p>Bread from our own flour, every day from ten.</p></section></main>
<footer><p>Miller's Lane 4</p><a href="/imprint">Imprint</a></footer>`;
const NOTE = '<p><a href="/fees">Entrance fees</a></p>';
const THERE = "https://news.example/fees";

let world: CheckWorld;
let ada: Person;
let view: FollowView;
beforeEach(async () => {
  world = await openCheckWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, shell(PRICES));
  view = await world.follow(
    ada,
    { kind: "css", selector: "#prices" },
    { channels: [await addMailChannel(world, ada)] },
  );
});
afterEach(() => world.store.close());

const becomes = async (main: string) => {
  world.web.set(URL_OF_PAGE, shell(main));
  await world.check(view);
  return (await world.store.follows.find(ada.id, view.follow.id))!.latest!;
};
const visits = () => world.web.asked.map(({ source }) => source.url).filter((url) => url !== URL_OF_PAGE);

test("the page behind the link is looked at once, and the block that is found there is said to be there", async () => {
  world.web.set(THERE, shell(PRICES, "Fees of the mill"));
  const { verdict } = await becomes(NOTE);
  expect(verdict).toMatchObject({
    movedTo: { url: THERE, text: "Entrance fees", title: "Fees of the mill", isFound: true },
  });
  expect((await world.store.follows.find(ada.id, view.follow.id))?.page.id).toBe(view.page.id);
  for (const hour of [1, 2, 3]) await becomes(`${NOTE}<p>It is ${hour} o'clock</p>`);
  expect(visits()).toEqual([THERE]);
  await world.check(view, 25 * 60 * MINUTE);
  await becomes(NOTE);
  expect(visits()).toEqual([THERE, THERE]);
});

test("whoever is told that it is gone is told where it seems to be", async () => {
  world.web.set(THERE, shell(PRICES, "Fees of the mill"));
  await becomes(NOTE);
  expect(await toldTo(world, ada)).toMatchObject([
    { movedTo: { url: THERE, title: "Fees of the mill", isFound: true }, link: expect.stringContaining("/repair") },
  ]);
});

test("a link behind which it is not found is only offered", async () => {
  world.web.set(THERE, shell("<p>Nothing to see here yet.</p>", "Soon"));
  expect((await becomes(NOTE)).verdict).toMatchObject({ movedTo: { url: THERE, title: "Soon", isFound: false } });
});

test("a link that cannot be followed is offered without its title", async () => {
  expect((await becomes(NOTE)).verdict).toMatchObject({ movedTo: { url: THERE, title: null, isFound: false } });
});

test("where the block just vanished nothing is visited and nothing is said", async () => {
  expect((await becomes("")).verdict).not.toHaveProperty("movedTo");
  expect(visits()).toEqual([]);
});

test("links to the page itself, to scripts and data, and with a password are none", async () => {
  const bad = ["#fees", "/", URL_OF_PAGE, "javascript:alert(1)", "data:text/html,x", "https://a:b@news.example/fees"];
  for (const href of bad) {
    expect((await becomes(`<p><a href="${href}">Entrance fees</a></p>`)).verdict).not.toHaveProperty("movedTo");
  }
  expect(visits()).toEqual([]);
});

test("thousands of namesakes are not visited", async () => {
  const links = Array.from({ length: 3_000 }, (_, at) => `<li><a href="/fees/${at}">Entrance fees</a></li>`);
  expect((await becomes(`<ul>${links.join("")}</ul>`)).verdict).not.toHaveProperty("movedTo");
  expect(visits()).toEqual([]);
});

test("a page of another host is visited as nobody in particular: no cookies, no steps, no private hosts, robots.txt heard", async () => {
  const other = "https://mill.example/fees";
  world.web.set(other, shell(PRICES));
  await becomes(`<p><a href="${other}">Entrance fees</a></p>`);
  expect(world.web.asked.at(-1)).toMatchObject({
    source: { url: other, steps: [], keepCookies: false, respectRobots: true },
    privateTo: null,
    isLed: true,
    cookies: null,
    inBackground: true,
  });
});

test("a wall in front of the page leads nowhere", async () => {
  world.web.set(
    URL_OF_PAGE,
    '<title>Just a moment</title><h1>Checking your browser</h1><form><input type=hidden name="cf-turnstile-response"></form><a href="/fees">Entrance fees</a>',
  );
  await world.check(view);
  expect(visits()).toEqual([]);
});

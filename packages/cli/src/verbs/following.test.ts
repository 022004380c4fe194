import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import {
  openTestInstance,
  type Place,
  type Ran,
  type ServedPlaces,
  servePlaces,
  tesseraWith,
} from "../tessera.fixture.ts";

const page = (price: string, items: readonly string[]): string => `<!doctype html><title>Lamps</title>
<header><h1>Shop of lamps</h1><nav><a href="/a">Lamps</a> <a href="/b">Bulbs</a></nav></header>
<main><section id="offer"><h2>Offer of the week</h2><p class="price">${price}</p></section>
<section id="list"><h2>In stock</h2><ul>${items.map((item) => `<li><a href="/${item}">${item}</a></li>`).join("")}</ul></section></main>
<footer>Open from nine to five</footer>`;

/** Politeness alone takes a second a visit; a slow machine the rest. */
const LONG_MS = 300_000;

/** The server, which is in this process, has written down that the page of this follow is to be checked. */
function checkWanted(follow: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered = "http.server.response.finish";
  const heard = (message: unknown): void => {
    const { method, url } = (message as { readonly request: IncomingMessage }).request;
    if (method !== "POST" || !url?.endsWith(`/follows/${follow}/check`)) return;
    unsubscribe(answered, heard);
    resolve();
  };
  subscribe(answered, heard);
  return promise;
}

async function openPlace(): Promise<Place> {
  const instance = await openTestInstance();
  const run: Place["run"] = (...args) => tesseraWith({ environment: instance.environment }, ...args);
  await run("user", "add", "ada");
  return { instance, run };
}

/**
 * The same story by the store and by a server: each verb is written once and must not know the difference. Stories are told
 * at the same time, each on a site and for a person of its own: so nobody waits for the pauses between another's visits, and
 * one server, whose threads have started, serves them all.
 */
describe.each(["store", "server"] as const)("by the %s", (way) => {
  let served: ServedPlaces;
  let stories = 0;

  beforeAll(async () => {
    if (way === "server") served = await servePlaces(stories);
  });
  afterAll(async () => {
    if (way === "server") await served.stop();
  });

  const story = (name: string, tell: (place: Place) => Promise<void>): void => {
    stories++;
    test.concurrent(
      name,
      async () => {
        const place = way === "server" ? served.next() : await openPlace();
        place.instance.setPage(page("€ 40", ["oak", "ash"]));
        try {
          await tell(place);
        } finally {
          if (way === "store") await place.instance.close();
        }
      },
      LONG_MS,
    );
  };

  story("what is followed is found by its words, its tag and its past", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--tag", "Home & Garden", "--tag", "lamps");
    instance.setPage(page("€ 35", ["oak", "ash"]));
    await run("check", "Lamp");
    const search = (...words: string[]) => run("search", ...words);
    await expect.poll(async () => (await search("offer 35")).exitCode, { timeout: LONG_MS }).toBe(EXIT.ok);
    expect((await search("OFFER", "of", "35")).out).toMatch(/Lamp #home-&-garden #lamps [\s\S]*35/);
    expect((await search("40")).exitCode).toBe(EXIT.no);
    const [hit] = (await search("40", "--history", "--tag", "lamps", "--json")).json() as {
      follow: { title: string };
    }[];
    expect(hit?.follow.title).toBe("Lamp");
    expect((await search("35", "--tag", "garden")).exitCode).toBe(EXIT.no);
    expect((await search(" ")).exitCode).toBe(EXIT.usage);
    expect((await run("list", "--tag", "LAMPS")).out).toContain("Lamp");
    expect((await run("list", "--tag", "other")).out).not.toContain("Lamp");
  });

  story("a block that moved to another page is told, followed there, and brought back", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Lamp");
    const whole = page("€ 40", ["oak", "ash"]);
    expect((await run("move", "Lamp")).exitCode).toBe(EXIT.no);
    instance.setPage(whole, "/offers");
    instance.setPage(
      whole.replace(/<section id="offer">.*?<\/section>/s, '<p><a href="/offers">Offer of the week</a></p>'),
    );
    await run("check", "Lamp");
    expect((await run("show", "Lamp")).out).toMatch(/moved: +it seems to be on Lamps http.*\/offers now/);
    expect((await run("history", "Lamp")).out).toMatch(/moved to http.*\/offers/);
    expect((await run("move", "Lamp")).out).toMatch(/Lamp is followed on http.*\/offers$/);
    expect((await run("show", "Lamp")).exitCode).toBe(EXIT.ok);
    expect((await run("move", "Lamp", "--undo")).out).toMatch(/Lamp is followed on http:\/\/127.0.0.1:\d+\/$/);
  });

  story("what changed is told in sentences, by sheet, and marked as seen", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--sheet", "Wood");
    await run("follow", instance.url, "--css", "#list ul", "--title", "Stock");
    expect((await run("changes")).exitCode).toBe(EXIT.no);
    instance.setPage(page("€ 30", ["elm", "oak", "ash"]));
    await run("check", "Lamp");
    const told = (await run("changes", "--since", "1d")).out;
    expect(told).toMatch(/^Wood\n\* .*Lamp: € ?40 → € ?30 \(−€ ?10, −25%\)\n\n\(on no sheet\)\n\* .*Stock: New: elm$/);
    expect((await run("changes", "--sheet", "wood", "--json")).json()).toMatchObject([
      { title: "Lamp", isSeen: false },
    ]);
    await run("changes", "--sheet", "Wood", "--seen");
    expect((await run("changes", "--unseen")).out).toMatch(/^\(on no sheet\)\n\* .*Stock/);
    instance.setPage(page("€ 20", ["elm", "oak", "ash"]));
    await run("check", "Lamp");
    const [lamp] = (await run("changes", "--sheet", "Wood", "--limit", "1", "--json")).json() as [{ at: number }];
    await run("changes", "--since", new Date(lamp.at).toISOString(), "--seen");
    expect((await run("changes", "--unseen")).out).toMatch(/^\(on no sheet\)\n\* .*Stock[^\n]*$/);
    expect((await run("changes", "--since", "2020-01-01", "--until", "2020-02-01")).exitCode).toBe(EXIT.no);
    expect((await run("changes", "--sheet", "Nowhere")).exitCode).toBe(EXIT.input);
    expect((await run("changes", "--since", "someday")).exitCode).toBe(EXIT.usage);
  });

  // the store is one command's alone: a second check would be refused
  if (way === "server") {
    story(
      "a check tells what the page says now, also where one is under way that has asked before",
      async ({ instance, run }) => {
        const followed = await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--json");
        const [{ id }] = followed.json() as [{ id: string }];
        const answers = instance.holdAnswers();
        const firstWanted = checkWanted(id);
        const before = run("check", "Lamp");
        await Promise.all([firstWanted, answers.asked]);
        instance.setPage(page("€ 30", ["oak", "ash"]));
        const secondWanted = checkWanted(id);
        const now = run("check", "Lamp");
        // the second one has to have been asked for while the first is under way
        await secondWanted;
        answers.letGo();
        await before;
        expect((await now).out).toMatch(/Lamp: found, changed/);
        expect((await run("show", "Lamp", "--text")).out).toContain("€ 30");
      },
    );
  }

  story("history and show tell of a redesign of the page", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Lamp");
    expect((await run("history", "Lamp")).out).not.toMatch(/PAGE/);
    const design = `<div><div><span>${"<b>new</b><table><tr><td>design</td></tr></table>".repeat(9)}</span></div></div>`;
    instance.setPage(page("€ 40", ["oak", "ash"]).replace("<header>", `${design}<header>`));
    await run("check", "Lamp");
    expect((await run("history", "Lamp")).out).toMatch(
      /CHANGE +PAGE[\s\S]*redesigned \d{4}-\d\d-\d\d .*, \d+ % the same/,
    );
    expect((await run("history", "Lamp", "--json")).json()).toMatchObject([
      { redesign: { sameShare: expect.any(Number) } },
    ]);
    expect((await run("show", "Lamp")).out).toMatch(/redesign: \d{4}.*, \d+ % of the structure is the same/);
  });

  story("what a follow means is changed without beginning a new one", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#list li", "--title", "Oak");
    const said = await run("pick", "Oak", "--intent", "item", "--json");
    expect(said.json()).toMatchObject([{ title: "Oak", pick: { intent: "item", extent: "one" }, verdict: "found" }]);
    expect((await run("pick", "Oak", "--extent", "alike")).out).toMatch(
      /block: .*li\[1\] \(this one, wherever it goes\)/,
    );
    expect((await run("show", "Oak", "--text")).out).toContain("ash");
    expect((await run("history", "Oak", "--all", "--json")).json()).toHaveLength(2);
    expect((await run("pick", "Oak", "--lens", "path")).out).toMatch(/lens: +path/);
    expect((await run("pick", "Oak", "--tracer", "tree-edit", "--json")).json()).toMatchObject([
      { tracer: "tree-edit" },
    ]);
    expect((await run("pick", "Oak", "--lens", "automatic")).out).toMatch(/lens: +automatic/);
    expect((await run("history", "Oak", "--all")).out).toMatch(/FOUND BY/);
    expect((await run("pick", "Oak", "--lens", "smell")).exitCode).toBe(EXIT.usage);
    expect((await run("pick", "Oak", "--tracer", "nobody")).exitCode).toBe(EXIT.usage);
    expect((await run("pick", "Oak")).exitCode).toBe(EXIT.usage);
    expect(await run("pick", "Oak", "--intent", "both")).toMatchObject({ exitCode: EXIT.input });
    expect((await run("pick", "Elm", "--intent", "item")).exitCode).toBe(EXIT.input);
  });

  story("settings are tried at an address, and a block with all like it is followed there by them", async (told) => {
    const { instance, run } = told;
    const file = join(instance.folder, "page.json");
    const settings = {
      language: "de",
      headers: [{ name: "x-view", value: "list" }],
      viewport: { width: 800, height: 600 },
    };
    writeFileSync(file, JSON.stringify({ ...settings, fetcher: "browser", userAgent: null }));
    const http = join(instance.folder, "http.json");
    writeFileSync(http, JSON.stringify({ ...settings, fetcher: "http" }));
    const pictures = join(instance.folder, "pictures");
    const tried = await run("page", "try", "--url", instance.url, "--page", http, "--pictures", pictures);
    expect(tried).toMatchObject({ exitCode: EXIT.ok, error: expect.stringContaining("no browser rendered it") });
    expect(tried.out).toMatch(/^200 by http in .*: Lamps, at http/);
    expect(readdirSync(pictures)).toEqual([]);
    expect((await run("list", "--json")).json()).toEqual([]);
    const wish = ["--css", "#list li", "--extent", "alike", "--title", "Trees"];
    const followed = await run("follow", instance.url, ...wish, "--page", file, "--fetch", "http", "--json");
    expect(followed.json()).toMatchObject([{ pick: { extent: "alike" }, page: { fetcher: "http" } }]);
    expect((await run("show", "Trees", "--text")).out).toMatch(/oak[\s\S]*ash/);
    const shown = JSON.parse((await run("page", "show", "Trees")).out) as object;
    expect(shown).toMatchObject({ ...settings, fetcher: "http" });
    expect(shown).not.toHaveProperty("userAgent");
    expect((await run("follow", instance.url, "--extent", "several")).exitCode).toBe(EXIT.input);
  });

  story("parts are cut out and ignored when it is followed and later, others instead, and put back", async (told) => {
    const { instance, run } = told;
    const list = "html[1]/body[1]/main[1]/section[2]";
    const [first, second] = [`${list}/ul[1]/li[1]`, `${list}/ul[1]/li[2]`];
    const followed = await run("follow", instance.url, "--block", list, "--title", "Trees", "--cut", first, "--json");
    expect(followed.json()).toMatchObject([{ pick: { cuts: [{ path: "ul[1]/li[1]" }], ignored: [] } }]);
    const text = async () => (await run("show", "Trees", "--text")).out;
    expect(await text()).not.toContain("oak");
    const other = await run("pick", "Trees", "--cut", second, "--ignore", first, "--json");
    expect(other.json()).toMatchObject([
      { pick: { cuts: [{ path: "ul[1]/li[2]" }], ignored: [{ path: "ul[1]/li[1]" }] } },
    ]);
    expect(await text()).toContain("oak");
    expect((await run("pick", "Trees", "--cut", "none", "--json")).json()).toMatchObject([
      { pick: { cuts: [], ignored: [{ path: "ul[1]/li[1]" }] } },
    ]);
    const elsewhere = await run("pick", "Trees", "--cut", "html[1]/body[1]/footer[1]");
    expect([elsewhere.exitCode, elsewhere.error]).toEqual([
      EXIT.input,
      expect.stringContaining("1 of 1 parts are not inside of the block"),
    ]);
    expect((await run("pick", "Trees", "--cut", "no path")).exitCode).toBe(EXIT.input);
  });

  story("a blank block is told, and how its page is fetched can be changed", async ({ instance, run }) => {
    instance.setPage(page("", []).replace("<h2>Offer of the week</h2>", ""));
    const followed = await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--fetch", "http");
    expect(followed.out).toMatch(/fetched: +without a browser\nverdict: +found, confidence 1.00, but blank/);
    expect((await run("list")).out).toMatch(/Lamp +blank/);
    expect((await run("show", "Lamp")).exitCode).toBe(EXIT.no);
    expect(await run("check", "Lamp")).toMatchObject({
      exitCode: EXIT.no,
      out: expect.stringMatching(/Lamp: blank/),
    });
    const tried = await run("page", "try", "Lamp");
    expect(tried.out).toMatch(/^blank: Lamp/m);
    expect(tried.exitCode).toBe(EXIT.no);
    expect((await run("fetch", "Lamp", "auto")).out).toMatch(/fetched: +automatically, now without a browser/);
    expect((await run("fetch", "Lamp", "lynx")).exitCode).toBe(EXIT.input);
    expect((await run("fetch", "Lamp")).exitCode).toBe(EXIT.usage);
  });

  story("the alert is turned on and off later, and whatever else is told stays", async ({ instance, run }) => {
    const kinds = (shown: Ran): string[] =>
      (shown.json() as { conditions: { kind: string }[] }[])[0]!.conditions.map(({ kind }) => kind);
    const before = kinds(await run("follow", instance.url, "--css", "#offer", "--title", "Oven", "--json"));
    expect((await run("alert", "Oven", "on")).out).toBe("Oven: the alert is on");
    expect(kinds(await run("alert", "Oven", "on", "--json"))).toEqual([...before, "looks-different"]);
    expect(kinds(await run("alert", "Oven", "off", "--json"))).toEqual(before);
    expect((await run("alert", "Oven", "loud")).exitCode).toBe(EXIT.usage);
    expect((await run("alert", "Nobody", "on")).exitCode).toBe(EXIT.input);
    await run("pick", "Oven", "--extent", "alike");
    expect(await run("alert", "Oven", "on")).toMatchObject({
      exitCode: EXIT.input,
      error: expect.stringContaining("about a single block"),
    });
  });

  story("how the tiles of a follow show it can be changed", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Shelf", "--sheet", "Wood");
    expect((await run("look", "Shelf")).out).toBe("Shelf: auto, height list, overflow auto");
    const changed = await run("look", "Shelf", "page", "--height", "auto", "--overflow", "scroll");
    expect(changed.out).toBe("Shelf: page, height auto, overflow scroll");
    expect((await run("look", "Shelf", "text", "--height", "list")).out).toBe(
      "Shelf: text, height list, overflow scroll",
    );
    expect((await run("look", "Shelf", "--json")).json()).toMatchObject([[{ style: { reader: true, way: "page" } }]]);
    const pictured = await run("look", "Shelf", "picture");
    expect([pictured.out, pictured.exitCode]).toEqual(["Shelf: picture, height list, overflow scroll", EXIT.ok]);
    expect(pictured.error).toMatch(/no picture of "Shelf": it is shown adapted to the tile\. .* a browser/);
    expect((await run("look", "Shelf", "upside-down")).exitCode).toBe(EXIT.input);
    await run("follow", instance.url, "--css", "#offer", "--title", "Nowhere");
    expect((await run("look", "Nowhere", "page")).error).toMatch(/on no sheet/);
  });

  story("sheets are made and arranged, their tiles copied, and follows changed", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--sheet", "Home");
    expect((await run("sheet", "add", "Work")).out).toBe("Work is a sheet now");
    expect((await run("sheet", "move", "Work", "first")).out).toBe("Work is in place 1 of 2");
    expect((await run("tile", "copy", "Lamp", "Work")).out).toBe("Lamp is on Work too");
    expect((await run("set", "Lamp", "--title", "Oak lamp", "--tag", "wood", "--tell", "below=30")).out).toBe(
      "Oak lamp is changed",
    );
    expect((await run("list", "--tag", "wood", "--json")).json()).toMatchObject([
      { title: "Oak lamp", conditions: [{ kind: "number-below" }] },
    ]);
    expect((await run("sheet", "list")).out).toMatch(/Work +1\n\w{8} +Home +1$/);
    const [{ id }] = (await run("sheet", "remove", "Work", "--json")).json() as [{ id: string }];
    expect((await run("sheet", "remove", id, "--undo")).out).toBe("Work is back");
    const removed = await run("tile", "remove", "Oak lamp", "--sheet", "Home");
    expect(removed.out).toBe("Oak lamp is no longer on Home");
    const unknown = await run("sheet", "remove", "Garden");
    expect([unknown.exitCode, unknown.error]).toEqual([
      EXIT.input,
      'tessera sheet: no sheet is called "Garden"; there are "Work", "Home"',
    ]);
  });

  story("follow, list, show, check, history, diff and replay tell one story", async ({ instance, run }) => {
    const followed = await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--every", "1h", "--json");
    expect(followed).toMatchObject({ exitCode: EXIT.ok, error: "" });
    expect(followed.json()).toMatchObject([{ title: "Lamp", verdict: "found", number: 40 }]);
    expect((await run("follow", instance.url, "--text", "oak", "--sheet", "Wood")).out).toMatch(/verdict: +found/);

    expect((await run("list")).out).toMatch(/ID +TITLE +VERDICT +VALUE +CHANGED +NEXT CHECK\n.*Lamp +found/);
    expect((await run("list", "lamp", "--json")).json()).toHaveLength(1);
    expect((await run("list", "nothing of the kind")).error).toMatch(/nothing that is followed fits/);
    expect((await run("list", "--sheet", "wood", "--json")).json()).toMatchObject([
      { path: expect.stringContaining("li") },
    ]);
    expect((await run("list", "--sheet", "none", "--json")).json()).toMatchObject([{ title: "Lamp" }]);

    const shown = await run("show", "Lamp");
    expect(shown.exitCode).toBe(EXIT.ok);
    expect(shown.out).toMatch(/page: +http[\s\S]*every 60 min[\s\S]*Offer of the week/);
    expect((await run("show", "lamp", "--text")).out).toContain("€ 40");

    instance.setPage(page("€ 35", ["oak", "ash", "elm"]));
    const checked = await run("check", "Lamp", "--json");
    expect(checked).toMatchObject({ exitCode: EXIT.ok, error: "" });
    expect(checked.json()).toMatchObject([{ verdict: "found", isChanged: true }]);
    expect((await run("check", "Lamp")).out).toMatch(/Lamp: found, as before/);

    const history = await run("history", "Lamp", "--json");
    expect(history.json()).toMatchObject([{ change: "changed" }, { change: "first" }]);
    expect((await run("history", "Lamp")).out).toMatch(/SINCE[\s\S]*changed[\s\S]*first/);

    const diff = await run("diff", "Lamp");
    expect(diff.out).toMatch(/\[-.*40.*-\]\{\+.*35.*\+\}/);
    const [latest, first] = history.json() as { id: string }[];
    const ids = [latest?.id.slice(-8) ?? "", first?.id.slice(-8) ?? ""];
    expect((await run("diff", "Lamp", ...ids, "--json")).json()).toMatchObject([{ before: { id: first?.id } }]);
    expect((await run("diff", "Lamp", ids[0] ?? "", ids[0] ?? "")).exitCode).toBe(EXIT.no);

    const saved = join(instance.folder, "saved.html");
    writeFileSync(saved, page("€ 50", ["oak"]));
    utimesSync(saved, new Date("2024-05-01"), new Date("2024-05-01"));
    const filled = await run("backfill", "Lamp", saved);
    if (way === "store") {
      expect([filled.exitCode, filled.out]).toEqual([EXIT.ok, expect.stringMatching(/was in 1, 1 observations added/)]);
      expect((await run("history", "Lamp", "--until", "2024-12-31")).out).toMatch(/2024-05-01.*found/);
    } else expect([filled.exitCode, filled.error]).toEqual([EXIT.usage, expect.stringMatching(/data directory/)]);

    expect((await run("unfollow", "oak")).out).toMatch(/no longer followed/);
    const [gone] = (await run("list", "--state", "deleted", "--json")).json() as { id: string }[];
    expect((await run("unfollow", gone?.id ?? "", "--undo")).out).toMatch(/followed again/);
    expect((await run("list", "--json")).json()).toHaveLength(2);

    const replayed = await run("replay", "Lamp", "--all");
    expect(replayed.out).toMatch(/1 captures replayed, 0 different/);
    expect(replayed.exitCode).toBe(EXIT.ok);
    expect((await run("replay", "Lamp", "--all", "--tracer", "direct-path", "--json")).json()).toMatchObject([
      { verdict: { kind: "found" } },
    ]);
  });

  story("what cannot be reached is one line and a code", async ({ instance, run }) => {
    await run("follow", instance.url, "--css", "#offer", "--title", "Lamp");
    const cases: [string[], number, RegExp][] = [
      [["show", "nobody"], EXIT.input, /no follow is called/],
      [["show", "00000000-0000-7000-8000-000000000000"], EXIT.input, /no such thing/],
      [["diff", "Lamp", "ffffffff"], EXIT.input, /no observation/],
      [["replay", "Lamp", "--tracer", "nobody"], EXIT.input, /tracer/],
      [["backfill", "Lamp", "nowhere.html"], EXIT.input, /no such file/],
      [["follow", "ftp://a.example/"], EXIT.input, /http/],
      [["follow", instance.url, "--css", "#nowhere"], EXIT.input, /no such block/],
      [["follow", "http://127.0.0.1:9/"], EXIT.input, /./],
      [["follow", instance.url, "--css", "a", "--text", "b"], EXIT.usage, /one of/],
      [["follow", instance.url, "--every", "often"], EXIT.usage, /10m/],
      [["history", "Lamp", "--from", "yesterday"], EXIT.usage, /date/],
      [["history"], EXIT.usage, /Usage/],
      [["list", "--state", "asleep"], EXIT.usage, /active/],
      [["list", "--sheet", "nowhere"], EXIT.input, /no sheet/],
      [["follow", instance.url, "--sheet", " "], EXIT.usage, /title of a sheet/],
    ];
    for (const [args, exitCode, message] of cases) {
      const ran = await run(...args);
      expect([args.join(" "), ran.exitCode, ran.error]).toEqual([
        args.join(" "),
        exitCode,
        expect.stringMatching(message),
      ]);
      expect(ran.error.split("\n")).toHaveLength(1);
    }
  });
});

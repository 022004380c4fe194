import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

const page = (price: string, items: readonly string[]): string => `<!doctype html><title>Lamps</title>
<header><h1>Shop of lamps</h1><nav><a href="/a">Lamps</a> <a href="/b">Bulbs</a></nav></header>
<main><section id="offer"><h2>Offer of the week</h2><p class="price">${price}</p></section>
<section id="list"><h2>In stock</h2><ul>${items.map((item) => `<li><a href="/${item}">${item}</a></li>`).join("")}</ul></section></main>
<footer>Open from nine to five</footer>`;

/** Politeness alone takes a second a visit; a slow machine the rest. */
const LONG_MS = 300_000;

/** The same story by the store and by a server: each verb is written once and must not know the difference. */
describe.each(["store", "server"] as const)("by the %s", (way) => {
  let instance: TestInstance;
  let reach: string[];
  let ending: AbortController;
  let served: Promise<Ran> | null;
  const run = (...args: string[]): Promise<Ran> =>
    tesseraWith({ environment: instance.environment }, ...args, ...reach);

  beforeEach(async () => {
    [reach, ending, served] = [[], new AbortController(), null];
    instance = await openTestInstance();
    instance.setPage(page("€ 40", ["oak", "ash"]));
    await run("user", "add", "ada");
    if (way === "store") return;
    const [token] = (await run("user", "token", "ada", "--json")).json() as { secret: string }[];
    const address = await new Promise<string>((resolve) => {
      served = tesseraWith(
        {
          environment: instance.environment,
          interrupted: ending.signal,
          out: (line) => resolve((JSON.parse(line) as { url: string }).url),
        },
        "serve",
        "--json",
      );
    });
    reach = ["--server", address, "--token", token?.secret ?? ""];
  });
  afterEach(async () => {
    ending.abort();
    await served;
    await instance.close();
  });

  test(
    "a block that moved to another page is told, followed there, and brought back",
    async () => {
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
    },
    LONG_MS,
  );

  test(
    "history and show tell of a redesign of the page",
    async () => {
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
    },
    LONG_MS,
  );

  test(
    "what a follow means is changed without beginning a new one",
    async () => {
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
    },
    LONG_MS,
  );

  test(
    "a blank block is told, and how its page is fetched can be changed",
    async () => {
      instance.setPage(page("", []).replace("<h2>Offer of the week</h2>", ""));
      const followed = await run("follow", instance.url, "--css", "#offer", "--title", "Lamp", "--fetch", "http");
      expect(followed.out).toMatch(/fetched: +without a browser\nverdict: +found, confidence 1.00, but blank/);
      expect((await run("list")).out).toMatch(/Lamp +blank/);
      expect((await run("show", "Lamp")).exitCode).toBe(EXIT.no);
      expect((await run("fetch", "Lamp", "auto")).out).toMatch(/fetched: +automatically, now without a browser/);
      expect((await run("fetch", "Lamp", "lynx")).exitCode).toBe(EXIT.input);
      expect((await run("fetch", "Lamp")).exitCode).toBe(EXIT.usage);
    },
    LONG_MS,
  );

  test(
    "how the tiles of a follow show it can be changed",
    async () => {
      await run("follow", instance.url, "--css", "#offer", "--title", "Shelf", "--sheet", "Wood");
      expect((await run("look", "Shelf")).out).toBe("Shelf: auto, height list, overflow auto");
      const changed = await run("look", "Shelf", "page", "--height", "auto", "--overflow", "scroll");
      expect(changed.out).toBe("Shelf: page, height auto, overflow scroll");
      expect((await run("look", "Shelf", "text", "--height", "list")).out).toBe(
        "Shelf: text, height list, overflow scroll",
      );
      expect((await run("look", "Shelf", "--json")).json()).toMatchObject([[{ style: { reader: true, way: "page" } }]]);
      expect((await run("look", "Shelf", "upside-down")).exitCode).toBe(EXIT.input);
      await run("follow", instance.url, "--css", "#offer", "--title", "Nowhere");
      expect((await run("look", "Nowhere", "page")).error).toMatch(/on no sheet/);
    },
    LONG_MS,
  );

  test(
    "follow, list, show, check, history, diff and replay tell one story",
    async () => {
      const followed = await run(
        "follow",
        instance.url,
        "--css",
        "#offer",
        "--title",
        "Lamp",
        "--every",
        "1h",
        "--json",
      );
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
        expect([filled.exitCode, filled.out]).toEqual([
          EXIT.ok,
          expect.stringMatching(/was in 1, 1 observations added/),
        ]);
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
    },
    LONG_MS,
  );

  test(
    "what cannot be reached is one line and a code",
    async () => {
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
    },
    LONG_MS,
  );
});

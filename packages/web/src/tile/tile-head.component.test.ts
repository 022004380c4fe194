import type { ObservationReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { setLanguage } from "../i18n/words.svelte.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import TileGuess from "../tile/TileGuess.svelte";
import TileState from "../tile/TileState.svelte";
import TileThen from "../tile/TileThen.svelte";
import TileTitle from "../tile/TileTitle.svelte";
import { follow, observation } from "../tile/tiles.fixture.ts";

const UNSURE: ObservationReply["verdict"] = { kind: "unsure", confidence: 0.4, candidates: [] };

let server: FakeServer;
let shown: Mounted;
beforeEach(async () => {
  server = await fakeServer({});
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("a block in doubt has a badge that leads to its repair card, and keeps its word where only the icon is seen", () => {
  shown = mounted(TileState, { follow: follow("f", { verdict: "unsure" }) });
  const badge = shown.one<HTMLAnchorElement>("a");
  expect(badge.getAttribute("href")).toBe("/follows/f/repair");
  expect(badge.textContent).toContain("Unsure");
  expect(shown.one(".app-if-wide").textContent).toBe("Unsure");
});

test.each([
  ["unsure", "Unsure", true],
  ["gone", "Gone", true],
  ["blocked", "Blocked", false],
  ["unreachable", "Unreachable", false],
] as const)(
  "the badge of a block that is %s says %s, and leads to an answer where there is one",
  (verdict, word, asks) => {
    shown = mounted(TileState, { follow: follow("f", { verdict }) });
    expect(shown.one(`.badge.${verdict}`).textContent).toBe(word);
    expect(shown.root.querySelector("a")?.getAttribute("href") ?? null).toBe(asks ? "/follows/f/repair" : null);
    expect(shown.one("[title]").title).not.toBe("");
  },
);

test("what a found block says when it is pointed at: how sure, when it changed, when it was checked", () => {
  const found = { ...observation("changed"), verdict: { ...observation("changed").verdict, confidence: 0.873 } };
  const latest = found as ObservationReply;
  shown = mounted(TileState, { follow: follow("f", { latest, latestFound: latest }) });
  expect(shown.one("[title]").title).toMatch(/^Found, 87% sure\nChanged .*1970.*\nChecked .*1970/);
});

test("why its page cannot be reached is among what it says, in the person's language", async () => {
  await setLanguage("de");
  onTestFinished(() => setLanguage("en"));
  const trouble = { code: "tls", retry: "later", message: "certificate has expired" } as const;
  shown = mounted(TileState, {
    follow: follow("f", { verdict: "unreachable", page: { ...follow("f").page, trouble } }),
  });
  await expect.poll(() => shown.one("[title]").title).toContain("Die Website konnte nicht beweisen, wer sie ist");
  expect(shown.one("[title]").title).not.toContain("certificate");
});

test("a redesign of its page is among what it says when it is pointed at", () => {
  const redesign = { at: Date.now() - 60_000, similarity: 0.61, sameShare: 0.31 };
  shown = mounted(TileState, { follow: follow("f", { page: { ...follow("f").page, redesign } }) });
  expect(shown.one("[title]").title).toContain("the block was found again. 31% of the page's structure");
});

test("a login in front of the page asks to log in again, with a link to where", () => {
  const latest = { ...observation("verdict"), verdict: { kind: "blocked", reason: "login" } } as ObservationReply;
  shown = mounted(TileState, { follow: follow("f", { verdict: "blocked", latest }) });
  const badge = shown.one<HTMLAnchorElement>("a.badge.login");
  expect(badge.textContent).toBe("Log in again");
  expect([badge.getAttribute("href"), badge.target, badge.rel]).toEqual([
    follow("f").page.url,
    "_blank",
    "noopener noreferrer",
  ]);
});

test("what one's own browser looks at says when that last ran, or that it is waited for", async () => {
  const page = { ...follow("f").page, fetcher: "own-browser" as const };
  shown = mounted(TileState, { follow: follow("f", { page: { ...page, lastCheckedAt: 1 } }) });
  expect(shown.one("[title]").title).toMatch(/Seen when your browser last ran: .*1970/);
  await shown.close();
  shown = mounted(TileState, { follow: follow("f", { page: { ...page, lastCheckedAt: null } }) });
  expect(shown.one("[title]").title).toContain("Waits for your browser");
});

test("a block that was found has no badge, one that is paused no link", async () => {
  shown = mounted(TileState, { follow: follow("f") });
  expect(shown.root.querySelector("a, .badge")).toBeNull();
  expect(shown.text()).toMatch(/^Found,/);
  await shown.close();
  shown = mounted(TileState, { follow: follow("f", { verdict: "unsure", pausedAt: 1 }) });
  expect(shown.root.querySelector("a")).toBeNull();
  expect(shown.text()).toContain("Paused");
});

test("in the past the badge says how it was then and invites nobody to answer", () => {
  const unsure = { ...observation("verdict"), verdict: UNSURE };
  shown = mounted(TileThen, { was: { observation: unsure, shown: observation("changed") } });
  expect(shown.text()).toContain("Unsure");
  expect(shown.root.querySelector("a")).toBeNull();
  expect(shown.one("[title]").title).toMatch(/At that time[\s\S]*Shown as it was on/);
});

test("a title is changed by a double press and Enter; Escape leaves it", () => {
  const written: string[] = [];
  shown = mounted(TileTitle, { title: "Lamp", onrename: (title: string) => void written.push(title) });
  const edit = (value: string, key: string) => {
    shown.fire(shown.one("h2"), new MouseEvent("dblclick", { bubbles: true }));
    const field = shown.one<HTMLInputElement>("input");
    shown.write(field, value);
    shown.press(key, field);
    shown.fire(field, new FocusEvent("blur"));
  };
  edit("Reading lamp ", "Enter");
  edit("Nothing", "Escape");
  expect([...new Set(written)]).toEqual(["Reading lamp"]);
});

test("the guess of a block in doubt is told as a guess, and leads to its repair card", () => {
  const candidates = [
    { path: "html[1]/body[1]/p[1]" as never, score: 0.5, excerpt: "Rain\nall day" },
    { path: "html[1]/body[1]/p[2]" as never, score: 0.4, excerpt: "Sun" },
  ];
  const latest = { ...observation("verdict"), verdict: { ...UNSURE, candidates } } as ObservationReply;
  shown = mounted(TileGuess, { follow: follow("f", { verdict: "unsure", latest }) });
  expect(shown.one("a").getAttribute("href")).toBe("/follows/f/repair");
  expect(shown.text().replaceAll(/\s+/g, " ")).toBe("Perhaps this now: Rain all day Is it?");
});

test("without a candidate there is no guess", () => {
  const latest = { ...observation("verdict"), verdict: UNSURE };
  shown = mounted(TileGuess, { follow: follow("f", { verdict: "unsure", latest }) });
  expect(shown.root.querySelector("a")).toBeNull();
});

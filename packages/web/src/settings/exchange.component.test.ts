import type { ImportReply } from "@tessera/model/api";
import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n/words.svelte.ts";
import { type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Exchange from "./Exchange.svelte";

let server: FakeServer;
let shown: Mounted;
const reload = vi.fn(async () => {});

afterEach(async () => {
  await setLanguage("en");
  await shown.close();
  server.close();
});

const NONE = {
  ...{ follows: 0, sheets: 0, tiles: 0, observations: 0, corrections: 0, channels: 0 },
  ...{ pages: 0, blocks: 0, captures: 0, feeds: 0, links: 0, notes: 0, tags: 0 },
};
const ARCHIVE: ImportReply = {
  format: "tessera",
  isDryRun: false,
  waiting: 0,
  waitingFeeds: 0,
  imported: { ...NONE, follows: 7, sheets: 1, observations: 340, tags: 2 },
  notes: [],
};
type Note = ImportReply["notes"][number];
const note = (name: string, code: Note["code"], more: Partial<Note> = {}): Note => {
  return { name, code, what: null, count: null, message: "in English", ...more };
};

const plain = (text: string | null): string =>
  (text ?? "")
    .replaceAll(/[\u2068\u2069]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

async function open(answer: () => unknown, locale = "en"): Promise<void> {
  server = await fakeServer({ "POST /import": answer, "GET /wishes": () => ({ items: [], next: null }) });
  await setLanguage(locale);
  shown = mounted(Exchange, { sheets: { reload } });
}

function handIn(file: File): void {
  const field = shown.one<HTMLInputElement>("input[type=file]");
  Object.defineProperty(field, "files", { value: [file], configurable: true });
  shown.fire(field, new Event("change", { bubbles: true }));
}

const FILE = new File(["{}"], "ada.json");

/** Hands in a file, which the server answers so, and reads what is then said of it. */
async function said(reply: ImportReply, locale = "en"): Promise<string> {
  await open(() => reply, locale);
  handIn(FILE);
  await expect.poll(() => shown.one(".account")).toBeTruthy();
  return plain(shown.one(".account").textContent);
}

test("an archive that has come is told by what was in it, kind by kind, and its sheets are in the bar", async () => {
  await said(ARCHIVE);
  const came = [...shown.root.querySelectorAll(".came li")].map(({ textContent }) => textContent);
  expect(came).toEqual(["1 sheet", "7 followed blocks", "340 observations", "2 tags"]);
  expect(reload).toHaveBeenCalled();
});

test("what waits, what was left out, changed, missing and here already stand each under their heading", async () => {
  const notes = [
    note("Hook", "channel-off", { what: "hook.example" }),
    note("phone", "channel-left-out"),
    note("weather", "no-kind", { what: "weather" }),
    note("https://a.example/", "robots-respected"),
    note("Home", "here-twice"),
  ];
  const text = await said({ ...ARCHIVE, waiting: 3, waitingFeeds: 2, notes });
  for (const sentence of ["1 block waits for the first check of its page.", "2 feeds wait for their first check."]) {
    expect(text).toContain(sentence);
  }
  const groups = [...shown.root.querySelectorAll(".account section")].map(({ textContent }) => plain(textContent));
  expect(groups).toEqual([
    "Left out 1 weather There is no tile for “weather” here.",
    expect.stringMatching(
      /^Came, but not as it was 2 Hook This channel leads to hook.example. It is paused .*https:\/\/a.example\/ Only the owner may ignore robots.txt, so it is respected again. Channels$/,
    ),
    expect.stringMatching(/^Secrets to set up again 1 phone This channel has a secret.* Channels$/),
    "Was here already 1 Home It was here already and is here twice now.",
  ]);
});

test("of very many notes the first are shown, and all of them when they are wanted", async () => {
  await said({ ...ARCHIVE, notes: Array.from({ length: 900 }, (_, at) => note(`n${at}`, "unreadable")) });
  const lines = () => shown.root.querySelectorAll(".account section li").length;
  expect(lines()).toBe(30);
  shown.fire(shown.button("Show all 900"), new MouseEvent("click", { bubbles: true }));
  expect(lines()).toBe(900);
});

test("a file that brings nothing new is said to", async () => {
  const text = await said({ ...ARCHIVE, imported: NONE, notes: [note("Home", "tile-there", { what: "Home" })] });
  expect(text).toBe("Nothing new came. Was here already 1 Home The same tile is on “Home” already.");
});

test("a file can be dropped", async () => {
  await open(() => ARCHIVE);
  const drop = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [FILE] },
  });
  shown.fire(shown.one(".drop"), drop);
  await expect.poll(() => shown.one(".account")).toBeTruthy();
  expect([drop.defaultPrevented, server.sent("POST /import")]).toEqual([true, [FILE]]);
});

test("a file that is too large is refused before anything of it is sent", async () => {
  await open(() => ARCHIVE);
  handIn(Object.defineProperty(new File([""], "big.json"), "size", { value: 65 * 1024 * 1024 }));
  expect(plain(shown.one(".app-wrong").textContent)).toMatch(/^The file is too large to be imported here/);
  expect(server.sent("POST /import")).toEqual([]);
});

test.each([
  ["en", "The file is cut off or damaged. Nothing was imported."],
  ["de", "Die Datei ist abgeschnitten oder beschädigt. Nichts wurde importiert."],
  ["ar", "الملف مبتور أو تالف. لم يُستورد شيء."],
])(
  "why a file is refused is said in %s, and the exact words of the server only to who reads English",
  async (locale, sentence) => {
    const problem = { code: "import-refused", reason: "damaged", detail: "The gzipped file is cut off." };
    await open(() => Response.json(problem, { status: 422 }), locale);
    handIn(FILE);
    await expect.poll(() => shown.one(".app-wrong")).toBeTruthy();
    expect(plain(shown.one(".app-wrong p").textContent)).toBe(sentence);
    const exactly = shown.root.querySelector(".app-wrong [lang=en]")?.textContent;
    expect(exactly).toBe(locale === "en" ? "The gzipped file is cut off." : undefined);
  },
);

test.each([
  ["de", ["1 Blatt", "7 verfolgte Blöcke", "340 Beobachtungen", "2 Schlagwörter"]],
  ["ar", ["لوحة واحدة", "7 قطع متابَعة", "340 مشاهدة", "وسمان"]],
])("the same is said in %s", async (locale, kinds) => {
  const text = await said({ ...ARCHIVE, notes: [note("phone", "channel-left-out")] }, locale);
  expect([...shown.root.querySelectorAll(".came li")].map(({ textContent }) => textContent)).toEqual(kinds);
  expect(text).not.toContain("in English");
});

test("the archive is fetched with how much has come, saved, and said to be larger than the app takes back", async () => {
  const [piece, pieces] = [new Uint8Array(1024 * 1024), Array.from({ length: 33 })];
  const bytes = new Blob(pieces.map(() => piece));
  server = await fakeServer({
    "GET /wishes": () => ({ items: [], next: null }),
    "GET /export.json": () => new Response(bytes.stream(), { headers: { "content-type": "application/json" } }),
  });
  const saved: Blob[] = [];
  const address = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:x";
  });
  const press = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  shown = mounted(Exchange, { sheets: { reload } });
  shown.fire(shown.button("Download the archive"), new MouseEvent("click", { bubbles: true }));
  expect(shown.text()).toContain("so far");
  await expect.poll(() => shown.text()).toContain("The archive has 34.6 MB. That is more than the");
  expect([saved[0]?.size, press.mock.contexts.length]).toEqual([33 * 1024 * 1024, 1]);
  address.mockRestore();
  press.mockRestore();
});

test("an export that the server refuses says why, and one that is cancelled says nothing", async () => {
  const held = new HeldAnswer();
  let answer: () => unknown = () => refused("busy", 503);
  server = await fakeServer({
    "GET /wishes": () => ({ items: [], next: null }),
    "GET /export.json": () => answer(),
  });
  shown = mounted(Exchange, { sheets: { reload } });
  const fetchIt = () => shown.fire(shown.button("Download the archive"), new MouseEvent("click", { bubbles: true }));
  fetchIt();
  await expect.poll(() => shown.one(".app-wrong")).toBeTruthy();
  answer = held.give;
  fetchIt();
  shown.fire(shown.button("Cancel"), new MouseEvent("click", { bubbles: true }));
  held.fail();
  await expect.poll(() => shown.button("Download the archive").disabled).toBe(false);
  expect(shown.root.querySelector(".app-wrong")).toBeNull();
});

test.each([
  ["en", "could not be followed, and is not tried again by itself (news.example answered with status 404)"],
  ["de", "konnte nicht verfolgt werden und wird nicht von selbst wieder versucht"],
])(
  "what became of an import that waits is said in %s, with the words of the server only in English",
  async (locale, state) => {
    const wish = { id: "w", title: "News", source: { url: "https://news.example/" }, dueAt: null };
    const error = "news.example answered with status 404";
    server = await fakeServer({ "GET /wishes": () => ({ items: [{ ...wish, error }], next: null }) });
    await setLanguage(locale);
    shown = mounted(Exchange, { sheets: { reload: async () => {} } });
    await expect.poll(() => shown.text()).toContain(`https://news.example/ · ${state}`);
    expect(shown.text().includes(error)).toBe(locale === "en");
  },
);

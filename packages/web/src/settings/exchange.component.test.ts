import type { ImportReply } from "@tessera/model/api";
import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n/words.svelte.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
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
  follows: 0,
  sheets: 0,
  tiles: 0,
  observations: 0,
  corrections: 0,
  channels: 0,
  pages: 0,
  blocks: 0,
  captures: 0,
};
const ARCHIVE: ImportReply = {
  format: "tessera",
  isDryRun: false,
  waiting: 0,
  imported: { ...NONE, follows: 7, sheets: 1, observations: 340 },
  notes: [],
};

/** Hands in a file, which the server answers so, and reads what is then said of it. */
async function said(reply: ImportReply, locale = "en"): Promise<string> {
  server = await fakeServer({ "POST /import": () => reply, "GET /wishes": () => ({ items: [], next: null }) });
  await setLanguage(locale);
  shown = mounted(Exchange, { sheets: { reload } });
  const field = shown.one<HTMLInputElement>("input[type=file]");
  Object.defineProperty(field, "files", { value: [new Blob(["{}"])] });
  shown.fire(field, new Event("change", { bubbles: true }));
  await vi.waitFor(() => shown.one("div[role=status]"));
  return (shown.one("div[role=status]").textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

test("an archive that has come is said to have, with what was in it, and its sheets are in the bar", async () => {
  expect(await said(ARCHIVE)).toBe("The archive was imported: 7 followed blocks, 1 sheet, and 340 observations.");
  expect(reload).toHaveBeenCalled();
});

test("what of it waits is said besides, and what was left out, with the reason", async () => {
  const notes = [
    { name: "phone", message: "is a channel", code: "channel-left-out" as const },
    { name: "https://a.example/", message: "robots", code: "robots-respected" as const },
  ];
  const text = await said({ ...ARCHIVE, waiting: 2, notes });
  expect(text).toContain("340 observations. 2 blocks wait for the first check of their pages (tessera).");
  expect(text).toMatch(/Left out or not carried over: The channel “phone” has a secret, .*https:\/\/a.example\/: only/);
});

test("of a list of addresses all waits, and its notes are as the server says them", async () => {
  const notes = [{ name: "a", message: "is in the list twice", code: null }];
  const text = await said({ format: "url-list", isDryRun: false, waiting: 1, imported: null, notes });
  expect(text).toBe(
    "1 block waits for the first check of its page (url-list). Left out or not carried over: a: is in the list twice",
  );
});

test.each([
  ["de", "Das Archiv wurde importiert: 7 verfolgte Blöcke, 1 Blatt und 340 Beobachtungen. Weggelassen"],
  ["ar", "تم استيراد الأرشيف: 7 قطع متابَعة ولوحة واحدة و340 مشاهدة. ما تُرك"],
])("the same is said in %s", async (locale, beginning) => {
  const notes = [{ name: "phone", message: "is a channel", code: "channel-left-out" as const }];
  const text = await said({ ...ARCHIVE, notes }, locale);
  expect(text.startsWith(beginning), text).toBe(true);
  expect(text).not.toContain("is a channel");
});

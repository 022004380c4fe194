import type { TemplateReply } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { needAllWords, setLanguage } from "../i18n/words.svelte.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import LikeAccount from "./LikeAccount.svelte";

let server: FakeServer;
let shown: Mounted;

afterEach(async () => {
  await shown.close();
  server.close();
  await setLanguage("en");
});

const URL = "https://shop.example/2" as TemplateReply["pages"][number]["url"];
const PAGE = { url: URL, similarity: null, followId: null, state: "unreachable", failure: "robots" } as const;

async function show(language: string, error: string): Promise<void> {
  server = await fakeServer({});
  await needAllWords();
  await setLanguage(language);
  const template = { id: "t", waiting: 0, pages: [{ ...PAGE, error }] } as unknown as TemplateReply;
  shown = mounted(LikeAccount as never, { template, live: { listen: () => () => {} } });
}

test("why a page could not be reached is said in the person's language", async () => {
  await show("de", "robots.txt of shop.example forbids it");
  expect(shown.one("li .error").textContent).toBe("Die Website bittet Programme, diese Seite nicht zu besuchen.");
  expect(shown.one(".end .state").title).toBe("Die Website bittet Programme, diese Seite nicht zu besuchen.");
});

test("whoever reads English is told it exactly", async () => {
  await show("en", "robots.txt of shop.example forbids it");
  expect(shown.one("li .error").textContent).toBe("robots.txt of shop.example forbids it");
});

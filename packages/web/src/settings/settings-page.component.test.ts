import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import SettingsPage from "./SettingsPage.svelte";

let server: FakeServer;
let shown: Mounted;

async function open(section: string, role: "owner" | "member"): Promise<void> {
  server = await fakeServer({
    "GET /me": () => ({ id: "p", name: "ada", displayName: "Ada", role, locale: "en-GB", timeZone: "UTC" }),
  });
  shown = mounted(SettingsPage, { section, sheets: new MySheets(), onhelp: () => undefined });
}

afterEach(async () => {
  await shown.close();
  server.close();
});

test("an address that names no page of the settings is told so, beside the pages that there are", async () => {
  await open("acount", "owner");
  expect(shown.one("main").textContent).toContain("There is no such settings page");
  expect(shown.root.querySelector("[aria-current=page]")).toBeNull();
  const links = [...shown.root.querySelectorAll<HTMLAnchorElement>("a")].map((link) => link.pathname);
  expect(links).toEqual(expect.arrayContaining(["/settings/account", "/settings/people", "/"]));
});

test("what is the owner's is no page for anybody else", async () => {
  await open("people", "member");
  expect(shown.one("main").textContent).toContain("There is no such settings page");
  expect(shown.root.querySelector('a[href="/settings/people"]')).toBeNull();
});

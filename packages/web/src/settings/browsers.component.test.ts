import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Browsers from "./Browsers.svelte";

let server: FakeServer;
let shown: Mounted;
let list: readonly object[];
beforeEach(async () => {
  list = [
    { id: "a", name: "Laptop", pairedAt: 0, seenAt: Date.now() - 3_600_000 },
    { id: "b", name: "Phone", pairedAt: 0, seenAt: null },
  ];
  server = await fakeServer({
    "GET /me/browsers": () => list,
    "POST /me/pairings": () => ({ code: "ABCDE-12345", expiresAt: Date.now() + 600_000 }),
    "PATCH /me/browsers/a": ({ body }) => ({ ...list[0], ...(body as object) }),
    "DELETE /me/browsers/b": () => null,
  });
  shown = mounted(Browsers, {});
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("Laptop");
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("says of each when it last asked for work", () => {
  expect(shown.text()).toMatch(/Laptop\s*seen .+ ago/);
  expect(shown.text()).toMatch(/Phone\s*not seen yet/);
});

test("one click shows a code, where to type it, and for how long it is good", async () => {
  expect(shown.text()).not.toContain("ABCDE-12345");
  shown.button("Pair a browser").click();
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("ABCDE-12345");
  expect(shown.one("[role=status]").textContent).toContain("Good once, until");
  expect(shown.one<HTMLInputElement>("[role=status] input").value).toBe(location.origin);
});

test("a browser that is paired meanwhile appears by itself, and the code is gone", async () => {
  shown.button("Pair a browser").click();
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("ABCDE-12345");
  list = [...list, { id: "c", name: "Desk", pairedAt: 0, seenAt: null }];
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("“Desk” is paired.");
  expect(shown.text()).not.toContain("ABCDE-12345");
  expect(shown.root.querySelectorAll("li")).toHaveLength(3);
});

test("says what plain http means, where that is how the app was reached", () => {
  const said = shown.text();
  expect(said).toContain(window.isSecureContext ? "certificate" : "not encrypted");
});

test("a browser is renamed in place", async () => {
  shown.button("Rename “Laptop”").click();
  await expect.poll(() => shown.root.querySelector("form input"), { timeout: 30_000 }).not.toBeNull();
  shown.write(shown.one<HTMLInputElement>("form input"), " Desk ");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => server.sent("PATCH /me/browsers/a"), { timeout: 30_000 }).toEqual([{ name: "Desk" }]);
});

test("unpairing names the browser and asks the server", async () => {
  shown.button("Unpair “Phone”").click();
  await expect.poll(() => server.sent("DELETE /me/browsers/b").length, { timeout: 30_000 }).toBe(1);
});

test("the bookmarklet opens the picker on the address of the page, and reads nothing else", () => {
  const { href } = shown.one<HTMLAnchorElement>('a[href^="javascript:"]');
  expect(href).toContain("/pick?");
  expect(href).toContain("encodeURIComponent(location.href)");
  expect(href).not.toMatch(/cookie|document/);
});

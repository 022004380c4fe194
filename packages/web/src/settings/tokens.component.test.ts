import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Tokens from "./Tokens.svelte";

const TOKEN = { id: "t", name: "shelf", scopes: ["read"], createdAt: 0, lastUsedAt: null, revokedAt: null };

let server: FakeServer;
let shown: Mounted;
beforeEach(async () => {
  server = await fakeServer({
    "GET /me/tokens": () => [
      { ...TOKEN, expiresAt: null },
      { ...TOKEN, id: "old", name: "attic", expiresAt: 1 },
      { ...TOKEN, id: "day", name: "drawer", expiresAt: Date.UTC(2200, 0, 1) },
      { ...TOKEN, id: "gone", name: "revoked", expiresAt: null, revokedAt: 1 },
    ],
    "POST /me/tokens": ({ body }) => ({ ...TOKEN, ...(body as object), id: "new", secret: "tessera_secret" }),
    "DELETE /me/tokens/old": () => null,
  });
  shown = mounted(Tokens, {});
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("shelf");
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("one that has ended says so, one that was revoked is not shown, one without an end says that", () => {
  expect(shown.root.querySelectorAll(".ended")).toHaveLength(1);
  expect(shown.one(".ended").closest("li")?.textContent).toContain("attic");
  expect(shown.text()).not.toContain("revoked");
  expect(shown.text()).toContain("never expires");
  expect(shown.one<HTMLAnchorElement>('a[href$="openapi.json"]').target).toBe("_blank");
});

test("the last day is shown as it was written, not as the midnight after it", () => {
  const drawer = [...shown.root.querySelectorAll("li")].find((each) => each.textContent?.includes("drawer"));
  expect(drawer?.textContent).toContain("until 31 Dec 2199");
  expect(drawer?.textContent).not.toMatch(/2200|00:00/);
});

test("a last day is sent as its end, and the secret is shown once", async () => {
  shown.write(shown.one<HTMLInputElement>("#token-name"), "backup ");
  shown.write(shown.one<HTMLInputElement>("#token-end"), "2199-12-31");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.root.innerHTML, { timeout: 30_000 }).toContain("shown only once");
  const body = { name: "backup", scopes: ["read"], expiresAt: Date.UTC(2200, 0, 1) };
  expect(server.sent("POST /me/tokens")).toEqual([body]);
});

test("a double press makes one token, whose secret is seen", async () => {
  shown.write(shown.one<HTMLInputElement>("#token-name"), "backup");
  shown.pressTwice(shown.button("Create a token"));
  await expect.poll(() => shown.root.innerHTML, { timeout: 30_000 }).toContain("shown only once");
  expect(server.sent("POST /me/tokens")).toHaveLength(1);
});

test("revoking names the token and asks the server", async () => {
  shown.button("Revoke “attic”").click();
  await expect.poll(() => server.sent("DELETE /me/tokens/old").length, { timeout: 30_000 }).toBe(1);
});

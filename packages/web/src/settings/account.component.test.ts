import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Account from "./Account.svelte";

const TOKEN = { id: "t", name: "shelf", scopes: ["read"], createdAt: 0, lastUsedAt: null, expiresAt: null };

let server: FakeServer;
let shown: Mounted;

async function open(tokens: readonly object[]): Promise<void> {
  server = await fakeServer({
    "GET /me/tokens": () => tokens,
    "GET /me/sessions": () => [],
    "GET /me/audit": () => ({ items: [], next: null }),
    "POST /me/password": () => null,
  });
  shown = mounted(Account, {});
  await expect.poll(() => server.sent("GET /me/tokens").length, { timeout: 30_000 }).toBe(1);
}

afterEach(async () => {
  await shown.close();
  server.close();
});

const box = () => shown.root.querySelector<HTMLInputElement>("input[type=checkbox]");

async function changePassword(): Promise<unknown> {
  shown.write(shown.one<HTMLInputElement>("#current"), "old password");
  shown.write(shown.one<HTMLInputElement>("#next"), "new password");
  const form = shown.one("#next").closest("form");
  shown.fire(form!, new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => server.sent("POST /me/password").length, { timeout: 30_000 }).toBe(1);
  return server.sent("POST /me/password")[0];
}

test("with a new password the tokens are revoked, and then there is nothing left to revoke", async () => {
  await open([{ ...TOKEN, revokedAt: null }]);
  await expect.poll(() => box()?.checked, { timeout: 30_000 }).toBe(true);
  expect(await changePassword()).toEqual({ current: "old password", next: "new password", revokeTokens: true });
  await expect.poll(box, { timeout: 30_000 }).toBeNull();
});

test("tokens are kept where that is said", async () => {
  await open([{ ...TOKEN, revokedAt: null }]);
  await expect.poll(() => box()?.checked, { timeout: 30_000 }).toBe(true);
  box()?.click();
  expect(await changePassword()).toMatchObject({ revokeTokens: false });
});

test("nothing is offered where no token is left", async () => {
  await open([
    { ...TOKEN, revokedAt: 1 },
    { ...TOKEN, revokedAt: null, expiresAt: 1 },
  ]);
  expect(await changePassword()).toMatchObject({ revokeTokens: false });
  expect(box()).toBeNull();
});

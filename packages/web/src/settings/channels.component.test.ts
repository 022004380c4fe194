import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Channels from "./Channels.svelte";

const MAIL = { id: "c", name: "Me", target: { kind: "email", to: "a@example.com" }, quietHours: null, pausedAt: null };
const CHANNEL = { ...MAIL, gathering: { kind: "each" }, isDefault: true, createdAt: 0, updatedAt: 0, version: 1 };

let server: FakeServer;
let shown: Mounted;

async function open(kinds: readonly string[]): Promise<void> {
  server = await fakeServer({
    "GET /channels": () => [CHANNEL],
    "GET /channel-kinds": () => kinds,
    "GET /deliveries": () => ({ items: [], next: null }),
  });
  shown = mounted(Channels, {});
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("Me");
  shown.fire(shown.button("New channel"), new MouseEvent("click", { bubbles: true }));
}

const offered = (): readonly string[] => [...shown.one<HTMLSelectElement>("#kind").options].map(({ value }) => value);

afterEach(async () => {
  await shown.close();
  server.close();
});

test("where no mail server is set, mail is not offered, and whoever has such a channel is told why nothing comes", async () => {
  await open(["web-push", "ntfy", "webhook"]);
  expect(offered()).toEqual(["ntfy", "webhook"]);
  expect(shown.one("form").textContent).toContain("TESSERA_SMTP_HOST");
  expect(shown.one("li").textContent).toContain("TESSERA_SMTP_HOST");
});

test("where one is set, mail is the first that is offered", async () => {
  await open(["web-push", "email", "ntfy"]);
  expect(offered()).toEqual(["email", "ntfy"]);
  expect(shown.text()).not.toContain("TESSERA_SMTP_HOST");
});

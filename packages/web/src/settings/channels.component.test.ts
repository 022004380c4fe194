import { afterEach, expect, onTestFinished, test } from "vitest";
import { setLanguage } from "../i18n/words.svelte.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Channels from "./Channels.svelte";

const MAIL = { id: "c", name: "Me", target: { kind: "email", to: "a@example.com" }, quietHours: null, pausedAt: null };
const SAID = { form: null, warnings: [] as string[], nextDigests: [] };
const CHANNEL = {
  ...MAIL,
  gathering: { kind: "each" },
  isDefault: true,
  createdAt: 0,
  updatedAt: 0,
  version: 1,
  ...SAID,
};

let server: FakeServer;
let shown: Mounted;

async function open(kinds: readonly string[], channels: readonly object[] = [CHANNEL]): Promise<void> {
  server = await fakeServer({
    "GET /channels": () => channels,
    "GET /channel-kinds": () => kinds,
    "GET /deliveries": () => ({ items: [], next: null }),
    "PATCH /channels/c": ({ body }) => ({ ...CHANNEL, ...(body as object) }),
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

test("why a message did not arrive is said in the person's language", async () => {
  onTestFinished(() => setLanguage("en"));
  const error = "hooks.example answered 404: no such hook";
  const dead = { id: "d", message: { title: "Lamp" }, createdAt: 0, attempts: 14, lastError: error };
  server = await fakeServer({
    "GET /channels": () => [CHANNEL],
    "GET /channel-kinds": () => ["webhook"],
    "GET /deliveries": () => ({ items: [dead], next: null }),
    "POST /channels/c/test": () => ({ isSent: false, reason: "refused", error }),
  });
  await setLanguage("de");
  shown = mounted(Channels, {});
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("Nach 14 Versuchen aufgegeben.");
  expect(shown.text()).toContain(`In den Worten des Servers (englisch): ${error}`);
  shown.button("Testen").click();
  await expect
    .poll(() => shown.root.querySelector("[role=status]")?.textContent)
    .toMatch(/abgelehnt.*Zugangsschlüssel\.$/);
});

test("where one is set, mail is the first that is offered", async () => {
  await open(["web-push", "email", "ntfy"]);
  expect(offered()).toEqual(["email", "ntfy"]);
  expect(shown.text()).not.toContain("TESSERA_SMTP_HOST");
});

test("a webhook without a secret says what that means, in the list and in the form", async () => {
  const target = { kind: "webhook", url: "https://hooks.example/", signingSecret: null };
  await open(["webhook"], [{ ...CHANNEL, target, warnings: ["unsigned"] }]);
  expect(shown.one("li").textContent).toContain("Unsigned: anybody who knows the address");
  expect(shown.one("form").textContent).toContain("cannot tell whether a message comes from Tessera");
  shown.write(shown.one<HTMLInputElement>("#channel-signingSecret"), "a secret");
  expect(shown.one("form").textContent).not.toContain("cannot tell");
});

test("the warning leads to where the secret is given, and goes with it", async () => {
  const target = { kind: "webhook", url: "https://hooks.example/", signingSecret: null };
  await open(["webhook"], [{ ...CHANNEL, target, warnings: ["unsigned"] }]);
  shown.button("Give it a secret").click();
  await expect.poll(() => shown.root.querySelector("dialog h2")?.textContent).toBe("Edit “Me”");
  expect(shown.root.querySelectorAll("form")).toHaveLength(1);
  shown.write(shown.one<HTMLInputElement>("#channel-signingSecret"), "a secret");
  shown.write(shown.one<HTMLInputElement>("#channel-name"), "House");
  shown.fire(shown.one("dialog form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.root.querySelector("dialog")).toBeNull();
  expect(shown.one("li").textContent).toContain("House");
  expect(shown.one("li").textContent).not.toContain("Unsigned");
});

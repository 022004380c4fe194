import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import ChannelForm from "./ChannelForm.svelte";
import { CHANNEL_KINDS, type ChannelField, type ChannelKind } from "./channel-kinds.ts";

const KINDS = Object.keys(CHANNEL_KINDS) as ChannelKind[];

let server: FakeServer;
let shown: Mounted;
let added: unknown[];

async function open(answer: () => unknown = () => ({ id: "c" })): Promise<void> {
  server = await fakeServer({ "POST /channels": answer });
  added = [];
  shown = mounted(ChannelForm, {
    sendable: KINDS,
    onsave: (channel: unknown) => void added.push(channel),
    oncancel: () => {},
  });
}

afterEach(async () => {
  await shown.close();
  server.close();
});

const submit = (): void =>
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
const field = (name: string): HTMLInputElement => shown.one<HTMLInputElement>(`#channel-${name}`);

test.each(KINDS)("a channel of the kind %s is sent with all that was written", async (kind) => {
  await open();
  shown.write(shown.one<HTMLSelectElement>("#kind"), kind);
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  for (const { name, isSecret = false } of fields) {
    expect(field(name).type === "password", name).toBe(isSecret);
    shown.write(field(name), ` ${name} of mine `);
  }
  shown.write(field("name"), " My channel ");
  submit();
  await expect.poll(() => added).toEqual([{ id: "c" }]);
  const target = Object.fromEntries(fields.map(({ name }) => [name, `${name} of mine`]));
  expect(server.sent("POST /channels")).toEqual([{ name: "My channel", target: { kind, ...target }, isDefault: true }]);
});

test("a double press adds one channel", async () => {
  await open();
  shown.write(shown.one<HTMLSelectElement>("#kind"), "ntfy");
  shown.pressTwice(shown.button("Add the channel"));
  await expect.poll(() => added).toHaveLength(1);
  expect(server.sent("POST /channels")).toHaveLength(1);
});

test("a channel without a name is called by its kind, and an empty secret that is not needed is none", async () => {
  await open();
  shown.write(shown.one<HTMLSelectElement>("#kind"), "ntfy");
  expect([field("url").value, field("url").required, field("token").required]).toEqual([
    "https://ntfy.sh/",
    true,
    false,
  ]);
  submit();
  await expect.poll(() => added).toHaveLength(1);
  expect(server.sent("POST /channels")).toMatchObject([
    { name: "ntfy", target: { kind: "ntfy", url: "https://ntfy.sh/", token: null } },
  ]);
});

test("another kind starts with empty fields of its own", async () => {
  await open();
  shown.write(shown.one<HTMLSelectElement>("#kind"), "gotify");
  shown.write(field("url"), "https://push.example/");
  shown.write(shown.one<HTMLSelectElement>("#kind"), "webhook");
  expect([field("url").value, shown.root.querySelector("#channel-token")]).toEqual(["", null]);
});

test("a refusal is explained, and what was written stays", async () => {
  await open(() => refused("cap-reached", 409));
  shown.write(field("to"), "ada@example.com");
  submit();
  await expect.poll(() => shown.root.querySelector("[role=alert]")?.textContent).toBe("The limit is reached.");
  expect([added, field("to").value]).toEqual([[], "ada@example.com"]);
});

const HOOK = { kind: "webhook", url: "https://hooks.example/", signingSecret: "(unchanged)" };

/** The form of a channel that is there. */
async function openFor(target: Readonly<Record<string, unknown>>): Promise<void> {
  server = await fakeServer({ "PATCH /channels/c": () => ({ id: "c" }) });
  added = [];
  shown = mounted(ChannelForm, {
    channel: { id: "c", name: "Home", target } as never,
    sendable: KINDS,
    onsave: (channel: unknown) => void added.push(channel),
    oncancel: () => {},
  });
}

async function saved(): Promise<unknown> {
  submit();
  await expect.poll(() => added).toEqual([{ id: "c" }]);
  return server.sent("PATCH /channels/c")[0];
}

test("a channel is renamed, and its target is not touched", async () => {
  await openFor(HOOK);
  expect([field("name").value, field("url").value, field("signingSecret").value]).toEqual([
    "Home",
    "https://hooks.example/",
    "",
  ]);
  expect(shown.root.innerHTML).not.toContain("(unchanged)");
  expect(shown.root.querySelector("#kind")).toBeNull();
  shown.write(field("name"), " House ");
  expect(await saved()).toEqual({ name: "House" });
});

test("a webhook that was unsigned is given a secret", async () => {
  await openFor({ ...HOOK, signingSecret: null });
  expect(shown.text()).toContain("cannot tell whether a message comes from Tessera");
  shown.write(field("signingSecret"), "long and secret");
  expect(shown.text()).not.toContain("cannot tell");
  expect(await saved()).toEqual({ name: "Home", target: { ...HOOK, signingSecret: "long and secret" } });
});

test("of several secrets the one that is left empty stays, as long as the channel leads to the same place", async () => {
  const target = { kind: "telegram", botToken: "(unchanged)", chatId: "1", apiUrl: "https://api.telegram.org/" };
  await openFor(target);
  expect([field("botToken").required, shown.one("#channel-botToken-hint").textContent]).toEqual([
    false,
    "Leave this empty to keep the one that is stored.",
  ]);
  shown.write(field("chatId"), "2");
  expect([field("botToken").required, shown.one("#channel-botToken-hint").textContent]).toEqual([
    true,
    "The channel leads elsewhere now, so what is stored is not used: type it again.",
  ]);
  shown.write(field("botToken"), "new");
  expect(await saved()).toEqual({ name: "Home", target: { ...target, chatId: "2", botToken: "new" } });
});

test("a browser that shows notifications can be renamed", async () => {
  await openFor({ kind: "web-push", endpoint: "https://push.example/", p256dh: "x", auth: "(unchanged)" });
  shown.write(field("name"), "Laptop");
  expect(await saved()).toEqual({ name: "Laptop" });
});

test("what a receiver of webhooks needs stands beside its form, ready to be copied", async () => {
  await open();
  shown.write(shown.one<HTMLSelectElement>("#kind"), "webhook");
  shown.one<HTMLDetailsElement>("details").open = true;
  shown.fire(shown.one("details"), new Event("toggle"));
  await expect.poll(() => shown.text()).toContain("webhook_id: tessera-7d1c0f");
  expect(shown.text()).toContain("n8n");
  shown.write(shown.one<HTMLSelectElement>("#kind"), "discord");
  expect(shown.text()).toContain("Integrations › Webhooks");
});

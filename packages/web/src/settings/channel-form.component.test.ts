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
    onadd: (channel: unknown) => void added.push(channel),
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

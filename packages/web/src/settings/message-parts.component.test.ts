import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import MessageParts from "./MessageParts.svelte";

const CHANNEL = { id: "c", name: "Phone", form: null, gathering: { kind: "each" }, target: { kind: "ntfy" } };
let server: FakeServer;
let shown: Mounted;
let isClosed: boolean;

async function open(gathering = CHANNEL.gathering): Promise<void> {
  const channel = { ...CHANNEL, gathering } as never;
  // jsdom's dialogs neither open nor close
  HTMLDialogElement.prototype.showModal ??= () => {};
  isClosed = false;
  server = await fakeServer({
    "POST /message-preview": ({ body }) => {
      const { form, of, digestOn } = body as { form: { parts: string[] }; of: string; digestOn: string | null };
      const text = form.parts.join("+");
      const digest = digestOn && { title: `Two on ${digestOn}`, text: `${text} twice` };
      return { title: `Subject of ${of}`, text, hasPicture: false, isSample: of === "sample", digest };
    },
    "PATCH /channels/c": () => CHANNEL,
  });
  shown = mounted(MessageParts, { channel, onchange: () => {}, onclose: () => (isClosed = true) });
  await expect.poll(() => shown.text()).toContain("change+items+picture+link+source");
}

afterEach(async () => {
  await shown.close();
  server.close();
});

const click = (element: Element): void => shown.fire(element, new MouseEvent("click", { bubbles: true }));
const box = (name: string): HTMLInputElement =>
  [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === name)!.querySelector("input")!;

test("parts are chosen and ordered, and the preview shows it at once, of a sample and of the last change", async () => {
  await open();
  for (const name of ["Picture", "Link to the source"]) click(box(name));
  click(box("Time"));
  click(shown.button("Time: further up"));
  click(shown.button("What changed: further down"));
  await expect.poll(() => shown.text()).toContain("items+change+time+link");
  click([...shown.root.querySelectorAll<HTMLInputElement>("input[type=radio]")][1]!);
  await expect.poll(() => shown.text()).toContain("Subject of last");
  shown.write(shown.one<HTMLInputElement>("#parts-length"), "7");
  click(shown.button("Save"));
  await expect.poll(() => isClosed).toBe(true);
  expect(server.sent("PATCH /channels/c")).toEqual([
    { form: { parts: ["items", "change", "time", "link"], maxLength: 40 } },
  ]);
});

test("the usual parts are stored as no choice at all, and the last part stays", async () => {
  await open();
  for (const name of ["What changed", "List of items", "Picture", "Link to this moment", "Link to the source"]) {
    click(box(name));
  }
  await expect.poll(() => shown.one(".body").textContent).toBe("source");
  click(shown.button("As usual"));
  click(shown.button("Save"));
  await expect.poll(() => server.sent("PATCH /channels/c")).toEqual([{ form: null }]);
});

test("a channel that gathers shows how a digest reads as well", async () => {
  await open();
  expect(shown.text()).not.toContain("Two on");
  await shown.close();
  server.close();
  await open({ kind: "digest" });
  expect(shown.one(".digest").textContent).toContain("Two on ntfy");
  click(box("Picture"));
  await expect.poll(() => shown.one(".digest").textContent).toContain("change+items+link+source twice");
});

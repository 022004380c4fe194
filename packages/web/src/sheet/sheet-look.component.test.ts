import { SheetStyle } from "@tessera/model";
import { afterEach, expect, test, vi } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import SheetLookPanel from "./SheetLookPanel.svelte";

let server: FakeServer;
let shown: Mounted;
let changed: SheetStyle[];

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

async function open(style: object, onpicture = async (_: Blob) => {}): Promise<void> {
  changed = [];
  server = await fakeServer({
    "PATCH /me": ({ body }) => ({ id: "p", name: "ada", displayName: "Ada", locale: "en-GB", ...(body as object) }),
  });
  shown = mounted(SheetLookPanel, {
    sheet: { title: "Home", style: SheetStyle.parse(style), picture: null },
    hasOthers: false,
    onrename: () => {},
    onchange: (next: SheetStyle) => void changed.push(next),
    onpicture,
    onshift: () => {},
    onremove: null,
  });
}

function choose(name: string): void {
  const label = [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === name);
  const input = label?.querySelector("input");
  if (!input) throw new Error(`nothing is called ${name}`);
  shown.fire(input, new Event("change", { bubbles: true }));
}

test("a theme and a background are chosen, and the rest of the look stays", async () => {
  await open({ theme: "light", density: "roomy" });
  choose("Forest");
  choose("gradient");
  expect(changed).toMatchObject([
    { palette: "forest", theme: "light", density: "roomy" },
    { background: { kind: "gradient" }, theme: "light", density: "roomy" },
  ]);
});

test("it is said that a colour was mended, and only where it was", async () => {
  await open({ theme: "light", background: { kind: "colour", colour: "#1f5a6e" } });
  expect(shown.one("[role=status]").textContent).toContain("lighter");
  await shown.close();
  server.close();
  await open({ theme: "light", background: { kind: "colour", colour: "#ffffff" } });
  expect(shown.one("[role=status]").textContent).toBe("");
});

test("a file that is no picture is refused with a sentence, and nothing is sent", async () => {
  vi.stubGlobal("createImageBitmap", async () => {
    throw new DOMException("no picture", "InvalidStateError");
  });
  const onpicture = vi.fn(async () => {});
  await open({ background: { kind: "picture" } }, onpicture);
  const field = shown.one<HTMLInputElement>("input[type=file]");
  Object.defineProperty(field, "files", { value: [new File(["words"], "words.txt")], configurable: true });
  shown.fire(field, new Event("change", { bubbles: true }));
  await expect.poll(() => shown.one("[role=status]").textContent).toContain("cannot read that file");
  expect(onpicture).not.toHaveBeenCalled();
});

test("a look becomes the usual one, without the picture, which belongs to its sheet", async () => {
  await open({ palette: "rose", background: { kind: "picture" } });
  shown.fire(shown.button("Use this look for new sheets"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => toasts()[0]?.text).toContain("New sheets look like this");
  expect(server.sent("PATCH /me")).toMatchObject([{ sheetStyle: { palette: "rose", background: null } }]);
});

import { afterEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type Answers, type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import CataloguePage from "./CataloguePage.svelte";

const ENTRY = { id: "e", title: "Notices", about: "of the town", page: { source: { url: "https://town.example/" } } };
const block = (path: string, changeShare: number | null) => ({
  path,
  title: `Block ${path}`,
  excerpt: "",
  changeShare,
});
const LATEST = block("a", 0.5);
const BLOCKS = { components: [block("b", null), LATEST], changing: [LATEST], captures: 4, captureId: "c" };
const SHEETS = [
  { id: "s", title: "My page" },
  { id: "work", title: "Work" },
];

let server: FakeServer;
let shown: Mounted;

async function open(answers: Answers = {}, entries: readonly object[] = [ENTRY]): Promise<void> {
  server = await fakeServer({
    "GET /catalogue": () => entries,
    "GET /catalogue/e/blocks": () => BLOCKS,
    "POST /follows": () => ({ id: "f", title: "Block a" }),
    "GET /captures/c/followed": () => [],
    "GET /sheets": () => SHEETS,
    ...answers,
  });
  const sheets = new MySheets();
  await sheets.reload();
  shown = mounted(CataloguePage, { sheets, onhelp: () => {} });
  await expect.poll(() => server.sent("GET /catalogue")).toHaveLength(1);
}

afterEach(async () => {
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

const press = (name: string): void => shown.fire(shown.button(name), new MouseEvent("click", { bubbles: true }));
const text = (): string => shown.text();

async function openBlocks(): Promise<void> {
  await expect.poll(text).toContain("Notices");
  press("What it offers");
  await expect.poll(text).toContain("Block b");
}

test("a block whose picture changes shows it, and has a name where the page gives it none", async () => {
  const pictured = { ...block("p", 1), title: "", picture: "/assets/image/boat" };
  await open({ "GET /catalogue/e/blocks": () => ({ ...BLOCKS, changing: [pictured] }) });
  await openBlocks();
  const line = shown.one("li");
  expect(line.querySelector("img")?.getAttribute("src")).toBe("/assets/image/boat");
  expect(line.querySelector("img")?.getAttribute("alt")).toBe("");
  expect(line.querySelector("b")?.textContent).toBe("Picture");
  expect(shown.root.querySelectorAll("li img")).toHaveLength(1);
});

test("the blocks that change come first, each once, with how often they do", async () => {
  await open();
  await openBlocks();
  expect([...shown.root.querySelectorAll("li b")].map(({ textContent }) => textContent)).toEqual([
    "Block a",
    "Block b",
  ]);
  expect(text()).toContain("Learned from 4 captures of the page.");
  expect(shown.one("li").textContent).toContain("changes 50% of the time");
});

test("one press follows a block as it was in the capture and puts it on the sheet that was chosen", async () => {
  await open({ "POST /sheets/work/tiles": () => ({ id: "t" }) });
  await openBlocks();
  shown.write(shown.one<HTMLSelectElement>("#target"), "work");
  press("Add “Block a”");
  await expect.poll(text).toContain("On the sheet");
  expect(server.sent("POST /follows")).toMatchObject([{ source: ENTRY.page.source, captureId: "c", title: "Block a" }]);
  expect(server.sent("POST /sheets/work/tiles")).toMatchObject([{ followId: "f" }]);
  expect(toasts().map((toast) => toast.text)).toEqual(["“Block a” is on your sheet."]);
});

test("what is followed already looks chosen, is removed without a question, and comes back with the undo", async () => {
  await open({
    "GET /captures/c/followed": () => [{ followId: "f", title: "My block", path: "b", node: 3, extent: "one" }],
    "DELETE /follows/f": () => ({}),
    "POST /follows/f/restore": () => ({}),
  });
  await openBlocks();
  await expect.poll(() => shown.button("Remove “Block b”").getAttribute("aria-pressed")).toBe("true");
  press("Remove “Block b”");
  expect(shown.button("Add “Block b”").getAttribute("aria-pressed")).toBe("false");
  await expect.poll(() => server.sent("DELETE /follows/f")).toHaveLength(1);
  toasts()[0]?.undo?.();
  await expect.poll(() => shown.button("Remove “Block b”").getAttribute("aria-pressed")).toBe("true");
  expect(server.sent("POST /follows/f/restore")).toHaveLength(1);
});

test("a block that could not be added can be tried again", async () => {
  await open({ "POST /follows": () => refused("cap-reached", 409) });
  await openBlocks();
  press("Add “Block a”");
  await expect.poll(() => toasts().map((toast) => toast.text)).toEqual(["The limit is reached."]);
  await expect.poll(() => shown.button("Add “Block a”").disabled).toBe(false);
});

test("a block that the sheet did not take is not followed in secret", async () => {
  await open({ "POST /sheets/s/tiles": () => refused("cap-reached", 409), "DELETE /follows/f": () => ({}) });
  await openBlocks();
  press("Add “Block a”");
  await expect.poll(() => toasts().map((toast) => toast.text)).toEqual(["The limit is reached."]);
  expect(server.sent("DELETE /follows/f")).toHaveLength(1);
  expect(shown.button("Add “Block a”").getAttribute("aria-pressed")).toBe("false");
});

test("a page of which nothing is known yet says so", async () => {
  await open({ "GET /catalogue/e/blocks": () => ({ ...BLOCKS, components: [], changing: [] }) });
  await expect.poll(text).toContain("Notices");
  press("What it offers");
  await expect.poll(text).toContain("Nothing is known about this page yet.");
});

test("the owner offers a page by its address alone", async () => {
  await open({ "POST /catalogue": () => ({}) }, []);
  await expect.poll(text).toContain("Nothing is offered yet. Offer a page");
  shown.write(shown.one<HTMLInputElement>("#offer-address"), "town.example/news");
  shown.fire(shown.one("main form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => server.sent("GET /catalogue")).toHaveLength(2);
  expect(server.sent("POST /catalogue")).toEqual([
    { source: { url: "https://town.example/news" }, title: "town.example", about: "" },
  ]);
  expect(shown.one<HTMLInputElement>("#offer-address").value).toBe("");
});

test("what is no address is not sent", async () => {
  await open();
  shown.write(shown.one<HTMLInputElement>("#offer-address"), "not an address");
  shown.fire(shown.one("main form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  expect(shown.one("main form [role=alert]").textContent).toContain("This is not the address of a web page.");
  expect(server.sent("POST /catalogue")).toEqual([]);
});

test("whoever is not the owner offers and withdraws nothing", async () => {
  const member = { id: "p", name: "bo", displayName: "Bo", role: "member", locale: "en", timeZone: "UTC" };
  await open({ "GET /me": () => member });
  await expect.poll(text).toContain("Notices");
  expect(shown.root.querySelector("main form, .app-danger")).toBeNull();
});

test("a page that is withdrawn leaves the list", async () => {
  let entries: readonly object[] = [ENTRY];
  const withdraw = () => {
    entries = [];
  };
  await open({ "GET /catalogue": () => entries, "DELETE /catalogue/e": withdraw });
  await expect.poll(text).toContain("Notices");
  press("Withdraw");
  await expect.poll(text).toContain("Nothing is offered yet.");
});

import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import ScriptLine from "./ScriptLine.svelte";

let server: FakeServer;
let shown: Mounted;
let pressed: string[];
afterEach(async () => {
  await shown.close();
  server.close();
});

async function line(scripts: string, { hasBrowser = true, isRendered = false } = {}): Promise<string> {
  server = await fakeServer({
    "GET /instance": () => ({ name: "Tessera", needsSetUp: false, isLoggedIn: true, hasBrowser }),
  });
  pressed = [];
  const does = (name: string) => () => void pressed.push(name);
  const picker = { scripts, isRendered, openInBrowser: does("browser"), showRendered: does("show") };
  shown = mounted(ScriptLine, { picker } as never);
  return shown.text();
}
const press = (name: string) => shown.fire(shown.button(name), new MouseEvent("click", { bubbles: true }));

test("the way to a browser is there on every page, and only waits while one is opening it", async () => {
  expect(await line("none")).toBe("Something missing? Open it in a browser");
  press("Open it in a browser");
  expect(pressed).toEqual(["browser"]);
  await shown.close();
  expect(await line("coming")).toBe("A browser is opening the page, for the parts that scripts make.");
});

test("a page that a browser shows says so, and can be opened again", async () => {
  expect(await line("shown", { isRendered: true })).toBe(
    "Some parts are made by scripts: this is the page as a browser shows it. Something missing? Open it again",
  );
});

test("a page that is ready is shown when the person wants it", async () => {
  expect(await line("ready")).toContain("The page as a browser shows it is ready.");
  press("Show it");
  expect(pressed).toEqual(["show"]);
});

test.each([
  ["none", "Something missing? This instance has no browser to open the page in."],
  ["no-browser", "Some parts are made by scripts, and this instance has no browser to show them."],
])("an instance without a browser says so (%s)", async (scripts, words) => {
  expect(await line(scripts, { hasBrowser: false })).toBe(words);
  expect(shown.root.querySelector("button")).toBeNull();
});

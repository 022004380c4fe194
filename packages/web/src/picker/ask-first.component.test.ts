import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { pickPath } from "../shell/place.ts";
import { go, startRouter } from "../shell/router.svelte.ts";
import PickPage from "./PickPage.svelte";

const ADDRESS = "http://nas.local/delete?all=1";

let server: FakeServer;
let shown: Mounted;

startRouter();
beforeEach(async () => {
  server = await fakeServer({
    "GET /follows/f": () => ({ id: "f", title: "Block", page: { url: ADDRESS } }),
  });
});
afterEach(async () => {
  await shown.close();
  server.close();
});

function show(): void {
  const live = { listen: () => () => {} };
  shown = mounted(PickPage, { sheets: new MySheets(), live, onhelp: () => {} } as never);
}

/** As a link on another site leads here: the browser loads the address, and no state of ours is with it. */
function arriveFromElsewhere(address: string): void {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

const opened = () => server.sent("POST /pages");

test("a link from elsewhere shows the address, and nothing is fetched until it is pressed", async () => {
  arriveFromElsewhere(pickPath({ url: ADDRESS }));
  show();
  expect(shown.text()).toContain("Open this page?");
  expect(shown.one("code").textContent).toBe(ADDRESS);
  expect(opened()).toEqual([]);
  shown.fire(shown.button("Open this page"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(opened).toEqual([{ source: expect.objectContaining({ url: ADDRESS }) }]);
  expect(shown.text()).not.toContain("Open this page?");
});

test("what was agreed to is not asked again after a reload", async () => {
  arriveFromElsewhere(pickPath({ url: ADDRESS }));
  show();
  shown.fire(shown.button("Open this page"), new MouseEvent("click", { bubbles: true }));
  await shown.close();
  show();
  await expect.poll(() => opened().length).toBe(2);
});

test("a link from elsewhere to a followed block asks as well", async () => {
  arriveFromElsewhere(pickPath({ url: ADDRESS, follow: "f" }));
  show();
  expect([shown.text().includes("Open this page?"), opened()]).toEqual([true, []]);
});

test("what the person typed or pressed in the app is opened without asking twice", async () => {
  go(pickPath({ url: ADDRESS }));
  show();
  await expect.poll(opened).toEqual([{ source: expect.objectContaining({ url: ADDRESS }) }]);
});

test("an address that is typed over the one of the link is opened at once", async () => {
  arriveFromElsewhere(pickPath({ url: ADDRESS }));
  show();
  const field = shown.one<HTMLInputElement>("#pick-address");
  shown.write(field, "https://example.org/");
  shown.fire(field.closest("form")!, new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(opened).toEqual([{ source: expect.objectContaining({ url: "https://example.org/" }) }]);
});

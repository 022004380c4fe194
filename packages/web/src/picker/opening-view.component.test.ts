import type { CaptureFailureRecord } from "@tessera/model";
import { afterEach, expect, test, vi } from "vitest";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import type { Heard } from "../shell/live.svelte.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { pickPath } from "../shell/place.ts";
import { go, startRouter } from "../shell/router.svelte.ts";
import PickPage from "./PickPage.svelte";

const ADDRESS = "https://town.example/";

let server: FakeServer;
let shown: Mounted;
let hear: (event: Heard) => void;

startRouter();
afterEach(async () => {
  vi.useRealTimers();
  await shown.close();
  server.close();
});

async function open(answer: () => unknown, role = "owner"): Promise<void> {
  const person = { id: "p", name: "ada", displayName: "Ada", role, locale: "en", timeZone: "UTC" };
  server = await fakeServer({ "POST /pages": answer, "GET /me": () => person });
  go(pickPath({ url: ADDRESS }));
  const live = {
    listen: (listener: (event: Heard) => void) => {
      hear = listener;
      return () => {};
    },
  };
  shown = mounted(PickPage, { sheets: new MySheets(), live, onhelp: () => {} } as never);
}

const failed = (code: CaptureFailureRecord["code"]) => () =>
  Response.json({ code: "capture-failed", failure: { code, message: "" } }, { status: 502 });
const choices = (): readonly string[] =>
  [...shown.root.querySelectorAll(".choices button")].map(({ textContent }) => textContent ?? "");
const press = (name: string): void => shown.fire(shown.button(name), new MouseEvent("click", { bubbles: true }));
const sources = () => server.sent("POST /pages").map((body) => (body as { source: object }).source);

test("while a page is opened its stages are told as they are reached, and a long wait is explained", async () => {
  vi.useFakeTimers();
  await open(new HeldAnswer().give);
  expect(shown.text()).toContain("Opening town.example Requesting the page");
  hear({ kind: "opening", url: "https://other.example/", stage: "reading" } as Heard);
  hear({ kind: "opening", url: ADDRESS, stage: "rendering" } as Heard);
  await vi.advanceTimersByTimeAsync(100);
  expect([shown.text().includes("Opening the page in a browser"), shown.text().includes("Still working")]).toEqual([
    true,
    false,
  ]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(shown.text()).toContain("Still working.");
});

test.each([
  ["dns", "There is no such address.", ["Change the address", "Try again"]],
  ["timeout", "The page took too long.", ["Try again", "Try it in a browser"]],
  ["blocked", "captcha, consent or login screen", ["Try it in a browser", "Follow it in my own browser", "Try again"]],
  ["robots", "asks programs not to visit", ["Open it anyway", "Change the address"]],
  ["forbidden-address", "private network", ["Allow this host in the settings", "Change the address"]],
] as const)("a page that failed for %s is explained, with what can be done", async (code, sentence, remedies) => {
  await open(failed(code));
  await expect.poll(() => shown.root.querySelector("[role=alert]")?.textContent).toContain(sentence);
  expect(choices()).toEqual(remedies);
});

test("what only the owner may do is not offered to others", async () => {
  await open(failed("robots"), "member");
  await expect.poll(() => shown.root.querySelector("[role=alert]")?.textContent).toContain("asks programs");
  expect(choices()).toEqual(["Change the address"]);
});

test("a page is tried again as it was, or in a browser", async () => {
  await open(failed("timeout"));
  await expect.poll(choices).toContain("Try again");
  press("Try again");
  await expect.poll(sources).toHaveLength(2);
  await expect.poll(choices).toContain("Try it in a browser");
  press("Try it in a browser");
  await expect.poll(sources).toEqual([{ url: ADDRESS }, { url: ADDRESS }, { url: ADDRESS, fetcher: "browser" }]);
});

test("a page that is no longer wanted is not waited for", async () => {
  await open(new HeldAnswer().give);
  press("Cancel");
  expect(shown.text()).toContain("Point at a block.");
});

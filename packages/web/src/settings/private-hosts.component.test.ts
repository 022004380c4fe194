import { afterEach, beforeEach, expect, test } from "vitest";
import type { SettingsReply } from "../api/settings.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { allowHostPath, pickPath } from "../route/place.ts";
import { go } from "../route/router.svelte.ts";
import Instance from "./Instance.svelte";

const page = { url: "http://nas.local:8080/status?full=1", sheet: "s" };
const settings = {
  instanceName: "Tessera",
  privateHosts: [],
  defaultSchedule: { kind: "auto" },
  defaultRetention: { kind: "all" },
  atStart: { privateHosts: [] },
} as unknown as SettingsReply;

let server: FakeServer;
let shown: Mounted;

beforeEach(async () => {
  server = await fakeServer({
    "GET /settings": () => settings,
    "PATCH /settings": ({ body }) => ({ ...settings, ...(body as object) }),
    "GET /failed-checks": () => [],
  });
  go(allowHostPath(page), { replace: true });
  shown = mounted(Instance, {});
  await expect.poll(() => shown.root.querySelector("#hosts"), { timeout: 30_000 }).not.toBeNull();
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("whoever came to allow a host is led back to the page of it when it is allowed", async () => {
  expect(shown.one<HTMLTextAreaElement>("#hosts").value).toBe("nas.local:8080");
  expect(shown.root.querySelector('a[href^="/pick"]')).toBeNull();
  shown.fire(shown.one("#hosts").closest("form")!, new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.root.querySelector('a[href^="/pick"]'), { timeout: 30_000 }).not.toBeNull();
  const back = shown.one<HTMLAnchorElement>('a[href^="/pick"]');
  expect(back.getAttribute("href")).toBe(pickPath(page));
  expect(back.textContent).toBe("Go on picking on nas.local:8080");
  expect(document.activeElement).toBe(back);
  expect(server.sent("PATCH /settings")).toEqual([{ privateHosts: ["nas.local:8080"] }]);
});

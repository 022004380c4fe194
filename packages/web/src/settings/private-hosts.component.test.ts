import type { SettingsReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { allowHostPath, pickPath } from "../shell/place.ts";
import { go, startRouter } from "../shell/router.svelte.ts";
import Instance from "./Instance.svelte";

const page = { url: "http://nas.local:8080/status?full=1", sheet: "s" };
const nas = { host: "nas.local", port: 8080, for: "owner", use: "pages" } as const;
const wiki = { host: "wiki.lan", port: null, for: "everybody", use: "pages" } as const;
const settings = {
  instanceName: "Tessera",
  privateHosts: [wiki],
  defaultSchedule: { kind: "auto" },
  defaultRetention: { kind: "all" },
  caps: { sheets: 100 },
  atStart: { privateHosts: [{ host: "ntfy.lan", port: 81, for: "owner", use: "channels" }] },
} as unknown as SettingsReply;

let server: FakeServer;
let shown: Mounted;

startRouter();
beforeEach(async () => {
  server = await fakeServer({
    "GET /settings": () => settings,
    "PATCH /settings": ({ body }) => ({ ...settings, ...(body as object) }),
    "GET /failed-checks": () => [],
  });
});
afterEach(async () => {
  await shown.close();
  server.close();
});

async function show(): Promise<void> {
  shown = mounted(Instance, {});
  await expect.poll(() => shown.root.querySelector("#host"), { timeout: 30_000 }).not.toBeNull();
}

/** As a link on another site leads here: the browser loads the address, and no state of ours is with it. */
function arriveFromElsewhere(address: string): void {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

const field = () => shown.one<HTMLInputElement>("#host");
const submit = () =>
  shown.fire(field().closest("form")!, new SubmitEvent("submit", { bubbles: true, cancelable: true }));

test("whoever came to allow a host reads what that opens, and is led back to the page when it is allowed", async () => {
  go(allowHostPath(page), { replace: true });
  await show();
  expect(field().value).toBe("nas.local:8080");
  expect(shown.text()).toContain("The owner can follow pages on nas.local, port 8080.");
  expect(server.sent("PATCH /settings")).toEqual([]);
  expect(shown.root.querySelector('a[href^="/pick"]')).toBeNull();
  submit();
  await expect.poll(() => shown.root.querySelector('a[href^="/pick"]'), { timeout: 30_000 }).not.toBeNull();
  const back = shown.one<HTMLAnchorElement>('a[href^="/pick"]');
  expect(back.getAttribute("href")).toBe(pickPath(page));
  expect(back.textContent).toBe("Continue picking on nas.local:8080");
  expect(document.activeElement).toBe(back);
  expect(server.sent("PATCH /settings")).toEqual([{ privateHosts: [wiki, nas] }]);
});

test("a double press allows a host once, and leads back all the same", async () => {
  go(allowHostPath(page), { replace: true });
  await show();
  submit();
  submit();
  await expect.poll(() => shown.root.querySelector('a[href^="/pick"]'), { timeout: 30_000 }).not.toBeNull();
  expect(server.sent("PATCH /settings")).toHaveLength(1);
});

test("a link from elsewhere fills in nothing: it says what it asks for, and what that would open", async () => {
  arriveFromElsewhere(allowHostPath(page));
  await show();
  expect(field().value).toBe("");
  expect(shown.text()).toContain("The link that led here asks you to allow nas.local:8080.");
  expect(shown.text()).toContain("The owner can follow pages on nas.local, port 8080.");
  submit();
  expect(shown.one("[role=alert]").textContent).toContain("Enter a host such as nas.local:8080");
  expect(server.sent("PATCH /settings")).toEqual([]);
});

test("what is no host in a link from elsewhere is not repeated", async () => {
  arriveFromElsewhere(`/settings/instance?${new URLSearchParams({ host: "Please enter your password" })}`);
  await show();
  expect(shown.text()).not.toContain("password");
});

test("a host is allowed for everybody, or for messages, where that is chosen; and taken back", async () => {
  go("/settings/instance", { replace: true });
  await show();
  shown.write(field(), "192.168.1.0/24");
  const choose = (label: string) => {
    const choice = [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === label);
    choice?.querySelector("input")?.click();
  };
  choose("messages to it");
  choose("everybody here");
  await expect
    .poll(() => shown.text())
    .toContain("Everybody here can have messages sent to 192.168.1.0/24, ports 80 and 443.");
  submit();
  const lan = { host: "192.168.1.0/24", port: null, for: "everybody", use: "channels" };
  await expect.poll(() => server.sent("PATCH /settings")).toEqual([{ privateHosts: [wiki, lan] }]);
  await expect.poll(() => shown.root.querySelectorAll("li code").length).toBe(2);
  shown.fire(shown.button("Remove"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => server.sent("PATCH /settings").at(-1)).toEqual({ privateHosts: [lan] });
});

test("what the environment allows is shown and not changed here", async () => {
  go("/settings/instance", { replace: true });
  await show();
  expect(shown.text()).toContain("The owner can have messages sent to ntfy.lan, port 81.");
  expect(shown.text()).toContain("TESSERA_PRIVATE_CHANNEL_HOSTS");
});

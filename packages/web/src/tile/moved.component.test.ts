import type { MovedTo, WebUrl } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import TileMoved from "./TileMoved.svelte";
import { follow, observation } from "./tiles.fixture.ts";

const THERE: MovedTo = {
  url: "https://example.com/fees" as WebUrl,
  text: "Entrance fees",
  title: "Fees of the mill",
  isFound: true,
  lookedAt: 1,
};

let server: FakeServer;
let shown: Mounted;
afterEach(async () => {
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

async function show(movedTo: MovedTo): Promise<FollowReply> {
  const verdict = { kind: "gone" as const, confidence: 0.1, candidates: [], movedTo };
  const gone = follow("fees", { verdict: "gone", latest: { ...observation("verdict"), verdict } });
  server = await fakeServer({ "POST /follows/fees/move": () => gone, "DELETE /follows/fees/move": () => gone });
  shown = mounted(TileMoved, { follow: gone, movedTo });
  return gone;
}

test("one click follows it where it was found, and the same message undoes that", async () => {
  await show(THERE);
  expect(shown.root.textContent).toContain("It seems to have moved to “Fees of the mill”.");
  shown.one<HTMLButtonElement>("button").click();
  await expect.poll(() => server.sent("POST /follows/fees/move")).toEqual([{ url: THERE.url }]);
  expect(toasts()).toMatchObject([{ text: "fees is now followed on “Fees of the mill”.", isWrong: false }]);
  toasts()[0]?.undo?.();
  await expect.poll(() => server.asked.at(-1)?.method).toBe("DELETE");
});

test("where it was not found the link is only told, and another host is named", async () => {
  await show({ ...THERE, url: "https://mill.example/" as WebUrl, title: null, isFound: false });
  expect(shown.root.textContent).toContain("There is a link with its name: “Entrance fees (mill.example)”.");
  expect(shown.root.querySelector("button")).toBeNull();
  expect(shown.one("a").getAttribute("href")).toBe("/follows/fees/repair");
});

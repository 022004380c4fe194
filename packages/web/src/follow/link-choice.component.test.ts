import type { FollowId } from "@tessera/model";
import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import LinkChoice from "./LinkChoice.svelte";

let server: FakeServer;
let shown: Mounted;

afterEach(async () => {
  await shown.close();
  server.close();
});

test("the page of a list is opened like that of the block, and what looks like its address is chosen", async () => {
  const lamps = [1, 2].map((number) => ({ url: `https://shop.example/lamps/${number}`, text: `Lamp ${number}` }));
  const links = [...lamps, { url: "https://shop.example/about", text: "About" }];
  server = await fakeServer({
    "POST /pages": () => ({ page: { id: "p" }, capture: { id: "c" }, scripts: "none" }),
    "GET /captures/c/links": () => [{ path: "html[1]", title: "Lamps", excerpt: "", links }],
  });
  let chosen: readonly string[] = [];
  shown = mounted(LinkChoice, {
    followId: "f" as FollowId,
    like: "https://shop.example/lamps/9",
    chosen,
    onchoose: (urls: readonly string[]) => {
      chosen = urls;
    },
  });
  shown.one("form").dispatchEvent(new SubmitEvent("submit", { cancelable: true, bubbles: true }));
  await expect.poll(() => chosen).toEqual(lamps.map(({ url }) => url));
  expect(server.sent("POST /pages")).toEqual([{ source: { url: "https://shop.example/lamps/" }, like: "f" }]);
});

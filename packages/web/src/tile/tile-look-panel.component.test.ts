import { TileStyle } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import TileLookPanel from "./TileLookPanel.svelte";
import { follow, observation } from "./tiles.fixture.ts";

let server: FakeServer;
let shown: Mounted;
afterEach(async () => {
  await shown.close();
  server.close();
});

async function panel(given: Partial<FollowReply>): Promise<void> {
  const latestFound = observation("first");
  const of = follow("f", { latestFound, ...given });
  server = await fakeServer({ [`PATCH /pages/${of.page.id}`]: () => ({}) });
  const nothing = () => {};
  shown = mounted(TileLookPanel, {
    style: TileStyle.parse({}),
    block: { follow: of, shown: latestFound },
    title: "",
    unnamed: "Lamp",
    ...{ onrename: nothing, onchange: nothing, onmove: nothing, onresize: nothing },
  });
}

const choices = (): string => shown.one("fieldset").textContent ?? "";
const pageBy = (fetcher: "browser" | "own-browser") => {
  const { page } = follow("f");
  return { page: { ...page, fetcher, fetchedBy: { ...page.fetchedBy, fetcher } } as FollowReply["page"] };
};

test("where no browser renders the page a picture is off, says why, and one can be had", async () => {
  await panel({});
  expect(choices()).not.toContain("as a picture");
  expect(shown.one(".cannot [aria-disabled=true]").textContent).toBe("as a picture");
  expect(shown.one(".cannot").textContent).toContain("Only where a browser renders the page.");
  shown.fire(shown.button("Open it in a browser"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => server.asked.filter(({ method }) => method === "PATCH").length).toBe(1);
});

test("all alike are never a picture, and no browser changes that; nor is one opened that is the person's own", async () => {
  await panel({ pick: { ...follow("f").pick, extent: "alike" }, ...pageBy("browser") });
  expect(shown.one(".cannot").textContent).toContain("All alike in one tile are never a picture.");
  expect(shown.one(".cannot").querySelector("button")).toBeNull();
  await shown.close();
  server.close();
  await panel(pageBy("own-browser"));
  expect(shown.one(".cannot").querySelector("button")).toBeNull();
});

test("where a browser renders the page a picture is a choice like the others", async () => {
  await panel(pageBy("browser"));
  expect(choices()).toContain("as a picture");
  expect(shown.root.querySelector(".cannot")).toBeNull();
});

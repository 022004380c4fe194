import { expect, test } from "vitest";
import { type BrowserSource, findBrowser } from "./find-browser.ts";

function source(name: string, find: () => readonly string[]): BrowserSource {
  return { name, find: async () => find() };
}

const never = source("the last resort", () => {
  throw new Error("must not be asked");
});

test("the first browser that starts is taken and no later source is asked", async () => {
  const sources = [source("of the system", () => ["/broken", "/works"]), never];
  expect(await findBrowser(sources, async (path) => path === "/works")).toEqual({
    kind: "found",
    path: "/works",
    source: "of the system",
    tried: ["of the system: /broken does not start"],
  });
});

test("a source that fails or has nothing is passed over with its reason", async () => {
  const offline = source("downloaded", () => {
    throw new Error("no network");
  });
  const result = await findBrowser([source("of the system", () => []), offline], async () => true);
  expect(result).toEqual({ kind: "none", tried: ["of the system: none", "downloaded: no network"] });
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import BlockThumb from "./BlockThumb.svelte";

const real = globalThis.IntersectionObserver;
/** Of each that was mounted: it comes into view, or leaves it. */
let see: ((isIntersecting: boolean) => void)[] = [];
let server: FakeServer;
let shown: Mounted[] = [];

beforeEach(() => {
  see = [];
  globalThis.IntersectionObserver = class {
    constructor(told: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      see.push((isIntersecting) => told([{ isIntersecting }]));
    }
    observe(): void {}
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver;
});
afterEach(async () => {
  globalThis.IntersectionObserver = real;
  for (const each of shown) await each.close();
  server.close();
});

test("a picture is asked for once its entry is in view, one after the other, and not when it has left again", async () => {
  const held = new HeldAnswer();
  const preview = { html: "<p>boats</p>", css: "" };
  server = await fakeServer({
    "POST /captures/c/preview": ({ body }) => ((body as { place: number }).place === 1 ? held.give() : preview),
  });
  shown = [1, 2, 3].map((node) => mounted(BlockThumb, { captureId: "c", node, extent: "one" as const }));
  expect(server.sent("POST /captures/c/preview")).toEqual([]);
  for (const come of see) come(true);
  await expect.poll(() => server.sent("POST /captures/c/preview")).toMatchObject([{ place: 1 }]);
  see[1]?.(false);
  held.letGo(preview);
  await expect.poll(() => shown[2]?.root.querySelector("iframe")?.getAttribute("srcdoc")).toContain("boats");
  expect(server.sent("POST /captures/c/preview")).toMatchObject([{ place: 1 }, { place: 3 }]);
  expect(shown[0]?.root.querySelector("[aria-hidden=true][inert] iframe")?.getAttribute("sandbox")).toBe("");
});

import { CaptureFailure } from "@tessera/network/failure";
import { expect, test } from "vitest";
import { SiteIcons } from "./site-icons.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function icons(answers: Record<string, string | CaptureFailure>) {
  let now = 0;
  const asked: string[] = [];
  const load = async ({ url }: { readonly url: URL }) => {
    asked.push(url.href);
    const body = answers[url.href];
    if (body === undefined) throw new CaptureFailure("not-html", { message: "no image" });
    if (typeof body !== "string") throw body;
    return { type: "image/png", body: Buffer.from(body) };
  };
  const wait = (ms: number): void => {
    now += ms;
  };
  return { icons: new SiteIcons({ load }, () => now), asked, wait };
}

test("the icon of a site is where sites put theirs, whatever page of it a link leads to", async () => {
  const { icons: of, asked } = icons({ "https://b.example/apple-touch-icon.png": "b" });
  expect(await of.of("https://b.example/deep/page?x=1", "ada")).toEqual({ type: "image/png", body: Buffer.from("b") });
  expect(asked.every((url) => !url.includes("deep"))).toBe(true);
});

test("a site without one is asked again after a day, and not before", async () => {
  const { icons: of, asked, wait } = icons({});
  expect([await of.of("https://a.example/", "ada"), await of.of("https://a.example/x", "bob")]).toEqual([
    "none",
    "none",
  ]);
  const once = asked.length;
  expect(once).toBe(3);
  wait(DAY_MS + 1);
  await of.of("https://a.example/", "ada");
  expect(asked.length).toBe(2 * once);
});

test("what is empty or too large is no icon, and a bug is no missing icon", async () => {
  const { icons: of } = icons({
    "https://a.example/favicon.ico": "",
    "https://a.example/favicon.svg": "x".repeat(600_000),
  });
  expect(await of.of("https://a.example/", "ada")).toBe("none");
  const broken = new SiteIcons({ load: () => Promise.reject(new RangeError("bug")) }, () => 0);
  await expect(broken.of("https://a.example/", "ada")).rejects.toBeInstanceOf(RangeError);
});

test("what could not be had this time is tried again after a minute, and at once by others", async () => {
  const busy = new CaptureFailure("timeout", { message: "too much is being fetched at the same time" });
  const down = new CaptureFailure("not-html", { message: "sent no image", status: 503 });
  for (const failure of [busy, down]) {
    const answers: Record<string, string | CaptureFailure> = { "https://a.example/favicon.ico": failure };
    const { icons: of, asked, wait } = icons(answers);
    const ask = (holder: string) => of.of("https://a.example/", holder);
    expect(await ask("ada")).toBe("later");
    answers["https://a.example/favicon.ico"] = "a";
    const before = asked.length;
    expect(await ask("ada")).toBe("later");
    expect(asked).toHaveLength(before);
    expect(await ask("bob")).toMatchObject({ type: "image/png" });
    wait(60_001);
    expect(await ask("ada")).toMatchObject({ type: "image/png" });
  }
});

test("that a private host has none for who may not reach it says nothing about who may", async () => {
  const asked: unknown[] = [];
  const load = async ({ own }: { readonly own: string | null }) => {
    asked.push(own);
    if (own === null) throw new CaptureFailure("not-html", { message: "no image" });
    return { type: "image/png", body: Buffer.from("nas") };
  };
  const of = new SiteIcons({ load }, () => 0);
  expect(await of.of("http://nas.local/", "bob")).toBe("none");
  expect(await of.of("http://nas.local/", "ada", "owner")).toMatchObject({ type: "image/png" });
  expect(await of.of("http://nas.local/", "bob")).toBe("none");
  expect(asked).toEqual([null, null, null, "owner"]);
});

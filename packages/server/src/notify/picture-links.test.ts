import { packBody } from "@tessera/store";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openCheckWorld } from "../check/check-world.fixture.ts";
import { PictureLinks } from "./picture-links.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest of a picture", "latin1");

test("a picture is had by its signed address and by no other", async () => {
  const { store, now } = await openCheckWorld();
  const [picture, text] = [packBody(PNG), packBody("a secret page")];
  for (const body of [picture, text]) await store.bodies.put(body, now());
  const links = await PictureLinks.over(store);
  const path = links.pathOf(picture.hash);
  expect(await links.readUrl(`https://tessera.example${path}`)).toMatchObject({ contentType: "image/png" });
  // the key stays the same, so that what was sent stays to be seen
  expect((await PictureLinks.over(store)).pathOf(picture.hash)).toBe(path);
  const [, , hash = "", signature = ""] = path.split("/");
  expect(await links.read(text.hash, signature)).toBeNull();
  // signed, but no picture
  expect(await links.readUrl(links.pathOf(text.hash))).toBeNull();
  expect(await new PictureLinks(store, "another key").read(hash, signature)).toBeNull();
  await store.close();
});

test("whatever is asked for, nothing unsigned is given", async () => {
  const { store } = await openCheckWorld();
  const links = await PictureLinks.over(store);
  const asked = fc.asyncProperty(fc.string(), fc.string(), async (hash, signature) => {
    expect(await links.read(hash, signature)).toBeNull();
    expect(await links.readUrl(`${hash}/pictures/${signature}`)).toBeNull();
  });
  await fc.assert(asked);
  await store.close();
});

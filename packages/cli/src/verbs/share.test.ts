import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith } from "../tessera.fixture.ts";

const { run } = beginWith(async ({ instance, run }) => {
  instance.setPage("<main><p class=seats>4 seats</p></main>");
  await run("user", "add", "ada");
  await run("user", "add", "bob");
  const followed = await run("follow", instance.url, "--css", ".seats", "--title", "Seats", "--sheet", "Harbour");
  expect(followed.error).toBe("");
});

test("a sheet is shared by name, listed by both, left and taken back", async () => {
  expect((await run("share", "with", "Harbour", "bob", "--edit")).out).toContain("bob may change Harbour");
  expect((await run("share", "list")).out).toMatch(/Harbour +edit +with bob/);
  expect((await run("share", "list", "--person", "bob")).out).toMatch(/Harbour +edit +from ada/);
  expect((await run("share", "leave", "Harbour", "--person", "bob")).exitCode).toBe(EXIT.ok);
  expect((await run("share", "list")).error).toContain("nothing is shared");
  await run("share", "with", "Harbour", "bob");
  expect((await run("share", "end", "Harbour", "bob")).exitCode).toBe(EXIT.ok);
  expect((await run("share", "end", "Harbour", "bob")).exitCode).toBe(EXIT.input);
});

test("what was done is data where that is asked for", async () => {
  const said = async (...args: string[]) => (await run("share", ...args, "--json")).json();
  expect(await said("with", "Harbour", "bob")).toEqual([
    expect.objectContaining({ title: "Harbour", role: "view", person: expect.objectContaining({ name: "bob" }) }),
  ]);
  expect(await said("end", "Harbour", "bob")).toEqual([expect.objectContaining({ title: "Harbour", isEnded: true })]);
  await said("with", "Harbour", "bob");
  expect(await said("leave", "Harbour", "--person", "bob")).toEqual([
    { id: expect.any(String), title: "Harbour", isLeft: true },
  ]);
  const [{ id }] = (await said("link", "Harbour")) as [{ id: string }];
  expect(await said("revoke", id)).toEqual([{ id, isRevoked: true }]);
  expect(await said("forbid")).toEqual([{ allowsLinks: false }]);
  expect(await said("allow")).toEqual([{ allowsLinks: true }]);
  expect((await run("gadget", "allow", "--json")).json()).toEqual([{ allowsGadgets: true }]);
});

test("a secret link is made, also for a wall, listed and taken back; the owner may forbid them all", async () => {
  const made = await run("share", "link", "Harbour", "--for", "30d", "--wall", "20s", "--large", "--json");
  expect([made.exitCode, made.error]).toEqual([EXIT.ok, ""]);
  const [{ id, wall }] = made.json() as [{ id: string; wall: object }];
  expect(wall).toEqual({ sheetIds: [], seconds: 20, isLarge: true });
  expect((await run("share", "list")).out).toMatch(/Harbour +link .*\/gadgets\//);
  expect((await run("share", "revoke", id)).exitCode).toBe(EXIT.ok);
  expect((await run("share", "revoke", id)).exitCode).toBe(EXIT.input);
  await run("share", "forbid");
  expect((await run("share", "link", "Harbour")).error).toContain("does not allow");
});

test("what cannot be used is said", async () => {
  for (const wrong of [
    ["share"],
    ["share", "with", "Harbour"],
    ["share", "list", "x"],
    ["share", "link", "Harbour", "--large"],
  ]) {
    expect((await run(...wrong)).exitCode).toBe(EXIT.usage);
  }
  expect((await run("share", "with", "Nothing", "bob")).exitCode).toBe(EXIT.input);
  expect((await run("share", "with", "Harbour", "nobody-here")).exitCode).not.toBe(EXIT.ok);
});

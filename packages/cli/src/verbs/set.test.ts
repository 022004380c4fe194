import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith } from "../tessera.fixture.ts";

const { run } = beginWith(async ({ instance, run }) => {
  instance.setPage("<title>Shop</title><main><p id=a>Lamp 40</p><p id=b>Chair 90</p></main>");
  await run("user", "add", "ada");
  const lamp = await run(
    "follow",
    instance.url,
    "--css",
    "#a",
    "--title",
    "Lamp",
    "--tag",
    "shop",
    "--tell",
    "below=30",
  );
  expect(lamp.error).toBe("");
  await run("follow", instance.url, "--css", "#b", "--title", "Chair");
});

/** As it is afterwards. */
async function told(...args: string[]): Promise<unknown[]> {
  const ran = await run("set", ...args, "--json");
  expect([ran.exitCode, ran.error]).toEqual([EXIT.ok, ""]);
  return ran.json();
}

test("title, tags and schedule are changed, and what is not said stays", async () => {
  expect((await run("set", "Lamp", "--title", "The lamp")).out).toBe("The lamp is changed");
  const condition = { kind: "number-below", limit: 30, which: null };
  expect(await told("The lamp", "--tag", "Home", "--every", "6h")).toMatchObject([
    {
      title: "The lamp",
      tags: ["shop", "home"],
      schedule: { kind: "every", intervalMs: 6 * 3_600_000 },
      conditions: [condition],
    },
  ]);
  expect(await told("The lamp", "--untag", "SHOP", "--cron", "0 8 * * *", "--zone", "Europe/Vienna")).toMatchObject([
    { tags: ["home"], schedule: { kind: "cron", pattern: "0 8 * * *", timeZone: "Europe/Vienna" } },
  ]);
  expect(await told("The lamp", "--every", "auto")).toMatchObject([{ schedule: { kind: "auto" }, tags: ["home"] }]);
});

test("several follows are changed at once, paused and looked at again", async () => {
  expect(await told("Lamp", "Chair", "--tag", "all", "--pause")).toMatchObject([
    { title: "Lamp", tags: ["shop", "all"], pausedAt: expect.any(Number) },
    { title: "Chair", tags: ["all"], pausedAt: expect.any(Number) },
  ]);
  expect((await run("list", "--state", "paused", "--json")).json()).toHaveLength(2);
  expect(await told("Chair", "--resume")).toMatchObject([{ pausedAt: null }]);
  expect((await run("list", "--state", "paused", "--json")).json()).toMatchObject([{ title: "Lamp" }]);
});

test.each([
  [["any-change"], [{ kind: "any-change" }]],
  [["adds=sold out"], [{ kind: "adds", words: { as: "words", text: "sold out" } }]],
  [["lacks=/a+b=/"], [{ kind: "lacks", words: { as: "pattern", text: "a+b=" } }]],
  [
    ["above=-1.5", "gone"],
    [{ kind: "number-above", limit: -1.5 }, { kind: "gone" }],
  ],
  [["by=5%"], [{ kind: "number-changed-by", amount: 5, unit: "percent", direction: "any" }]],
  [["by=2"], [{ kind: "number-changed-by", amount: 2, unit: "absolute" }]],
  [
    ["usual", "back"],
    [{ kind: "any-change" }, { kind: "gone" }, { kind: "unsure" }, { kind: "back" }],
  ],
  [["nothing"], []],
])("--tell %j is what is told", async (words, conditions) => {
  const [{ conditions: now }] = (await told("Lamp", ...words.flatMap((word) => ["--tell", word]))) as [
    { conditions: unknown[] },
  ];
  expect(now).toEqual(conditions.map((each) => expect.objectContaining(each)));
});

test("what cannot be used is said", async () => {
  const cases: [string[], number, RegExp][] = [
    [["Lamp"], EXIT.usage, /say what is to change/],
    [["--pause"], EXIT.usage, /say what is to change/],
    [["Lamp", "--pause", "--resume"], EXIT.usage, /cannot both/],
    [["Lamp", "Chair", "--title", "Both"], EXIT.usage, /of one follow/],
    [["Lamp", "--every", "often"], EXIT.usage, /10m/],
    [["Lamp", "--every", "1h", "--cron", "0 8 * * *"], EXIT.usage, /not both/],
    [["Lamp", "--zone", "Europe/Vienna"], EXIT.usage, /of --cron/],
    [["Lamp", "--cron", "0 99 * * *"], EXIT.input, /./],
    [["Lamp", "--tell", "below=cheap"], EXIT.usage, /"below=cheap" is nothing that --tell takes/],
    [["Lamp", "--tell", "sometimes"], EXIT.usage, /nothing that --tell takes/],
    [["Lamp", "--tell", "nothing", "--tell", "gone"], EXIT.usage, /cannot both/],
    [["Lamp", "--tell", "adds=/(/"], EXIT.input, /./],
    [["Nobody", "--pause"], EXIT.input, /no follow is called "Nobody"/],
  ];
  for (const [args, exitCode, message] of cases) {
    const ran = await run("set", ...args);
    expect([args, ran.exitCode, ran.error]).toEqual([args, exitCode, expect.stringMatching(message)]);
  }
});

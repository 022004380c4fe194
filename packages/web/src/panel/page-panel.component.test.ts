import { PageSource } from "@tessera/model";
import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import PagePanel from "./PagePanel.svelte";

const ORIGIN = "https://club.example";
const STEPS = [
  { kind: "click", selector: 'role=button[name="More"]' },
  { kind: "typeSecret", selector: "input", secret: "password", enter: true },
  { kind: "wait", ms: 1_500 },
];
const TRIED = {
  fetcher: "browser",
  failure: null,
  advice: null,
  status: 200,
  finalUrl: `${ORIGIN}/boats`,
  tookMs: 1_234,
  bytes: 10,
  title: "Boats",
  picture: "UklGRg==",
  source: "<p>",
  steps: [
    { picture: "UklGRg==", message: null },
    { picture: null, message: "step 2 did not work" },
  ],
  blocks: [{ followId: "f", title: "Boats", verdict: "gone", excerpt: "" }],
};

let server: FakeServer;
let shown: Mounted;
let saved: unknown[];

async function open(settings: object = {}, answers: Parameters<typeof fakeServer>[0] = {}): Promise<void> {
  server = await fakeServer({
    "GET /secrets": () => [],
    "PUT /secrets": ({ body }) => body,
    "POST /pages/try": () => TRIED,
    ...answers,
  });
  saved = [];
  shown = mounted(PagePanel, {
    source: PageSource.parse({ url: `${ORIGIN}/`, ...settings }),
    page: null,
    onsave: async (source: unknown) => void saved.push(source),
    onclose: () => {},
  });
}

afterEach(async () => {
  await shown.close();
  server.close();
});

const click = (name: string): void => shown.fire(shown.button(name), new MouseEvent("click", { bubbles: true }));

async function save(): Promise<unknown> {
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => saved).toHaveLength(1);
  return saved[0];
}

test("steps are told in words, moved, deleted and added", async () => {
  await open({ steps: STEPS });
  expect(shown.text()).toContain("Press “More”");
  expect(shown.text()).toContain("Type the secret “password” into “input”");
  expect(shown.text()).toContain("Wait 1.5 s");
  click("Move step 3 up");
  click("Delete step 1");
  click("Add a step");
  shown.write(shown.one('li:last-child input[dir="ltr"]'), "#more");
  expect(await save()).toMatchObject({
    steps: [STEPS[2], STEPS[1], { kind: "click", selector: "#more" }],
  });
});

test("a secret value goes to the server when it is saved, is gone from the form, and only its name is kept", async () => {
  await open();
  click("Add a header");
  shown.write(shown.one('[placeholder="Name"]'), "X-Key");
  const value = shown.one<HTMLInputElement>('[placeholder="Value"]');
  expect(value.type).toBe("password");
  shown.write(value, "hunter2");
  expect(await save()).toMatchObject({ headers: [{ name: "X-Key", secret: "header x-key" }] });
  expect(server.sent("PUT /secrets")).toEqual([{ origin: ORIGIN, name: "header x-key", value: "hunter2" }]);
  expect(shown.one<HTMLInputElement>('[placeholder="set"]').value).toBe("");
  expect(JSON.stringify(saved)).not.toContain("hunter2");
});

test("what a person has opened stays open while they fill in something else", async () => {
  await open();
  const steps = shown.one<HTMLDetailsElement>("details");
  steps.open = true;
  shown.fire(steps, new Event("toggle"));
  click("Add a header");
  click("Add a cookie");
  expect(steps.open).toBe(true);
});

test("what was stored before is only said to be set, and stays where nothing is typed", async () => {
  await open({ cookies: [{ name: "session", secret: "cookie session" }] });
  expect(shown.text()).toContain("A value is stored. Type another to replace it.");
  expect(await save()).toMatchObject({ cookies: [{ name: "session", secret: "cookie session" }] });
  expect(server.sent("PUT /secrets")).toEqual([]);
});

test("what comes of trying stands beside: status, address, each step with its picture, blocks that are missing", async () => {
  await open({ steps: STEPS });
  click("Try it now");
  await expect.poll(() => shown.text()).toContain("Boats: not found for sure");
  expect(shown.text()).toContain(`${ORIGIN}/boats`);
  expect(shown.text()).toContain("1.2 s");
  expect(shown.text()).toContain("step 2 did not work");
  expect(shown.root.querySelectorAll("img")).toHaveLength(2);
});

test("a setting that the server refuses is said, and nothing is saved", async () => {
  await open({}, { "POST /pages/try": () => refused("invalid", 422) });
  click("Try it now");
  await expect.poll(() => shown.root.querySelector("[role=alert]")?.textContent).toContain("not right");
  expect(saved).toEqual([]);
});

test("what is pressed and filled in in the open page becomes steps, and the page is left with the panel", async () => {
  const box = [10, 10, 100, 20];
  const controls = [
    { kind: "field", name: "Name", box, options: [] },
    { kind: "press", name: "More", box, options: [] },
  ];
  const view = { url: `${ORIGIN}/`, title: "Boats", picture: "UklGRg==", controls };
  await open(
    {},
    {
      "POST /recordings": () => ({ id: "open", view }),
      "POST /recordings/open/steps": ({ body }) => ({
        step: { ...(body as { step: object }).step, selector: "#found" },
        view,
      }),
      "DELETE /recordings/open": () => ({}),
    },
  );
  click("Show the steps in the page");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 0");
  click("Fill in Name");
  shown.write(shown.one("form input"), "robin");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.text()).toContain("Steps recorded: 1");
  click("Press More");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 2");
  click("Done");
  expect(await save()).toMatchObject({
    steps: [
      { kind: "type", selector: "#found", text: "robin" },
      { kind: "click", selector: "#found" },
    ],
  });
});

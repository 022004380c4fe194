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
  document: null,
  source: "<p>",
  steps: [
    { picture: "UklGRg==", message: null },
    { picture: null, message: "step 2 did not work" },
  ],
  blocks: [
    { followId: "f", title: "Boats", verdict: "gone", isBlank: false, excerpt: "" },
    { followId: "g", title: "Chart", verdict: "found", isBlank: true, excerpt: "" },
  ],
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

test("what is tried goes with the trial and is stored nowhere, until it is saved: in place of what was stored", async () => {
  await open({ headers: [{ name: "x-key", secret: "header x-key" }] });
  const [value] = shown.root.querySelectorAll<HTMLInputElement>('[placeholder="set"]');
  shown.write(value!, "hunter2");
  click("Add a cookie");
  shown.write(
    [...shown.root.querySelectorAll<HTMLInputElement>('[placeholder="Name"]')].find((at) => at.value === "")!,
    "session",
  );
  shown.write(shown.one('[placeholder="Value"]'), "swordfish");
  click("Try it now");
  await expect.poll(() => shown.text()).toContain("1.2 s");
  const tried = {
    source: {
      headers: [{ name: "x-key", secret: "header x-key" }],
      cookies: [{ name: "session", secret: "cookie session" }],
    },
    secrets: [
      { origin: ORIGIN, name: "cookie session", value: "swordfish" },
      { origin: ORIGIN, name: "header x-key", value: "hunter2" },
    ],
  };
  expect(server.sent("POST /pages/try")).toEqual([expect.objectContaining({ secrets: tried.secrets })]);
  expect(server.sent("POST /pages/try")).toMatchObject([tried]);
  expect(server.sent("PUT /secrets")).toEqual([]);
  expect(await save()).toMatchObject(tried.source);
  expect(server.sent("PUT /secrets")).toEqual(tried.secrets);
});

test("of secrets that could not all be stored those that are new are taken back, and nothing is saved", async () => {
  await open(
    { headers: [{ name: "X-Key", secret: "header x-key" }] },
    {
      "GET /secrets": () => [{ origin: ORIGIN, name: "header x-key" }],
      "PUT /secrets": ({ body }) =>
        (body as { name: string }).name.startsWith("header") ? refused("too-many", 429) : (body as object),
      "DELETE /secrets": () => ({}),
    },
  );
  shown.write(shown.one('[placeholder="set"]'), "hunter2");
  click("Add a cookie");
  shown.write(
    [...shown.root.querySelectorAll<HTMLInputElement>('[placeholder="Name"]')].find((at) => at.value === "")!,
    "session",
  );
  shown.write(shown.one('[placeholder="Value"]'), "swordfish");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.root.querySelector("[role=alert]")).not.toBeNull();
  const removed = server.asked.filter(({ method }) => method === "DELETE").map(({ path }) => path);
  expect(removed).toEqual([expect.stringContaining("name=cookie")]);
  expect(saved).toEqual([]);
});

test("a stored secret stays where the name of its header is corrected", async () => {
  await open({ headers: [{ name: "X-Kye", secret: "header x-kye" }] });
  shown.write(shown.one('[placeholder="Name"]'), "X-Key");
  expect(await save()).toMatchObject({ headers: [{ name: "X-Key", secret: "header x-kye" }] });
  expect(server.sent("PUT /secrets")).toEqual([]);
});

test("a header that is half filled in is neither tried nor saved, and said", async () => {
  await open();
  click("Add a header");
  const canSave = (): boolean => !shown.button("Open it like this").disabled;
  expect(canSave()).toBe(true);
  shown.write(shown.one('[placeholder="Name"]'), "X-Key");
  expect([canSave(), shown.text()]).toEqual([false, expect.stringContaining("has no name or no value yet")]);
  shown.write(shown.one('[placeholder="Value"]'), "hunter2");
  expect(canSave()).toBe(true);
  shown.write(shown.one('[placeholder="Name"]'), " ");
  expect(canSave()).toBe(false);
});

test("another page of the same site keeps its secret", async () => {
  const names = ["header x-key"];
  await open(
    {},
    {
      "GET /secrets": () => names.map((name) => ({ origin: ORIGIN, name })),
      "PUT /secrets": ({ body }) => void names.push((body as { name: string }).name),
    },
  );
  click("Add a header");
  shown.write(shown.one('[placeholder="Name"]'), "X-Key");
  shown.write(shown.one('[placeholder="Value"]'), "hunter2");
  expect(await save()).toMatchObject({ headers: [{ name: "X-Key", secret: "header x-key 2" }] });
  expect(names).toEqual(["header x-key", "header x-key 2"]);
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
  expect(shown.text()).toContain("Chart: found, but there is nothing to see in it");
  expect(shown.text()).toContain(`${ORIGIN}/boats`);
  expect(shown.text()).toContain("1.2 s");
  expect(shown.text()).toContain("This step did not work.");
  expect(shown.root.querySelectorAll("img")).toHaveLength(2);
});

test("a page that no browser rendered is shown in a frame that may do nothing, with its HTML to be unfolded", async () => {
  const document = "<!doctype html><p>12 boats</p>";
  const source = "<p>12 boats<script>alert()</script>";
  await open(
    {},
    { "POST /pages/try": () => ({ ...TRIED, fetcher: "http", steps: [], picture: null, document, source }) },
  );
  click("Try it now");
  await expect.poll(() => shown.root.querySelector("iframe")?.getAttribute("srcdoc")).toBe(document);
  const frame = shown.one("iframe");
  expect(frame.getAttribute("sandbox")).toBe("");
  expect(frame.title).toBe("The page that came, without its scripts");
  expect(frame.tabIndex).toBe(0);
  const unfolded = [...shown.root.querySelectorAll("details")].find((at) => at.contains(shown.one("pre")));
  expect(unfolded?.querySelector("summary")?.textContent).toBe("The HTML that came");
  expect(shown.one("pre").textContent).toBe(source);
});

test("of a page that is too large to be shown there is the HTML", async () => {
  await open({}, { "POST /pages/try": () => ({ ...TRIED, fetcher: "http", steps: [], picture: null }) });
  click("Try it now");
  await expect.poll(() => shown.root.querySelector("pre")?.textContent).toBe("<p>");
  expect(shown.root.querySelector("iframe")).toBeNull();
});

test("a setting that the server refuses is said, and nothing is saved", async () => {
  await open({}, { "POST /pages/try": () => refused("invalid", 422) });
  click("Try it now");
  await expect.poll(() => shown.root.querySelector("[role=status] .app-wrong")?.textContent).toContain("not right");
  expect(saved).toEqual([]);
});

test("a page that could not be opened says why in the words of the person, and what the server said", async () => {
  const failure = { code: "dns", message: "club.example: ENOTFOUND", retryAfterMs: null };
  await open({}, { "POST /pages/try": () => ({ ...TRIED, fetcher: "http", failure, steps: [], picture: null }) });
  click("Try it now");
  const said = () => shown.root.querySelector("[role=status]")?.textContent ?? "";
  await expect.poll(said).toContain("There is no such address.");
  expect(said()).toContain("ENOTFOUND");
});

test("a step that says nothing yet is neither tried nor saved, and said", async () => {
  await open({ steps: STEPS });
  click("Add a step");
  await expect.poll(() => shown.root.textContent).toContain("Step 4 does not say yet which element it means.");
  expect(shown.root.textContent).toContain("Press “…”");
  for (const name of ["Try it now", "Open it like this"])
    expect((shown.button(name) as HTMLButtonElement).disabled).toBe(true);
  click("Delete step 4");
  await expect.poll(() => (shown.button("Try it now") as HTMLButtonElement).disabled).toBe(false);
});

test("steps that wait for longer than a capture may take are neither tried nor saved, and said", async () => {
  await open({ steps: [30_000, 30_000, 30_000, 1_000].map((ms) => ({ kind: "wait", ms })) });
  await expect.poll(() => shown.text()).toContain("All waits together may be 90 seconds at most.");
  for (const name of ["Try it now", "Open it like this"]) expect(shown.button(name).disabled).toBe(true);
  click("Delete step 4");
  await expect.poll(() => shown.button("Try it now").disabled).toBe(false);
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

test("a secret that is typed in the open page goes with its step, and is stored when all of it is saved", async () => {
  const box = [10, 10, 100, 20];
  const controls = [{ kind: "password", name: "Password", box, options: [] }];
  const view = { url: `${ORIGIN}/login`, title: "Boats", picture: "UklGRg==", controls };
  await open(
    {},
    {
      "GET /secrets": () => [{ origin: ORIGIN, name: "password" }],
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
  click("Fill in the secret Password");
  shown.write(shown.one("form input[type=password]"), "hunter2");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.text()).toContain("Steps recorded: 1");
  const typed = [{ origin: ORIGIN, name: "password", value: "hunter2" }];
  expect(server.sent("POST /recordings/open/steps")).toMatchObject([{ secrets: typed }]);
  click("Done");
  click("Try it now");
  await expect.poll(() => shown.text()).toContain("1.2 s");
  expect(server.sent("POST /pages/try")).toMatchObject([{ secrets: typed }]);
  expect(server.sent("PUT /secrets")).toEqual([]);
  click("Try it now");
  expect(await save()).toMatchObject({ steps: [{ kind: "typeSecret", selector: "#found", secret: "password" }] });
  expect(server.sent("PUT /secrets")).toEqual(typed);
});

test("the last step is taken back in a page that is opened anew, and what is to be there is waited for", async () => {
  const controls = [{ kind: "press", name: "More", box: [10, 10, 100, 20], options: [] }];
  const view = { url: `${ORIGIN}/`, title: "Boats", picture: "UklGRg==", controls };
  const before = { kind: "wait", ms: 1_500 };
  await open(
    { steps: [before] },
    {
      "POST /recordings": () => ({ id: "open", view }),
      "POST /recordings/open/steps": ({ body }) => {
        const { step, at } = body as { step: { kind: string }; at?: object };
        return { step: at ? { ...step, selector: "#found" } : step, view };
      },
      "DELETE /recordings/open": () => ({}),
    },
  );
  click("Show the steps in the page");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 0");
  // what was there before is for the list of steps
  expect(shown.button("Undo the last step").disabled).toBe(true);
  click("Scroll to the top");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 1");
  click("Press More");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 2");
  click("Undo the last step");
  await expect.poll(() => server.sent("POST /recordings")).toHaveLength(2);
  const scroll = { kind: "scroll", to: "top" };
  expect(server.sent("POST /recordings")[1]).toMatchObject({ source: { steps: [before, scroll] } });
  await expect.poll(() => shown.text()).toContain("Steps recorded: 1");
  click("Wait for something");
  click("Wait for “More”");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 2");
  // once only: the next press is a press again
  click("Press More");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 3");
  click("Wait for something");
  shown.write(shown.one("form input"), ".boats li");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.text()).toContain("Steps recorded: 4");
  click("Done");
  expect(await save()).toMatchObject({
    steps: [
      before,
      scroll,
      { kind: "waitFor", selector: "#found" },
      { kind: "click", selector: "#found" },
      { kind: "waitFor", selector: ".boats li" },
    ],
  });
});

test("a page that was closed meanwhile says why, and opens again with the steps so far", async () => {
  const controls = [{ kind: "press", name: "More", box: [10, 10, 100, 20], options: [] }];
  const view = { url: `${ORIGIN}/`, title: "Boats", picture: "UklGRg==", controls };
  let isOpen = true;
  await open(
    {},
    {
      "POST /recordings": () => ({ id: "open", view }),
      "POST /recordings/open/steps": () =>
        isOpen
          ? { step: { kind: "click", selector: "#more" }, view }
          : Response.json({ code: "not-found", reason: "page-closed" }, { status: 404 }),
      "DELETE /recordings/open": () => ({}),
    },
  );
  click("Show the steps in the page");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 0");
  click("Press More");
  await expect.poll(() => shown.text()).toContain("Steps recorded: 1");
  isOpen = false;
  click("Press More");
  await expect.poll(() => shown.text()).toContain("if somebody waits for the browser");
  click("Open it again");
  await expect.poll(() => server.sent("POST /recordings")).toHaveLength(2);
  expect(server.sent("POST /recordings")[1]).toMatchObject({
    source: { steps: [{ kind: "click", selector: "#more" }] },
  });
});

test("who chooses to go without a browser is told that steps need one", async () => {
  await open({ steps: STEPS, fetcher: "http" });
  const told = "with them the page is always fetched with one";
  expect(shown.text()).toContain(told);
  for (const step of [3, 2, 1]) click(`Delete step ${step}`);
  await expect.poll(() => shown.text()).not.toContain(told);
});

import { afterEach, beforeEach, expect, test } from "vitest";
import App from "../App.svelte";
import { type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { go, startRouter } from "../shell/router.svelte.ts";
import { recognise, session } from "../shell/session.svelte.ts";
import Join from "./Join.svelte";
import Login from "./Login.svelte";

const NOBODY = { name: "Tessera", needsSetUp: false, isLoggedIn: false };

let isIn: boolean;
let needsSetUp: boolean;
let answer: () => unknown;
let server: FakeServer;
let shown: Mounted;

startRouter();
beforeEach(async () => {
  isIn = false;
  needsSetUp = false;
  answer = () => {
    isIn = true;
  };
  server = await fakeServer({
    "GET /instance": () => ({ ...NOBODY, needsSetUp, isLoggedIn: isIn }),
    "POST /login": () => answer(),
    "POST /join": () => answer(),
  });
  location.hash = "";
});
afterEach(async () => {
  await shown.close();
  server.close();
});

function send(values: Readonly<Record<string, string>>): void {
  for (const [id, value] of Object.entries(values)) shown.write(shown.one<HTMLInputElement>(`#${id}`), value);
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}

const alert = (): string | undefined => shown.root.querySelector("[role=alert]")?.textContent ?? undefined;
const CREDENTIALS = { name: "ada", password: "correct horse" };

test("whoever logs in is recognised", async () => {
  shown = mounted(Login, {});
  send(CREDENTIALS);
  await expect.poll(() => session().kind).toBe("person");
  expect(server.sent("POST /login")).toEqual([CREDENTIALS]);
});

test.each([
  ["wrong-login", 401, "Wrong name or password."],
  ["too-many", 429, "Too many attempts. Wait a minute and try again."],
] as const)("a login that is refused as %s says so, and can be tried again", async (code, status, sentence) => {
  shown = mounted(Login, {});
  answer = () => refused(code, status);
  send(CREDENTIALS);
  await expect.poll(alert).toBe(sentence);
  expect([session().kind, shown.one<HTMLInputElement>("#name").value]).toEqual(["nobody", "ada"]);
  expect(shown.button("Log in").disabled).toBe(false);
});

test("a login while the server is away says that, and a second one takes the sentence away", async () => {
  shown = mounted(Login, {});
  answer = () => {
    throw new TypeError("nobody listens");
  };
  send(CREDENTIALS);
  await expect.poll(alert).toBe("The server is not responding.");
  const held = new HeldAnswer();
  answer = held.give;
  send(CREDENTIALS);
  expect([alert(), shown.button("Log in").disabled]).toEqual([undefined, true]);
  held.letGo();
});

test("an invitation makes an account with the secret of its link, called by the login name where nothing else is written", async () => {
  location.hash = "#s3cret";
  shown = mounted(Join, { isSetUp: false });
  send({ ...CREDENTIALS, displayName: "  " });
  await expect.poll(() => session().kind).toBe("person");
  expect(server.sent("POST /join")).toMatchObject([{ ...CREDENTIALS, displayName: "ada", secret: "s3cret" }]);
});

test("that a name is taken is said in the person's language, and none of the server's words", async () => {
  location.hash = "#s3cret";
  shown = mounted(Join, { isSetUp: false });
  const problem = { code: "conflict", reason: "name-taken", detail: "in English" };
  answer = () => Response.json(problem, { status: 409 });
  send({ ...CREDENTIALS, displayName: "Ada" });
  await expect.poll(alert).toBe("Somebody has this name already. Choose another.");
  answer = () => refused("conflict", 409);
  send({});
  await expect.poll(alert).toBe("This is already taken. Choose another.");
});

const linkUsed = () => Response.json({ code: "not-found", reason: "link-used" }, { status: 404 });

test("a used invitation says to ask for a new one, a used set-up link where a new one comes from", async () => {
  answer = linkUsed;
  location.hash = "#s3cret";
  shown = mounted(Join, { isSetUp: false });
  send(CREDENTIALS);
  await expect.poll(alert).toBe("The link has been used or has expired. Ask for a new one.");
  await shown.close();

  needsSetUp = true;
  location.hash = "#s3cret";
  shown = mounted(Join, { isSetUp: true });
  send(CREDENTIALS);
  await expect.poll(alert).toBe("The link has been used or has expired. Start the server again: it prints a new one.");
});

test("whoever opens the set-up link of an instance that has an owner can log in, also when it was used meanwhile", async () => {
  go("/set-up#s3cret");
  needsSetUp = true;
  await recognise();
  shown = mounted(App, {});
  await expect.poll(() => shown.text()).toContain("Create my account");
  answer = linkUsed;
  needsSetUp = false;
  send(CREDENTIALS);
  await expect.poll(() => shown.text()).toContain("This Tessera has been set up already.");
  expect(shown.button("Log in").disabled).toBe(false);
  go("/");
  await expect.poll(() => shown.text()).not.toContain("set up already");
});

test.each([
  [false, "This link is incomplete."],
  [true, "Open the one-time link that the server printed when it started."],
])("without a secret there is no form (set-up: %s)", (isSetUp, sentence) => {
  shown = mounted(Join, { isSetUp });
  expect([shown.root.querySelector("form"), shown.text().includes(sentence)]).toEqual([null, true]);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

let instance: TestInstance;
let hook: LoopbackSite;
/** What the receiver answers, and what it was sent. */
let status: number;
let received: unknown[];

const environment = () => ({
  ...instance.environment,
  TESSERA_PRIVATE_CHANNEL_HOSTS: `127.0.0.1:${hook.port}`,
});
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: environment() }, "channel", ...args);
const piped = (input: string, ...args: string[]): Promise<Ran> =>
  tesseraWith({ environment: environment(), input }, "channel", ...args);
const address = (): string => `url=http://127.0.0.1:${hook.port}/topic`;

beforeEach(async () => {
  [status, received] = [204, []];
  instance = await openTestInstance();
  hook = await startSite((request, response) => {
    received.push(request.headers.authorization ?? request.headers["webhook-id"]);
    request.resume();
    response.writeHead(status).end();
  });
  await tesseraWith({ environment: environment() }, "user", "add", "ada");
});
afterEach(async () => {
  await hook.close();
  await instance.close();
});

test("a channel is added, listed without its secret, tested and removed", async () => {
  expect((await run("list")).error).toMatch(/no channel yet/);
  const added = await piped("very-secret\n", "add", "ntfy", address(), "--secret-file", "-", "--name", "Phone");
  expect([added.exitCode, added.out]).toEqual([EXIT.ok, expect.stringMatching(/^Phone is a channel now/)]);
  const listed = await run("list");
  expect(listed.out).toMatch(/Phone +ntfy +http:\/\/127\.0\.0\.1:\d+\/topic +no +open/);
  const [phone] = (await run("list", "--json")).json() as { id: string }[];
  expect(listed.out + JSON.stringify(phone)).not.toContain("very-secret");
  expect((await run("test", "phone")).out).toBe("a test message was sent to Phone");
  expect(received).toEqual(["Bearer very-secret"]);
  status = 404;
  const refused = await run("test", phone?.id.slice(-8) ?? "", "--json");
  expect([refused.exitCode, refused.json()]).toEqual([
    EXIT.no,
    [{ id: phone?.id, name: "Phone", isSent: false, reason: "refused", error: expect.stringContaining("404") }],
  ]);
  expect((await run("test", "Phone")).error).toMatch(/Phone does not work: .*404/);
  expect((await run("remove", "Phone")).out).toBe("Phone is removed");
  expect((await run("list", "--json")).json()).toEqual([]);
});

test("a webhook without a secret gets one that is shown once, and mail says where no server sends it", async () => {
  const [hooked] = (await run("add", "webhook", address(), "--default", "--json")).json();
  expect(hooked).toMatchObject({
    name: "webhook",
    isDefault: true,
    target: { signingSecret: "(unchanged)" },
    signingSecret: expect.stringMatching(/^[\w-]{32}$/),
  });
  const mail = await run("add", "email", "to=you@example.com");
  expect([mail.exitCode, mail.error]).toEqual([EXIT.ok, expect.stringContaining("TESSERA_SMTP_HOST")]);
  expect((await run("list")).out).toMatch(/email +email +you@example\.com +no +no mail server/);
  const other = { ...environment(), TESSERA_SMTP_HOST: "mail.example" };
  expect((await tesseraWith({ environment: other }, "channel", "list")).out).not.toContain("no mail server");
});

test("times of a digest and parts of messages are set, and a webhook can do without a secret", async () => {
  const bare = await run("add", "webhook", address(), "--unsigned", "--name", "Home", "--digest", "08:00 mon-fri");
  expect([bare.exitCode, bare.error]).toEqual([EXIT.ok, expect.stringContaining("not signed")]);
  const home = async () => (await run("list", "--json")).json()[0];
  expect(await home()).toMatchObject({
    gathering: { kind: "digest", pattern: "08:00 mon-fri" },
    warnings: ["unsigned"],
    nextDigests: [expect.any(Number), expect.any(Number), expect.any(Number)],
  });
  const set = await run(
    "set",
    "Home",
    "--digest",
    "18:00",
    "--even-empty",
    "--parts",
    "title, after,link",
    "--max-length",
    "99",
  );
  expect(set.out).toMatch(/^Home is changed\nnext digests: .*, .*, .*$/);
  expect(await home()).toMatchObject({
    gathering: { pattern: "18:00", isSentEmpty: true },
    form: { parts: ["title", "after", "link"], maxLength: 99 },
  });
  await run("set", "Home", "--digest", "off", "--parts", "usual", "--max-length", "usual");
  expect(await home()).toMatchObject({ gathering: { kind: "each" }, form: null, nextDigests: [] });
  expect((await run("set", "Home", "--parts", "title,title")).error).toMatch(/--parts are of title, change/);
  expect((await run("set", "Home", "--max-length", "3")).error).toMatch(/--max-length/);
  expect((await run("set", "Home", "--digest", "never")).exitCode).not.toBe(EXIT.ok);
  expect((await run("set", "Home")).exitCode).toBe(EXIT.usage);
  expect((await run("add", "ntfy", address(), "--unsigned")).exitCode).toBe(EXIT.usage);
});

test("what is not said of a digest and of the form of messages stays", async () => {
  await run("add", "email", "to=you@example.com", "--name", "Mail");
  const mail = async () => (await run("list", "--json")).json()[0];
  for (const late of ["--zone=Asia/Tokyo", "--even-empty", "--digest=off --even-empty"]) {
    expect((await run("set", "Mail", ...late.split(" "))).error).toMatch(/say its times with --digest/);
  }
  await run("set", "Mail", "--digest", "08:00", "--zone", "Asia/Tokyo", "--even-empty", "--parts", "title,link");
  await run("set", "Mail", "--digest", "09:00", "--max-length", "99");
  const digest = { kind: "digest", pattern: "09:00", timeZone: "Asia/Tokyo", isSentEmpty: true };
  expect(await mail()).toMatchObject({ gathering: digest, form: { parts: ["title", "link"], maxLength: 99 } });
  await run("set", "Mail", "--zone", "Europe/Berlin", "--parts", "link");
  const elsewhere = { ...digest, timeZone: "Europe/Berlin" };
  expect(await mail()).toMatchObject({ gathering: elsewhere, form: { parts: ["link"], maxLength: 99 } });
  await run("set", "Mail", "--skip-empty");
  expect(await mail()).toMatchObject({ gathering: { pattern: "09:00", timeZone: "Europe/Berlin" } });
  expect(await mail()).not.toMatchObject({ gathering: { isSentEmpty: true } });
  expect((await run("set", "Mail", "--skip-empty", "--even-empty")).exitCode).toBe(EXIT.usage);
});

test("a channel is paused and resumed, and nothing else of it changes", async () => {
  await run("add", "email", "to=you@example.com", "--name", "Mail", "--default");
  const mail = async () => (await run("list", "--json")).json()[0];
  expect((await run("set", "Mail", "--pause")).exitCode).toBe(EXIT.ok);
  expect(await mail()).toMatchObject({ isDefault: true, pausedAt: expect.any(Number) });
  expect((await run("set", "Mail", "--name", "Post")).exitCode).toBe(EXIT.ok);
  expect(await mail()).toMatchObject({ pausedAt: expect.any(Number) });
  expect((await run("set", "Post", "--resume")).exitCode).toBe(EXIT.ok);
  expect(await mail()).toMatchObject({ isDefault: true, pausedAt: null });
  expect((await run("set", "Post", "--pause", "--resume")).exitCode).toBe(EXIT.usage);
});

test("mistakes are told in one line", async () => {
  writeFileSync(join(instance.folder, "empty"), "\n");
  for (const [args, exitCode, words] of [
    [[], EXIT.usage, /Usage/],
    [["add"], EXIT.usage, /Usage/],
    [["list", "more"], EXIT.usage, /Usage/],
    [["dance", "x"], EXIT.usage, /Usage/],
    [["add", "pigeon"], EXIT.usage, /KIND is one of/],
    [["add", "email", "to=nobody"], EXIT.usage, /to missing or wrong/],
    [["add", "email", "to=a@example.com", "--name", ""], EXIT.usage, /--name/],
    [["add", "ntfy", address(), "--secret-file", join(instance.folder, "empty")], EXIT.input, /empty/],
    [["add", "ntfy", address(), "--secret-file", join(instance.folder, "nowhere")], EXIT.input, /ENOENT/],
    [["test", "nobody"], EXIT.input, /no channel is called "nobody"/],
    [["remove"], EXIT.usage, /Usage/],
  ] as const) {
    const ran = await run(...args);
    expect([args, ran.exitCode, ran.error]).toEqual([args, exitCode, expect.stringMatching(words)]);
  }
  for (let count = 0; count < 2; count++) await run("add", "webhook", address());
  expect((await run("remove", "webhook")).error).toMatch(/2 channels are called so: \w{8}, \w{8}; give the id/);
});

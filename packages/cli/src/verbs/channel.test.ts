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
    [{ id: phone?.id, name: "Phone", isSent: false, error: expect.stringContaining("404") }],
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

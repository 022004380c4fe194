import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { lockInstance, tellAddress } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tessera, tesseraWith } from "../tessera.fixture.ts";
import { VERBS } from "./run-command.ts";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);
/** An instance with its owner in it. */
const addOwner = (): Promise<Ran> => run("user", "add", "ada");
const data = (): string => instance.environment.TESSERA_DATA ?? "";

beforeEach(async () => {
  instance = await openTestInstance();
});
afterEach(() => instance.close());

test("the first person is the owner, the others are members, and passwords are shown once or never", async () => {
  expect((await run("list")).error).toMatch(/no instance.*tessera user add/);
  expect(existsSync(data())).toBe(false);
  const owner = await run("user", "add", "Ada");
  expect(owner.out).toMatch(/ada is the owner[\s\S]*shown this once: \S{20}/);
  const given = await tesseraWith(
    { environment: instance.environment, input: "correct horse\n" },
    "user",
    "add",
    "bob",
    "--password-file",
    "-",
    "--json",
  );
  expect(given.json()).toMatchObject([{ name: "bob", role: "member" }]);
  expect(given.out).not.toMatch(/password/);
  expect((await run("user", "add", "bob")).exitCode).toBe(EXIT.input);
  expect((await run("user", "add", "not a name")).exitCode).toBe(EXIT.usage);
  expect((await run("user", "list")).out).toMatch(/ada +Ada +owner[\s\S]*bob +bob +member/);
  expect((await run("user", "list", "--json")).json()).toHaveLength(2);
});

test("a password is reset to one that is shown once or given, and not to a short one", async () => {
  await addOwner();
  const [reset] = (await run("user", "password", "ada", "--json")).json() as { password: string }[];
  expect(reset?.password).toMatch(/^\S{20}$/);
  writeFileSync(join(instance.folder, "short"), "short");
  const short = await run("user", "password", "ada", "--password-file", join(instance.folder, "short"));
  expect([short.exitCode, short.error]).toEqual([EXIT.input, expect.stringMatching(/8 to 1000/)]);
  expect((await run("user", "password", "nobody")).exitCode).toBe(EXIT.input);
});

test("a new password ends the tokens of the person only where that is asked for, and says so where not", async () => {
  const at = (...args: string[]) => run("user", ...args);
  await at("add", "cem");
  await at("token", "cem");
  expect((await at("password", "cem")).out).toMatch(/1 API tokens of theirs go on; --revoke-tokens/);
  expect((await at("password", "cem", "--revoke-tokens")).out).toMatch(/all their sessions and tokens have ended/);
  expect((await at("password", "cem", "--json")).json()).toMatchObject([{ name: "cem", tokens: 0 }]);
});

test("an invitation is a link, a token is a secret of the scopes that were asked for", async () => {
  await addOwner();
  expect((await run("user", "invite", "--note", "for cem")).out).toMatch(/\/join#\S+/);
  expect((await run("user", "invite", "--role", "king")).exitCode).toBe(EXIT.usage);
  const [token] = (await run("user", "token", "ada", "--scopes", "read", "--days", "3", "--json")).json();
  expect(token).toMatchObject({ scopes: ["read"], secret: expect.stringMatching(/^tessera_/) });
  expect((await run("user", "token", "ada", "--scopes", "all")).exitCode).toBe(EXIT.usage);
  expect((await run("user", "token", "ada", "--server", "http://127.0.0.1:1")).exitCode).toBe(EXIT.usage);
  const named = { ...instance.environment, TESSERA_SERVER: "http://127.0.0.1:1" };
  expect((await tesseraWith({ environment: named }, "user", "token", "ada")).error).toMatch(/use --data/);
  expect((await run("user", "dance")).exitCode).toBe(EXIT.usage);
});

test("a page on a private network is refused with the way to allow it", async () => {
  await addOwner();
  const strict = { ...instance.environment, TESSERA_PRIVATE_HOSTS: "" };
  const refused = await tesseraWith({ environment: strict }, "follow", instance.url);
  expect([refused.exitCode, refused.error]).toEqual([
    EXIT.input,
    expect.stringMatching(/not on the public internet.*TESSERA_PRIVATE_HOSTS/),
  ]);
});

test("a mistyped verb is understood where one was meant", async () => {
  for (const [typed, meant] of [
    ["lst", "list"],
    ["histroy", "history"],
    ["shwo", "show"],
    ["diffs", "diff"],
    ["chekc", "check"],
  ] as const) {
    expect((await tessera(typed)).error).toContain(`did you mean "${meant}"?`);
  }
  expect((await tessera("dance")).error).toMatch(/one of serve, /);
});

test("while a server runs, verbs that visit pages say how to reach it, and readers go on", async () => {
  await addOwner();
  const unlock = lockInstance(data());
  try {
    for (const args of [["check"], ["follow", instance.url], ["doctor", "--repair"], ["serve"]]) {
      const ran = await run(...args);
      expect([args[0], ran.exitCode]).toEqual([args[0], EXIT.unavailable]);
      expect(ran.error).toMatch(args[0] === "serve" ? /already running/ : /wait until it has ended/);
    }
    // whatever port the call itself would have taken
    tellAddress(data(), "http://127.0.0.1:9");
    expect((await run("check")).error).toContain("--server http://127.0.0.1:9 --token TOKEN");
    expect((await run("serve")).error).toMatch(/already running.* at http:\/\/127\.0\.0\.1:9/);
    expect((await run("list")).exitCode).toBe(EXIT.ok);
    expect((await run("doctor")).exitCode).toBe(EXIT.ok);
  } finally {
    unlock();
  }
});

test("a backup is made beside a running server, verified, and is a whole instance again", async () => {
  await addOwner();
  const unlock = lockInstance(data());
  const target = join(instance.folder, "copy", "tessera.sqlite");
  expect((await run("backup", target)).out).toMatch(/verified/);
  unlock();
  expect((await run("backup", target)).error).toMatch(/--force/);
  expect((await run("backup", target, "--force", "--json")).json()).toMatchObject([{ file: target }]);
  const copy = await tesseraWith(
    { environment: { ...instance.environment, TESSERA_DATA: join(instance.folder, "copy") } },
    "user",
    "list",
    "--json",
  );
  expect(copy.json()).toMatchObject([{ name: "ada" }]);
  expect((await run("backup", "--data", join(instance.folder, "nowhere"))).exitCode).toBe(EXIT.input);
  expect(existsSync(join(instance.folder, "nowhere"))).toBe(false);
});

test("the doctor finds what is not in order, and repairs what follows from the rest", async () => {
  await addOwner();
  expect((await run("doctor")).out).toMatch(/0 findings[\s\S]*memory: (small|normal|large) \(this machine has \d+ MiB/);
  await run("follow", instance.url, "--text", "one");
  const file = new DatabaseSync(join(data(), "tessera.sqlite"));
  file.exec("update bodies set refs = refs + 1");
  file.close();
  const sick = await run("doctor");
  expect([sick.exitCode, sick.out]).toEqual([EXIT.no, expect.stringMatching(/wrong-count/)]);
  expect((await run("doctor", "--repair")).exitCode).toBe(EXIT.ok);
  expect((await run("doctor", "--json")).json()).toMatchObject([{ findings: [] }]);
});

test("the doctor warns of a set-up that takes protection away, and of proxies that the server met", async () => {
  await addOwner();
  const doctor = (settings: Record<string, string>, ...args: string[]) =>
    tesseraWith({ environment: { ...instance.environment, ...settings } }, "doctor", ...args);
  const https = { TESSERA_BASE_URL: "https://tessera.example" };
  const behind = await doctor(https);
  expect([behind.exitCode, behind.out]).toEqual([EXIT.ok, expect.stringMatching(/warning: .*TESSERA_TRUSTED_PROXIES/)]);
  const named = { ...https, TESSERA_TRUSTED_PROXIES: "127.0.0.1" };
  expect((await doctor(named)).out).not.toMatch(/TESSERA_TRUSTED_PROXIES/);
  const file = new DatabaseSync(join(data(), "tessera.sqlite"));
  const entry = file.prepare("insert into audit (id, at, action, address, detail) values (?, ?, ?, ?, '{}')");
  entry.run("019a0000-0000-7000-8000-000000000001", Date.now(), "untrusted-proxy", "10.9.8.7");
  file.close();
  expect((await doctor(named)).out).toMatch(/TESSERA_TRUSTED_PROXIES=10\.9\.8\.7/);
  // pages run in a browser without a sandbox exactly where everything belongs to root
  const [{ warnings }] = (await doctor({ ...named, TESSERA_BROWSER: process.execPath }, "--json")).json() as [
    { warnings: { code: string }[] },
  ];
  expect(warnings.some(({ code }) => code === "no-sandbox")).toBe(process.getuid?.() === 0);
});

test("an instance moves to another place and is the same there, and a worker wants a database", async () => {
  await addOwner();
  await run("follow", instance.url, "--text", "one");
  const target = join(instance.folder, "moved");
  expect((await run("migrate", "--to", target)).out).toMatch(/records moved and verified/);
  const moved = await tesseraWith({ environment: { ...instance.environment, TESSERA_DATA: target } }, "list", "--json");
  expect(moved.json()).toHaveLength(1);
  expect(moved.json()).toEqual((await run("list", "--json")).json());
  expect((await run("migrate")).exitCode).toBe(EXIT.usage);
  expect((await run("migrate", "--from", join(instance.folder, "nowhere"), "--to", target)).exitCode).toBe(EXIT.input);
  const unlock = lockInstance(data());
  expect((await run("migrate", "--to", join(instance.folder, "other"))).exitCode).toBe(EXIT.unavailable);
  unlock();
  expect((await run("work")).error).toMatch(/TESSERA_DATABASE/);
  expect((await run("work", "--pool", "deep")).exitCode).toBe(EXIT.usage);
});

test("a server that is none, does not answer or does not know the token is told from one another", async () => {
  const token = ["--token", "tessera_0123456789012345678901"];
  expect((await run("list", "--server", "not a url", ...token)).exitCode).toBe(EXIT.usage);
  expect((await run("list", "--server", instance.url)).error).toMatch(/wants a token/);
  expect((await run("list", "--server", instance.url, ...token)).error).toMatch(/is this a Tessera/);
  const silent = await run("list", "--server", "http://127.0.0.1:1", ...token);
  expect([silent.exitCode, silent.error]).toEqual([EXIT.unavailable, expect.stringMatching(/does not answer/)]);
});

test("a wrong setting is told in one line", async () => {
  const wrong = { ...instance.environment, TESSERA_PORT: "many", TESSERA_NONSENSE: "1" };
  const ran = await tesseraWith({ environment: wrong }, "list");
  expect([ran.exitCode, ran.error.split("\n").length]).toEqual([EXIT.usage, 1]);
});

test("every verb has help with its options, and every shell its completion", async () => {
  for (const [name, load] of Object.entries(VERBS)) {
    const { out, exitCode } = await tessera(name, "--help");
    expect(exitCode).toBe(EXIT.ok);
    expect(out).toMatch(new RegExp(`^tessera ${name}`));
    const { options } = await load();
    expect([name, Object.keys(options)]).toEqual([name, expect.arrayContaining(["json"])]);
    for (const option of Object.keys(options))
      expect([name, out]).toEqual([name, expect.stringContaining(`--${option}`)]);
  }
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await tessera("completion", shell);
    for (const name of Object.keys(VERBS)) expect(out).toContain(name);
    expect(out).toMatch(/--json|-l json/);
    expect((await tessera("completion", shell, "--json")).json()).toEqual([{ shell, script: out }]);
  }
  expect((await tessera("completion", "tcsh")).exitCode).toBe(EXIT.usage);
});

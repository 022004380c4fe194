/** The Dockerfile without a container engine: its steps in a bare directory, and what comes out of them as it is started. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../build/stamp.ts";
import { readDockerfile, type Stage } from "./dockerfile.ts";
import { type Image, ignoredBy, inside, makeImage } from "./make-image.ts";

const text = readFileSync(join(ROOT, "Dockerfile"), "utf8");
const stages = new Map(readDockerfile(text).map((stage) => [stage.name, stage]));
// beside the checkout, so that its packages can be linked instead of copied
const folder = mkdtempSync(join(ROOT, ".cache/image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the steps of both stages make a folder that starts as the image does, answers, and is healthy by its own check", async () => {
  const installed: string[] = [];
  const image = makeImage({
    context: ROOT,
    folder,
    target: "plain",
    // the same packages as those of `npm ci`, which `npm run image` runs: here it would take most of the time of this test
    instead(command, directory) {
      if (!command.startsWith("npm ci")) return false;
      installed.push(command);
      execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(directory, "node_modules")]);
      return true;
    },
  });
  expect(installed.length).toBe(1);
  const server = start(image);
  const port = new URL(await addressOf(server)).port;
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const [command = "", ...words] = image.healthcheck.map((word) => word.replace(":8420/", `:${port}/`));
  expect(command).toBe("node");
  await promisify(execFile)(process.execPath, words);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain("<script");
  expect(await end(server)).toBe(0);
  // its data is where the image says, and the program beside it needs nothing of the checkout
  expect(statSync(join(image.root, "data/tessera.sqlite")).isFile()).toBe(true);
}, 180_000);

test("the images run as somebody who cannot change the program", () => {
  for (const name of ["plain", "browser"]) {
    const users = usersOf(stages.get(name)!);
    expect(users.at(-1)).toBe("node");
  }
  const copies = stages.get("plain")!.steps.filter((step) => step.kind === "copy");
  expect(copies).toMatchObject([{ from: "build", owner: "root:root" }]);
});

test("the image with a browser differs by its packages alone, and keeps no lists of them", () => {
  const { base, steps, entrypoint, command } = stages.get("browser")!;
  expect(base).toBe("plain");
  expect({ entrypoint, command }).toEqual({
    entrypoint: ["node", "--max-semi-space-size=16", "program/tessera.js"],
    command: ["serve"],
  });
  expect(steps.map(({ kind }) => kind)).toEqual(["user", "run", "env", "user"]);
  const [, run] = steps as [unknown, { readonly text: string }];
  expect(run.text).toMatch(
    /^apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell( [\w-]+)* && rm -rf \/var\/lib\/apt\/lists\/\*$/,
  );
});

test.each([
  ["FROM a AS b\nADD x y", /does not know: ADD/],
  ["FROM a AS b\nONBUILD RUN x", /does not know: ONBUILD/],
  ["FROM a", /without a name/],
  ["RUN x", /before the first stage/],
  ["FROM a AS b\nCOPY --link x y", /--link/],
  ["FROM a AS b\nCMD serve", /not a list of words/],
  [`FROM ${"$"}{NONE} AS b`, /no value for NONE/],
])("an instruction that nobody does here is no instruction that passes: %s", (wrong, message) => {
  expect(() => readDockerfile(wrong)).toThrow(message);
});

test("a step that would leave its directory is refused", () => {
  const context = mkdtempSync(join(tmpdir(), "tessera-context-"));
  execFileSync("sh", ["-c", 'printf "FROM a AS b\\nRUN touch /etc/x\\n" > Dockerfile'], { cwd: context });
  expect(() => makeImage({ context, folder: join(context, "image"), target: "b" })).toThrow(/leaves its directory/);
  rmSync(context, { recursive: true });
});

test("what must not get into an image is not copied", () => {
  const isIgnored = ignoredBy(readFileSync(join(ROOT, ".dockerignore"), "utf8"));
  const paths = ["deploy/owner-password", "packages/web/node_modules/x", "packages/a/.env.local", "dist/x", "data/x"];
  expect(paths.filter((path) => !isIgnored(path))).toEqual([]);
  expect(["packages/server/src/a.ts", "package.json", "packages/model/src/data.ts"].filter(isIgnored)).toEqual([]);
});

function usersOf({ steps }: Stage): string[] {
  return steps.flatMap((step) => (step.kind === "user" ? [step.text] : []));
}

function start(image: Image): ChildProcess {
  const [command, ...words] = [...image.entrypoint, ...image.command];
  expect(command).toBe("node");
  const paths = { TESSERA_DATA: join(image.root, image.environment.TESSERA_DATA!), TESSERA_PORT: "0" };
  const env = inside({ ...image.environment, ...paths, TESSERA_LOG_LEVEL: "error" });
  return spawn(process.execPath, words, { cwd: image.workdir, env, stdio: ["ignore", "pipe", "inherit"] });
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error("it ended without a word");
}

async function end(child: ChildProcess): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  return (await ended)[0] as number | null;
}

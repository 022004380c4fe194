import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { manifestOf } from "./build/manifest.ts";

/** A program that says when it runs and how it ends. */
const PROGRAM = `
process.once("SIGTERM", () => { console.log("asked to end"); clearInterval(living); });
const living = setInterval(() => undefined, 1_000);
console.log("running");
`;

test.each(["start", "work", "demo"])(
  "a signal to `npm run %s` reaches the program, whatever shell npm uses",
  async (name) => {
    const { [name]: script = "" } = manifestOf(".").scripts as Readonly<Record<string, string>>;
    const [, program = ""] = /\bnode (?:--\S+ )*(\S+)/.exec(script) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "tessera-script-"));
    mkdirSync(join(folder, dirname(program)), { recursive: true });
    writeFileSync(join(folder, program), PROGRAM);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "x", scripts: { [name]: script } }));
    const npm = spawn("npm", ["run", "-s", name], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    const said: string[] = [];
    const ended = once(npm, "close");
    for await (const line of createInterface({ input: npm.stdout })) {
      said.push(line);
      if (line === "running") npm.kill("SIGTERM");
    }
    await ended;
    expect(said).toEqual(["running", "asked to end"]);
    rmSync(folder, { recursive: true });
  },
);

/** V8 lets what lives shortly grow to 128 MiB under load and never takes it back; a package has no other place to say so. */
test("the program is started with the same flags however it is installed", () => {
  const { start, work, demo } = manifestOf(".").scripts as Readonly<Record<string, string>>;
  const lineOf = (file: string, mark: RegExp): string => mark.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  const ways = [
    ...[start, work, demo],
    lineOf("Dockerfile", /^ENTRYPOINT .*$/m),
    lineOf("deploy/tessera.service", /^ExecStart=.*$/m),
    lineOf("packages/cli/src/main.ts", /^#!.*$/m),
  ];
  const flags = ways.map((way) => way?.match(/--[a-z][^\s"]*/g));
  expect(flags).toEqual(ways.map(() => ["--max-semi-space-size=16"]));
  const variables = [
    start,
    work,
    demo,
    lineOf("Dockerfile", /^ENV NODE_ENV.*$/m),
    lineOf("deploy/tessera.service", /^Environment=.*$/m),
  ];
  // glibc keeps a heap for each thread otherwise, most of it empty
  expect(variables.map((line) => line?.match(/MALLOC_ARENA_MAX=\d/)?.[0])).toEqual(
    variables.map(() => "MALLOC_ARENA_MAX=2"),
  );
});

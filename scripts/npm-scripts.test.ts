import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
    const [, program = ""] = /\bnode (\S+)/.exec(script) ?? [];
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

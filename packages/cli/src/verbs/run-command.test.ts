import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { tessera } from "../tessera.fixture.ts";
import { expectNode } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}.html`, import.meta.url));
const SPORT = "html[1]/body[1]/main[1]/section[2]";

/** More names than a page may have. */
function hostile(): string {
  return Array.from({ length: 66_000 }, (_, name) => `<t${name}>`).join("");
}

function made(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** A file of that length without its bytes: nothing is read of it. */
function hollow(name: string, bytes: number): string {
  const file = made(name, "");
  truncateSync(file, bytes);
  return file;
}

test("says which Tessera this is, and on which Node", async () => {
  expect(await tessera("--version")).toMatchObject({
    exitCode: EXIT.ok,
    out: expect.stringMatching(/^tessera \d+\.\d+\.\d+, Node \d+/),
  });
});

describe("trace", () => {
  test("follows the block that moved and tells the runner-up", async () => {
    const result = await tessera("trace", example("monday"), "--block", SPORT, example("tuesday"));
    expect(result.out).toMatch(/found.*\n.*section\[3\].*Sport/);
    expect(result.out).toMatch(/runner-up/);
    expect(result.exitCode).toBe(EXIT.ok);
    const byPath = await tessera(
      "trace",
      example("monday"),
      "--block",
      SPORT,
      example("tuesday"),
      "--tracer",
      "direct-path",
    );
    expect(byPath.out).toMatch(/section\[2\].*News/);
  });

  test("prints one JSON line a page", async () => {
    const { out } = await tessera(
      "trace",
      example("monday"),
      "--block",
      SPORT,
      example("tuesday"),
      example("monday"),
      "--json",
    );
    const lines = out.split("\n").map((line) => JSON.parse(line));
    expect(lines.map((line) => line.path)).toEqual([SPORT.replace("section[2]", "section[3]"), SPORT]);
    expect(lines[1]).toMatchObject({ verdict: "found" });
  });

  test("explains by signals", async () => {
    const { out } = await tessera("trace", example("monday"), "--block", SPORT, example("monday"), "--explain");
    expect(out).toMatch(/signal +best +runner-up/);
    expect(out).toMatch(/latest\.headingInside/);
    expect(out).toMatch(/in \d+ more signals/);
    expect(out).not.toMatch(/ (\d\.\d\d) +\1$/m);
  });

  test("a block that is not found everywhere ends with 4", async () => {
    const other = made("other.html", "<p>Nothing of the kind</p>");
    const { exitCode, out } = await tessera(
      "trace",
      example("monday"),
      "--block",
      SPORT,
      other,
      "--tracer",
      "direct-path",
    );
    expect(exitCode).toBe(EXIT.no);
    expect(out).toMatch(/gone/);
  });

  test.each([
    ["no such file", ["nowhere.html", "--block", SPORT, "also-nowhere.html"], EXIT.input],
    ["nothing at", [example("monday"), "--block", "html[1]/body[1]/div[9]", example("tuesday")], EXIT.input],
    [
      "not HTML",
      [made("picture.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1)), "--block", SPORT, example("tuesday")],
      EXIT.input,
    ],
    ["not HTML", [made("plain.txt", "only words"), "--block", SPORT, example("tuesday")], EXIT.input],
    ["folder", [folder, "--block", SPORT, example("tuesday")], EXIT.input],
    ["too large", [hollow("huge.html", 65 * 1024 * 1024), "--block", SPORT, example("tuesday")], EXIT.input],
    ["limit of", [example("monday"), "--block", SPORT, made("deep.html", hostile())], EXIT.input],
    ["no such tracer", [example("monday"), "--block", SPORT, example("tuesday"), "--tracer", "nobody"], EXIT.usage],
    ["Usage", [example("monday"), example("tuesday")], EXIT.usage],
    ["Usage", [example("monday"), "--blok", SPORT, example("tuesday")], EXIT.usage],
  ])("%s is one line and an exit code", async (message, args, exitCode) => {
    const result = await tessera("trace", ...args);
    expect(result.exitCode).toBe(exitCode);
    expect(result.error).toContain(message);
    expect(result.error.split("\n")).toHaveLength(1);
  });

  test("decodes what is not UTF-8", async () => {
    const latin = made("latin.html", Buffer.from("<meta charset=iso-8859-1><p>Größe</p>", "latin1"));
    expect((await tessera("pages", latin)).out).toContain("Größe");
  });
});

describe("pages", () => {
  test("prints paths that trace takes", async () => {
    const { out, exitCode } = await tessera("pages", example("monday"));
    expect(exitCode).toBe(EXIT.ok);
    expect(out).toContain(`${SPORT}  `);
  });

  test.each([
    ["no such file", "nowhere.html"],
    ["not HTML", made("words.txt", "only words")],
    ["too large", hollow("vast.html", 65 * 1024 * 1024)],
  ])("%s is one line and an exit code", async (message, file) => {
    const { exitCode, error } = await tessera("pages", file);
    expect(exitCode).toBe(EXIT.input);
    expect(error).toContain(message);
    expect(error.split("\n")).toHaveLength(1);
  });

  test("finds the elements that hold a text, the smallest last", async () => {
    const { out } = await tessera("pages", example("monday"), "--find", "cup draw");
    expect(out.split("\n").at(-1)).toContain(`${SPORT}/ul[1]/li[2]/a[1]`);
    expect((await tessera("pages", example("monday"), "--find", "no such words")).exitCode).toBe(EXIT.no);
  });
});

test("help names every verb, and an unknown one is told", async () => {
  expect((await tessera()).out).toMatch(/trace[\s\S]*pages/);
  expect((await tessera("trace", "--help")).out).toContain("--explain");
  expect(await tessera("dance")).toMatchObject({ exitCode: EXIT.usage });
});

test("an older Node is told which one it must be", () => {
  const engines = { node: ">=22.19.0" };
  for (const version of ["22.19.0", "22.20.1", "24.0.0", "100.0.0"]) expectNode({ engines }, version);
  for (const version of ["22.18.9", "20.20.2", "9.0.0"]) {
    expect(() => expectNode({ engines }, version)).toThrow(`needs Node 22.19.0 or later, and this is ${version}`);
  }
});

test("the demo says what is wrong with a port", async () => {
  expect(await tessera("demo", "--port", "99999")).toMatchObject({ exitCode: EXIT.usage });
});

test("the process itself exits with the code", async () => {
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  await expect(promisify(execFile)(process.execPath, [main, "trace"])).rejects.toMatchObject({ code: EXIT.usage });
});

test("the reference page is the one of these verbs: `tessera help --markdown` writes it", async () => {
  const page = readFileSync(new URL("../../../../docs/guide/command-line.md", import.meta.url), "utf8");
  expect(`${(await tessera("help", "--markdown")).out}\n`).toBe(page);
});

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { manifestOf, runtimeDependencies } from "./manifest.ts";
import { buildProgram } from "./program.ts";
import { ROOT } from "./stamp.ts";

const PROGRAM = join(ROOT, "dist/tessera/program");
const MAIN = join(PROGRAM, "tessera.js");
const run = promisify(execFile);

beforeAll(buildProgram);

test("what is not changed is not built again", async () => {
  const before = statSync(MAIN).mtimeMs;
  await buildProgram();
  expect(statSync(MAIN).mtimeMs).toBe(before);
});

test("every file that the program names by its own address is there, among them those of its threads", () => {
  const named = builtFiles().flatMap((file) => {
    const code = readFileSync(file, "utf8");
    return [...code.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, path]) => join(dirname(file), path!));
  });
  expect(named.some((file) => /\/worker-[^/]+\.js$/.test(file))).toBe(true);
  expect(named.some((file) => /\/writer-thread-[^/]+\.js$/.test(file))).toBe(true);
  // the web app is built by another command
  expect(named.filter((file) => !existsSync(file) && file !== join(ROOT, "dist/tessera/web"))).toEqual([]);
  expect(readdirSync(join(PROGRAM, "words")).sort()).toContain("de.js");
});

test("nothing is imported but what the package depends on, and no type is left", () => {
  const known = new Set([...Object.keys(runtimeDependencies()), ...builtinModules]);
  const imported = builtFiles().flatMap((file) => importsOf(readFileSync(file, "utf8")));
  const foreign = imported.filter((name) => !name.startsWith(".")).map(packageOf);
  expect(foreign.filter((name) => !known.has(name))).toEqual([]);
  expect(imported.filter((name) => name.endsWith(".ts"))).toEqual([]);
});

test("no library that was built in looks for a file beside its own, where there is none", () => {
  const calls = builtFiles().flatMap(
    (file) => readFileSync(file, "utf8").match(/\w*require\w*(\([^()]*\))?\("\..*/g) ?? [],
  );
  expect(calls).toEqual([]);
});

test("what the built program traces is what its sources trace, bit for bit", async () => {
  const page = (...names: string[]) =>
    `<body>${names.map((name, at) => `<section class=c${at}><h2>${name}</h2><p>${name} is open from ${at + 7} to ${at + 9}.</p></section>`).join("")}</body>`;
  const folder = mkdtempSync(join(tmpdir(), "tessera-traces-"));
  const pages = [page("Mill", "Ferry", "Tower"), page("Tower", "Mill", "Ferry", "Dam"), page("Dam", "Tower")];
  const files = pages.map((_, at) => join(folder, `${at}.html`));
  for (const [at, html] of pages.entries()) writeFileSync(files[at]!, html);
  const block = ["--block", "html[1]/body[1]/section[2]", "--json"];
  const traced = (program: string) =>
    // a block that is gone at last is no failure here
    run(process.execPath, [program, "trace", ...files, ...block]).catch(({ code, stdout }) => ({ code, stdout }));
  const [built, source] = await Promise.all([MAIN, join(ROOT, "packages/cli/src/main.ts")].map(traced));
  expect(built).toEqual(source);
  expect(built!.stdout.split("\n").filter((line: string) => line.includes('"candidates"'))).toHaveLength(2);
  rmSync(folder, { recursive: true });
});

test("a verb and its libraries are loaded when it is asked for, and only then", () => {
  const libraries = reachableFrom("tessera.js").flatMap((file) => sourcesOf(file));
  expect(libraries.filter((source) => source.includes("node_modules"))).toEqual([]);
});

test("a server loads what is heavy when it is needed first: requests, browser, fleet, mail, push, feeds, archives, imports", () => {
  const heavy = [
    ...["playwright-core", "@duckduckgo/autoconsent", "third-party-web", "pg", "pg-boss", "nodemailer", "web-push"],
    ...["feedsmith", "warcio", "yauzl", "sanitize-html", "css-tree", "undici", "tough-cookie", "yaml", "ajv"],
    // as modules they bring all they have: another client with web streams, every root certificate
    ...["http", "https", "tls"],
  ];
  const verb = builtFiles().find((file) =>
    sourcesOf(basename(file)).includes(join(ROOT, "packages/cli/src/verbs/serve.ts")),
  );
  for (const first of ["start.js", basename(verb!)]) {
    const files = reachableFrom(first);
    const builtIn = files
      .flatMap(sourcesOf)
      .flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
    expect(builtIn).toContain("fastify");
    const beside = files.flatMap((file) => stillImportsOf(readFileSync(join(PROGRAM, file), "utf8"))).map(packageOf);
    expect(heavy.filter((name) => builtIn.includes(name) || beside.includes(name))).toEqual([]);
  }
});

test("a thread that traces loads nothing that draws", () => {
  const thread = builtFiles()
    .map((file) => basename(file))
    .find((file) => file.startsWith("worker-"))!;
  const files = reachableFrom(thread);
  const sources = files.flatMap(sourcesOf).join("\n");
  expect(sources).toContain("node_modules/parse5/");
  const beside = files.flatMap((file) => stillImportsOf(readFileSync(join(PROGRAM, file), "utf8")));
  const drawing = ["sanitize-html", "postcss", "css-tree"];
  expect(drawing.filter((name) => sources.includes(`node_modules/${name}/`) || beside.includes(name))).toEqual([]);
});

test("what a server and its threads load is plain ASCII: one letter beyond Latin 1 doubles a file in memory", () => {
  const threads = builtFiles()
    .map((file) => basename(file))
    .filter((file) => /^(worker|writer-thread)-/.test(file));
  expect(threads.length).toBe(2);
  const loaded = ["start.js", "start-worker.js", ...threads].flatMap(reachableFrom);
  expect(loaded.filter((file) => /[^\0-\x7f]/.test(readFileSync(join(PROGRAM, file), "utf8")))).toEqual([]);
});

test("the licence of every library that was built in goes along", () => {
  const notices = readFileSync(join(ROOT, "dist/tessera/THIRD-PARTY.txt"), "utf8");
  for (const name of ["fastify", "undici", "web-push", "zod"]) expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
});

test("the built command runs, and knows its version from the one place", async () => {
  const { stdout } = await run(process.execPath, [MAIN, "--version"]);
  expect(stdout).toContain(`tessera ${manifestOf(".").version},`);
});

test("a mistake in the built program is told by its source", async () => {
  expect(sourcesOf("tessera.js")).toContain(join(ROOT, "packages/cli/src/main.ts"));
});

function builtFiles(): string[] {
  const names = readdirSync(PROGRAM, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".js")).map((name) => join(PROGRAM, name));
}

/** Both kinds of import, as the bundler writes them. */
function importsOf(code: string): string[] {
  return [...stillImportsOf(code), ...Array.from(code.matchAll(/\bimport\("([^"]+)"\)/g), ([, name]) => name!)];
}

/** Those that are loaded with the file itself. */
function stillImportsOf(code: string): string[] {
  return [...code.matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];/gm)].map(([, name]) => name!);
}

function packageOf(specifier: string): string {
  return specifier.startsWith("node:") ? specifier.slice(5) : /^(@[^/]+\/)?[^/]+/.exec(specifier)![0];
}

function sourcesOf(file: string): string[] {
  const map = `${join(PROGRAM, file)}.map`;
  // a file without a source of its own only joins others
  if (!existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, "utf8")) as { readonly sources: readonly string[] };
  return sources.map((source) => join(PROGRAM, source));
}

/** The files that are loaded with the given one, without what waits for an `import()`. */
function reachableFrom(first: string): string[] {
  const found = new Set([first]);
  for (const file of found) {
    const code = readFileSync(join(PROGRAM, file), "utf8");
    for (const name of stillImportsOf(code)) if (name.startsWith("./")) found.add(name.slice(2));
  }
  return [...found];
}

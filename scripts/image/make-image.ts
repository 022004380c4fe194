/**
 * What a container engine does with the Dockerfile, in folders: every stage is a folder that stands for `/`, its COPY and RUN
 * are done there, and its entry point runs from there. What only an engine can do (the base image, users, packages of the
 * system) is not done; the tests look at how it is written.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { readDockerfile, type Stage, type Step } from "./dockerfile.ts";

export interface ImageOptions {
  /** Where the Dockerfile and what it copies are. */
  readonly context: string;
  /** Below it each stage gets its folder. */
  readonly folder: string;
  /** The last stage to make. */
  readonly target: string;
  /** Does the given command of a RUN in another way, in its directory, and says whether it did. */
  readonly instead?: (command: string, directory: string) => boolean;
}

export interface Image extends Pick<Stage, "entrypoint" | "command" | "healthcheck"> {
  /** Stands for `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Makes every stage up to the target and gives that one. Throws where a step fails or is unknown. */
export function makeImage(options: ImageOptions): Image {
  const stages = readDockerfile(readFileSync(join(options.context, "Dockerfile"), "utf8"));
  const last = stages.findIndex(({ name }) => name === options.target);
  if (last < 0) throw new RangeError(`the Dockerfile has no stage ${options.target}`);
  const images = stages.slice(0, last + 1).map((stage) => makeStage(stage, options));
  return images[last]!;
}

function makeStage(stage: Stage, options: ImageOptions): Image {
  const { entrypoint, command, healthcheck } = stage;
  const root = join(options.folder, stage.name);
  mkdirSync(root, { recursive: true });
  const environment: Record<string, string> = {};
  let workdir = "/";
  for (const step of stage.steps) {
    if (step.kind === "env") Object.assign(environment, step.variables);
    else if (step.kind === "workdir") workdir = step.text;
    else if (step.kind === "copy") copy(step, join(root, workdir), { ...options, root });
    else if (step.kind === "run") run(step.text, join(root, workdir), { ...options, root, environment });
  }
  return { root, workdir: join(root, workdir), environment, entrypoint, command, healthcheck };
}

interface Place extends ImageOptions {
  readonly root: string;
}

/** A folder gives its content, a file itself. */
function copy(
  { from, paths }: Extract<Step, { kind: "copy" }>,
  workdir: string,
  { context, folder, root }: Place,
): void {
  const base = from === null ? context : join(folder, from);
  const isIgnored = from === null ? ignoredBy(readFileSync(join(context, ".dockerignore"), "utf8")) : () => false;
  const [target = ".", sources] = [paths.at(-1), paths.slice(0, -1)];
  const place = target.startsWith("/") ? join(root, target) : resolve(workdir, target);
  for (const source of sources.map((path) => join(base, path))) {
    const isInto = statSync(source).isFile() && target.endsWith("/");
    const goal = isInto ? join(place, basename(source)) : place;
    mkdirSync(dirname(goal), { recursive: true });
    cpSync(source, goal, { recursive: true, filter: (path) => !isIgnored(relative(base, path)) });
  }
}

/** As far as ours goes: names at the top, and such below any folder. @internal */
export function ignoredBy(text: string): (path: string) => boolean {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const rules = lines.map((line) => {
    const name = line.replace(/^\*\*\//, "");
    const words = name.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${line.startsWith("**/") ? "(.*/)?" : ""}${words.join("[^/]*")}(/|$)`);
  });
  return (path) => rules.some((rule) => rule.test(path));
}

/** Of the places outside its directory a step may make one for a user of the image, and nothing else. */
const MAKES_A_FOLDER = /^mkdir (\/[\w/]+) && chown [\w]+:[\w]+ \1$/;

function run(
  command: string,
  directory: string,
  { root, instead, environment }: Place & { readonly environment: Readonly<Record<string, string>> },
): void {
  const [, made] = MAKES_A_FOLDER.exec(command) ?? [];
  if (made) mkdirSync(join(root, made));
  else if (/(^|\s)\/\w/.test(command)) throw new RangeError(`a step that leaves its directory: ${command}`);
  else if (!instead?.(command, directory)) {
    execFileSync("sh", ["-c", command], {
      cwd: directory,
      env: inside(environment),
      stdio: ["ignore", "inherit", "inherit"],
    });
  }
}

/** What the base image gives a program: its Node, and nothing that is set here. */
export function inside(environment: Readonly<Record<string, string>>): Record<string, string> {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  return { PATH: path, HOME: process.env.HOME ?? "/", ...environment };
}

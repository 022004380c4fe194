/** The Dockerfile as data: exactly the instructions that ours uses; another one is a mistake, and not passed over. */
export type Step =
  | { readonly kind: "workdir" | "user" | "run"; readonly text: string }
  | { readonly kind: "env"; readonly variables: Readonly<Record<string, string>> }
  | {
      readonly kind: "copy";
      readonly from: string | null;
      readonly owner: string | null;
      readonly paths: readonly string[];
    };

export interface Stage {
  readonly name: string;
  /** An image, or the name of a stage before. */
  readonly base: string;
  readonly steps: readonly Step[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Writable<Omit<Stage, "steps">> & { readonly steps: Step[] };

/** Said about the image and of no effect on what is in it. */
const REMARKS = new Set(["VOLUME", "EXPOSE", "STOPSIGNAL"]);

/** The stages in their order, each with what it says itself. Throws a `RangeError` at an instruction that it does not know. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: Draft[] = [];
  const values = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, instruction = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === "ARG") setArgument(values, rest);
    else if (instruction === "FROM") stages.push(beginStage(filled(rest, values), stages));
    else readInstruction(stages.at(-1), instruction, rest);
  }
  return stages;
}

/** Without comments, with lines that go on joined. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  return lines
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function setArgument(values: Map<string, string>, text: string): void {
  const [name = "", value = ""] = text.split("=");
  values.set(name, value);
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => values.get(name) ?? refuse(`no value for ${name}`));
}

function beginStage(text: string, before: readonly Stage[]): Draft {
  const [, base = "", name = ""] = /^(\S+) AS (\S+)$/.exec(text) ?? refuse(`a stage without a name: ${text}`);
  const { entrypoint = [], command = [], healthcheck = [] } = before.find((stage) => stage.name === base) ?? {};
  return { name, base, steps: [], entrypoint, command, healthcheck };
}

function readInstruction(stage: Draft | undefined, instruction: string, rest: string): void {
  if (!stage) refuse(`${instruction} before the first stage`);
  else if (REMARKS.has(instruction)) return;
  else if (instruction === "ENTRYPOINT") stage.entrypoint = words(rest);
  else if (instruction === "CMD") stage.command = words(rest);
  else if (instruction === "HEALTHCHECK") stage.healthcheck = words(rest.replace(/^.*?\bCMD\s+/, ""));
  else stage.steps.push(stepOf(instruction, rest));
}

function stepOf(instruction: string, rest: string): Step {
  switch (instruction) {
    case "WORKDIR":
    case "USER":
    case "RUN":
      return { kind: instruction.toLowerCase() as "workdir" | "user" | "run", text: rest.replace(/\s+/g, " ") };
    case "ENV":
      return { kind: "env", variables: Object.fromEntries(rest.split(/\s+/).map(pair)) };
    case "COPY": {
      const parts = rest.split(/\s+/);
      const option = (name: string) =>
        parts.find((part) => part.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
      const unknown = parts.filter((part) => /^--(?!from=|chown=)/.test(part));
      if (unknown.length > 0) refuse(`COPY with ${unknown.join(" ")}`);
      return {
        kind: "copy",
        from: option("from"),
        owner: option("chown"),
        paths: parts.filter((part) => !part.startsWith("--")),
      };
    }
    default:
      return refuse(`an instruction that this does not know: ${instruction}`);
  }
}

function pair(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : refuse(`ENV without a value: ${text}`);
}

/** The form without a shell, in which signals reach the program itself. */
function words(text: string): readonly string[] {
  if (!text.startsWith("[")) refuse(`not a list of words: ${text}`);
  return JSON.parse(text) as string[];
}

function refuse(message: string): never {
  throw new RangeError(`Dockerfile: ${message}`);
}

/** The configuration: the environment before the file, the file before the defaults. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { Config, SETTINGS, type Setting } from "./settings.ts";

const EVERYWHERE: readonly string[] = ["0.0.0.0", "::"];

/** What an operator has to put right before the program can start. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names the optional file: YAML or JSON with the settings by name. */
export const FILE_VARIABLE = "TESSERA_CONFIG";

/** Variables of the command line client, which are no settings of the server. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  "TESSERA_SERVER",
  "TESSERA_TOKEN",
  "TESSERA_TOKEN_FILE",
  "TESSERA_PERSON",
]);

/** Reads and checks everything; rejects with one ConfigurationError that names every mistake. */
export async function readConfig(environment: Environment): Promise<Config> {
  const given = { ...(await fromFile(environment[FILE_VARIABLE])), ...fromEnvironment(environment) };
  const config = Config.safeParse(given);
  if (config.success) return config.data;
  const mistakes = config.error.issues.map((issue) => describe(issue));
  throw new ConfigurationError(`The configuration has mistakes:\n${mistakes.map((line) => `  ${line}`).join("\n")}`);
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `unknown setting ${issue.keys.join(", ")}`;
  const name = String(issue.path[0] ?? "");
  const variable = SETTINGS.find((setting) => setting.name === name)?.variable;
  return `${name} (${variable}): ${issue.message}`;
}

async function fromFile(path: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (!path) return {};
  const { parseDocument } = await import("yaml");
  const document = parseDocument(readText(path, `${FILE_VARIABLE} names the file`), { schema: "core" });
  const [error] = document.errors;
  if (error) throw new ConfigurationError(`${path} cannot be read: ${error.message.split("\n")[0]}`);
  const settings = z.record(z.string(), z.unknown()).nullable().safeParse(document.toJS());
  if (!settings.success) throw new ConfigurationError(`${path} must hold settings by name`);
  return settings.data ?? {};
}

function fromEnvironment(environment: Environment): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    const value = givenFor(setting, environment);
    if (value !== undefined) given[setting.name] = value;
  }
  const known = new Set([FILE_VARIABLE, ...CLIENT_VARIABLES, ...SETTINGS.flatMap(variablesOf)]);
  const unknown = Object.keys(environment).filter((name) => name.startsWith("TESSERA_") && !known.has(name));
  if (unknown.length > 0) throw new ConfigurationError(`No setting is called ${unknown.join(", ")}.`);
  return given;
}

/** The value itself, or the content of the file that the variable with `_FILE` names. */
function givenFor(setting: Setting, environment: Environment): string | undefined {
  const { variable } = setting;
  const value = environment[variable];
  const path = environment[`${variable}_FILE`];
  if (!setting.isSecret || !path) return value === "" ? undefined : value;
  if (value) throw new ConfigurationError(`Set ${variable} or ${variable}_FILE, not both.`);
  return readText(path, `${variable}_FILE names the file`).replace(/\r?\n$/, "");
}

function variablesOf(setting: Setting): readonly string[] {
  return setting.isSecret ? [setting.variable, `${setting.variable}_FILE`] : [setting.variable];
}

function readText(path: string, why: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new ConfigurationError(`${why} ${path}, which cannot be read (${code}).`, { cause });
  }
}

/** What the operator said, else the address that it listens at: links in messages, feeds and commands begin with it. */
export function ownAddress({ baseUrl, host, port }: Pick<Config, "baseUrl" | "host" | "port">): string {
  if (baseUrl) return baseUrl;
  const name = EVERYWHERE.includes(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Which instance a verb is about: a directory on this machine, or a server by URL and token. */
import { readFileSync } from "node:fs";
import { type Config, readConfig } from "@tessera/server";
import type { Instance } from "./instance.ts";
import { type Alone, type LocalInstance, openLocal } from "./local-instance.ts";
import { openRemote } from "./remote-instance.ts";
import { CliError, EXIT, type Terminal } from "./verb.ts";

/** Options of every verb that works on an instance. */
export const REACH = {
  data: { type: "string" },
  server: { type: "string" },
  token: { type: "string" },
  "token-file": { type: "string" },
  person: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** The same for verbs that need the machine itself. */
export const REACH_LOCAL = { data: REACH.data, json: REACH.json } as const;

export const REACH_HELP = `  --data DIR       the instance in this directory (TESSERA_DATA, default ./data)
  --person NAME    whose follows, in a directory (TESSERA_PERSON, default the owner)
  --server URL     the instance at this address instead (TESSERA_SERVER)
  --token TOKEN    for the server; better in TESSERA_TOKEN, or in a file: --token-file, TESSERA_TOKEN_FILE
  --json           one JSON value per line, and nothing else on standard output`;

export const REACH_LOCAL_HELP = `  --data DIR       the instance in this directory (TESSERA_DATA, default ./data)
  --json           one JSON value per line, and nothing else on standard output`;

interface Reached {
  readonly data?: string | undefined;
  readonly server?: string | undefined;
  readonly token?: string | undefined;
  readonly "token-file"?: string | undefined;
  readonly person?: string | undefined;
}

export interface Reach {
  /** The options of the call. */
  readonly values: Reached;
  readonly terminal: Terminal;
  /** Whether it visits pages: in a directory, only one process may do that. */
  readonly alone?: Alone;
  /** True where an instance that is not there yet may begin. */
  readonly mayBegin?: boolean;
}

/** Opens the instance, does the work, and closes it whatever happens. */
export async function withInstance<T>(
  { values, terminal, alone = "no" }: Reach,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const { environment } = terminal;
  const address = values.server ?? (values.data === undefined ? environment.TESSERA_SERVER : undefined);
  const person = values.person ?? environment.TESSERA_PERSON;
  const instance = address
    ? openRemote({ server: serverOf(address), token: tokenOf(values, environment) })
    : await openLocal({ config: await configOf(values, terminal), person, alone });
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}

/** The same for verbs that no server does for others. */
export async function withStore<T>(
  { values, terminal, alone = "no", mayBegin = false }: Reach,
  work: (instance: LocalInstance) => Promise<T>,
): Promise<T> {
  const instance = await openLocal({ config: await configOf(values, terminal), person: undefined, alone, mayBegin });
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}

/** The configuration of the environment, with the directory that the call names. */
export function configOf(
  { data }: Pick<Reached, "data">,
  { environment }: Pick<Terminal, "environment">,
): Promise<Config> {
  return readConfig(data === undefined ? environment : { ...environment, TESSERA_DATA: data });
}

function serverOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && (url.protocol === "http:" || url.protocol === "https:") && url.pathname === "/") return url;
  throw new CliError(EXIT.usage, `${address} is not the address of a server, such as http://127.0.0.1:8420`);
}

function tokenOf(values: Reached, environment: Terminal["environment"]): string {
  const file = values["token-file"] ?? (values.token ? undefined : environment.TESSERA_TOKEN_FILE);
  const token = values.token ?? (file ? readFileSync(file, "utf8").trim() : environment.TESSERA_TOKEN);
  if (token) return token;
  throw new CliError(
    EXIT.usage,
    "a server wants a token: --token, TESSERA_TOKEN or TESSERA_TOKEN_FILE; make one with `tessera user token NAME` where the server runs",
  );
}

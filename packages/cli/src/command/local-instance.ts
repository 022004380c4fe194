/** An instance by its own store, without a server: the operator's hands. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FollowId, Person } from "@tessera/model";
import type { AnyGiven, ReplyOf, RouteName } from "@tessera/model/api";
import {
  type Assembly,
  assemble,
  type Backfilled,
  backfill,
  type Config,
  callRoute,
  captureNow,
  type Principal,
} from "@tessera/server";
import { addressOfHolder, lockInstance, STORE_FILE, StoreFailure } from "@tessera/store";
import { type Instance, textOf } from "./instance.ts";
import { CliError, EXIT } from "./verb.ts";

/** Only one process may visit pages or repair: verbs that do must be alone, some only do it where they are. */
export type Alone = "must" | "if-free" | "no";

export interface LocalOptions {
  readonly config: Config;
  /** Login name of whose things it is about; the owner unless told. */
  readonly person: string | undefined;
  readonly alone: Alone;
  /** True where an instance that is not there yet may begin. */
  readonly mayBegin?: boolean;
}

export interface LocalInstance extends Instance {
  readonly assembly: Assembly;
}

const PENDING_AT_ONCE = 4;
const BLOCKS_AT_ONCE = 100;
const PENDING_LEASE_MS = 10 * 60_000;

export async function openLocal(options: LocalOptions): Promise<LocalInstance> {
  const { config } = options;
  // a mistyped directory must not become an empty instance
  if (!options.mayBegin && !config.database && !existsSync(join(config.data, STORE_FILE))) {
    throw new CliError(EXIT.input, `there is no instance in ${config.data}; \`tessera user add NAME\` begins one`);
  }
  // a directory belongs to one process; a database deals its pages out to as many as there are
  const unlock = options.alone === "no" || config.database ? null : lockOrExplain(config, options.alone);
  try {
    const assembly = await assemble({ config, onError: () => undefined });
    return instanceOver(assembly, options, unlock);
  } catch (failure) {
    unlock?.();
    throw failure;
  }
}

/** Says how to reach the server that is in the way; null where the verb can do without the lock. */
function lockOrExplain(config: Config, alone: Alone): (() => void) | null {
  try {
    return lockInstance(config.data);
  } catch (failure) {
    if (!(failure instanceof StoreFailure) || failure.code !== "busy") throw failure;
    if (alone === "if-free") return null;
    throw new CliError(EXIT.unavailable, whoIsInTheWay(config.data), failure);
  }
}

function whoIsInTheWay(directory: string): string {
  const address = addressOfHolder(directory);
  if (address === "") return `another Tessera works on ${directory}; wait until it has ended, or stop it first`;
  return (
    `a Tessera server is running on ${directory}; ask it with --server ${address} --token TOKEN ` +
    "(`tessera user token NAME` makes one), or stop it first"
  );
}

function instanceOver(assembly: Assembly, options: LocalOptions, unlock: (() => void) | null): LocalInstance {
  const { services } = assembly;
  const { store, checks, wishes, httpClient, politeness } = services;
  let principal: Promise<Principal> | null = null;
  const call = async (route: RouteName, { params, query, body }: AnyGiven = {}) => {
    principal ??= principalOf(assembly, options.person);
    return callRoute({ route, params, query: textOf(query), body }, await principal, services);
  };
  return {
    name: services.config.data,
    assembly,
    ask: async (route, ...[given]) => (await call(route, given)).json as ReplyOf<typeof route>,
    download: async (route, ...[given]) => (await call(route, given)).raw ?? Buffer.alloc(0),
    async checkNow(follow: FollowId) {
      principal ??= principalOf(assembly, options.person);
      const view = await store.follows.find((await principal).person.id, follow);
      if (view) await captureNow(view.page.id, checks);
    },
    async backfill(follow, { source, ...wanted }) {
      principal ??= principalOf(assembly, options.person);
      const { person } = await principal;
      const from = source.kind === "file" ? source : { kind: "archive" as const, url: new URL(source.url) };
      const request = { personId: person.id, followId: follow, source: from, ...wanted };
      return filledOf(await backfill(request, { ...checks, httpClient, politeness }));
    },
    async startPendingFollows() {
      if (unlock === null) return null;
      let granted = 0;
      for (;;) {
        const request = { now: Date.now(), limit: PENDING_AT_ONCE, leaseMs: PENDING_LEASE_MS, holder: "server:import" };
        const claimed = await store.wishes.claim(request);
        if (claimed.length === 0) return granted;
        const outcomes = await Promise.all(claimed.map((each) => wishes.grant(each)));
        granted += outcomes.filter(({ kind }) => kind === "granted").length;
      }
    },
    async catchUpSearch() {
      while ((await store.search.catchUp(BLOCKS_AT_ONCE)).isBehind);
    },
    async close() {
      await assembly.close();
      unlock?.();
    },
  };
}

function filledOf(outcome: Backfilled): Awaited<ReturnType<Instance["backfill"]>> {
  if (outcome.kind === "filled") return { ...outcome, missed: [...outcome.missed] };
  throw new CliError(EXIT.input, "there is no such follow");
}

async function principalOf({ services }: Assembly, name: string | undefined): Promise<Principal> {
  return { person: await personNamed(services.store.people, name), by: { kind: "operator" } };
}

/** The person of this name, or the owner. */
export async function personNamed(
  people: Assembly["services"]["store"]["people"],
  name: string | undefined,
): Promise<Person> {
  if (name !== undefined) {
    const found = await people.credentialsOf(name.trim().toLowerCase());
    if (found) return found.person;
    throw new CliError(EXIT.input, `nobody is called ${name} here; \`tessera user list\` names everybody`);
  }
  for (let after: string | undefined; ; ) {
    const { items, next } = await people.list({ limit: 100, after });
    const owner = items.find(({ role, disabledAt }) => role === "owner" && disabledAt === null);
    if (owner) return owner;
    if (next === null) throw new CliError(EXIT.input, "nobody lives here yet; begin with `tessera user add NAME`");
    after = next;
  }
}

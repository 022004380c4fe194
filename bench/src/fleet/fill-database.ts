/** Many followed pages in a PostgreSQL: one is followed in earnest, the others are copies of its rows. */
import { captureByHttp } from "@tessera/capture";
import { readOnTheSpot } from "@tessera/capture/reading";
import { DEFAULT_CONDITIONS, DEFAULT_QUIET, DEFAULT_RETENTION, newId, PageSource, PersonId } from "@tessera/model";
import { createGuard, HttpClient } from "@tessera/network";
import { type Captured, type CheckParts, closed, followBlock, NO_PICTURES, TraceWorkerPool } from "@tessera/server";
import { openPostgres } from "@tessera/store";
import type { Client } from "pg";

export interface Filling {
  readonly url: string;
  readonly client: Client;
  readonly port: number;
  readonly pages: number;
  readonly kind: "changed" | "unchanged";
}

/** A day: nothing becomes due again while the bench runs. */
const INTERVAL_MS = 24 * 3_600_000;
/** Addresses of loopback from 127.1.0.1 on, each a host with a few pages, as hosts have. */
const PAGES_A_HOST = 5;
const HOST = `(n / ${PAGES_A_HOST})`;
const ADDRESS = `'127.' || (1 + ${HOST} / 62500) || '.' || (${HOST} / 250 % 250) || '.' || (1 + ${HOST} % 250)`;

/** The path of the page that is followed in earnest; its copies have their number there. */
const FIRST = "/first";

export async function fillDatabase(filling: Filling): Promise<void> {
  await followOne(filling);
  await copyRows(filling);
}

async function followOne({ url, port, kind }: Filling): Promise<void> {
  const store = await openPostgres({ url, now: Date.now() });
  const threads = new TraceWorkerPool({ threads: 1 });
  const httpClient = new HttpClient({ guard: createGuard({ publicNetworks: ["127.0.0.0/8"] }) });
  const capture: CheckParts["capture"] = async ({ source }): Promise<Captured> => {
    const page = await captureByHttp(httpClient, new URL(source.url), { reader: readOnTheSpot });
    if (page.kind !== "page") throw new Error("the site gave no page");
    return closed({ kind: "page", capture: page, tree: null, ...NO_PICTURES });
  };
  const id = newId(PersonId, Date.now());
  const rest = { locale: "en", timeZone: "UTC", createdAt: Date.now(), disabledAt: null, version: 1 };
  await store.people.addFirst({ id, name: "owner", displayName: "Owner", role: "owner", ...rest }, "none");
  const outcome = await followBlock(
    {
      personId: id,
      source: PageSource.parse({
        url: `http://127.0.0.1:${port}/${kind}${FIRST}`,
        fetcher: "http",
        respectRobots: false,
      }),
      wish: { kind: "css", selector: ".news" },
      captureId: null,
      pick: { intent: "auto", extent: "one" },
      cutPaths: [],
      title: null,
      options: {
        schedule: { kind: "every", intervalMs: INTERVAL_MS },
        retention: DEFAULT_RETENTION,
        conditions: [...DEFAULT_CONDITIONS],
        quiet: DEFAULT_QUIET,
        channels: [],
        layout: null,
        tags: [],
      },
      feedKey: "feed-key-of-the-first-follow",
    },
    {
      store,
      capture,
      access: { isOwnersAlone: async () => false, ofAsset: () => null },
      workers: threads.workers,
      now: Date.now,
      random: Math.random,
    },
  );
  if (outcome.kind !== "followed") throw new Error(`not followed: ${outcome.kind}`);
  await threads.stop();
  await httpClient.close();
  await store.close();
}

/** Ids end in the number of the copy, so that the copies of one page's rows find each other. */
async function copyRows({ client, pages, port }: Filling): Promise<void> {
  const numbers = `generate_series(1, ${pages}) AS n`;
  const id = (column: string) => `substr(${column}, 1, 24) || lpad(to_hex(n), 12, '0')`;
  const copied = (column: string) => `replace(replace(${column}, '127.0.0.1', ${ADDRESS}), '${FIRST}', '/' || n)`;
  const statements = [
    "UPDATE pages SET due_at = NULL",
    `INSERT INTO pages (id, source_key, source, host, title, fetcher, created_at, due_at, failures, latest_capture_id)
     SELECT ${id("id")}, source_key || n, ${copied("source")}, ${ADDRESS} || ':${port}', title, fetcher,
       created_at, NULL, 0, ${id("latest_capture_id")} FROM pages, ${numbers}`,
    `INSERT INTO captures SELECT ${id("id")}, ${id("page_id")}, at, fetcher, ${copied("final_url")}, status,
       headers, source_hash, html, layout, picture, transfer_bytes, took_ms FROM captures, ${numbers}`,
    `INSERT INTO blocks SELECT ${id("id")}, ${id("page_id")}, pick, pick_key, first_path, ${id("first_capture_id")}, lessons, rate,
       path, ${id("seen_capture_id")}, verdict, ${id("latest_observation_id")}, ${id("latest_found_id")}, created_at
       FROM blocks, ${numbers}`,
    `INSERT INTO memories SELECT ${id("block_id")}, memory, dynamics FROM memories, ${numbers}`,
    `INSERT INTO observations SELECT ${id("id")}, ${id("block_id")}, ${id("capture_id")}, at, last_at, looks, quiet_looks,
       verdict_kind, verdict, change, content, meaning, excerpt, numbers, diff, picture FROM observations, ${numbers}`,
    `INSERT INTO follows SELECT ${id("id")}, person_id, ${id("page_id")}, ${id("block_id")}, title, schedule, retention, conditions,
       quiet, channels, feed_key || n, ${id("seen_observation_id")}, ${id("told_observation_id")}, paused_at, created_at,
       updated_at, deleted_at, version FROM follows, ${numbers}`,
    "ANALYZE",
  ];
  // one body is named by all copies: counting them one by one would take longer than the bench
  await client.query("SET session_replication_role = replica");
  for (const statement of statements) await client.query(statement);
  await client.query("SET session_replication_role = DEFAULT");
  await client.query("UPDATE bodies SET refs = 1000000000");
}

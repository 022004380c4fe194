/** The store that the configuration names: PostgreSQL for a fleet, otherwise SQLite in the data directory. */
import { createGuard, grantOf, HttpClient } from "@tessera/network";
import { openPostgres, openSqlite, type Store } from "@tessera/store";
import { ConfigurationError } from "../config/read-config.ts";
import type { Config } from "../config/settings.ts";
import { s3Objects } from "./s3-objects.ts";

/** Of SQLite's own pages. */
const PAGES_A_MEBIBYTE = 256;

type StoreConfig = Pick<
  Config,
  "database" | "data" | "mostStoreMebibytes" | "objectsUrl" | "objectsRegion" | "objectsAccessKey" | "objectsSecretKey"
>;

export interface OpenOptions {
  /** This process serves others, and must not wait for the disk. */
  readonly writesInThread?: boolean | undefined;
  /** For each connection of the embedded store. */
  readonly cacheMebibytes?: number | undefined;
}

export async function openStore(
  config: StoreConfig,
  { writesInThread = false, cacheMebibytes }: OpenOptions = {},
): Promise<Store> {
  const now = Date.now();
  if (!config.database) {
    if (config.objectsUrl) throw new ConfigurationError("An object store needs TESSERA_DATABASE as well.");
    const { data: directory, mostStoreMebibytes: most } = config;
    const maxPages = most === undefined ? undefined : most * PAGES_A_MEBIBYTE;
    return openSqlite({ directory, now, writesInThread, maxPages, cacheMebibytes });
  }
  const objects = openObjects(config);
  const store = await openPostgres({ url: config.database, now, objects: objects?.store ?? null });
  if (!objects) return store;
  const close = async (): Promise<void> => {
    await store.close();
    await objects.httpClient.close();
  };
  return { ...store, close };
}

/** Where large bodies go, where the configuration names such a place. */
export function openObjects(config: StoreConfig): ReturnType<typeof objectsOf> | null {
  return config.objectsUrl ? objectsOf(config, new URL(config.objectsUrl)) : null;
}

/** The host that the operator names may be private; a way out of its own keeps its connections to it. */
function objectsOf(config: StoreConfig, url: URL) {
  const { objectsRegion: region, objectsAccessKey: accessKey, objectsSecretKey: secretKey } = config;
  if (!accessKey || !secretKey) {
    throw new ConfigurationError("An object store needs TESSERA_OBJECTS_ACCESS_KEY and TESSERA_OBJECTS_SECRET_KEY.");
  }
  const httpClient = new HttpClient({ guard: createGuard() });
  return { httpClient, store: s3Objects({ httpClient, grant: grantOf(url), url, region, accessKey, secretKey }) };
}

/** `npm run demo [directory]`: the demo sites and a Tessera that follows them, until a signal ends both. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logIn } from "./api-client.ts";
import { fastClock } from "./clock.ts";
import { furnish } from "./furnish.ts";
import { serveSites } from "./serve-sites.ts";
import { startTessera } from "./start-tessera.ts";

const OWNER = "demo";
/** Kept with the name of the directory where one is given: the sites must be found again under their old addresses. */
const FIRST_SITE_PORT = 8431;
const TESSERA_PORT = Number(process.env.TESSERA_PORT ?? 8420);

const given = process.argv[2];
const data = given ?? mkdtempSync(join(tmpdir(), "tessera-demo-"));
const password = process.env.TESSERA_OWNER_PASSWORD ?? randomBytes(9).toString("base64url");
const sites = await serveSites(fastClock(Date.now), FIRST_SITE_PORT).catch(sayWhichPort);
const tessera = await startTessera({
  data,
  port: TESSERA_PORT,
  ownerName: OWNER,
  ownerPassword: password,
  sites: Object.values(sites.urls),
}).catch(sayWhy);

const stop = async (): Promise<void> => {
  await tessera.stop();
  await sites.close();
  if (given === undefined) rmSync(data, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());

try {
  const owner = await logIn(tessera.url, OWNER, password);
  const follows = await owner.ask<{ readonly items: readonly unknown[] }>("GET", "/follows");
  if (follows.items.length === 0) await furnish(owner, sites.urls);
  process.stdout.write(
    [
      "",
      `  Tessera   ${tessera.url}`,
      `  name      ${OWNER}`,
      `  password  ${password}`,
      "",
      "  The sites that it follows; they change every few seconds and are redesigned every minute:",
      ...Object.entries(sites.urls).map(([name, url]) => `  ${name.padEnd(9)} ${url}`),
      "",
      "  Ctrl+C ends everything.",
      "",
    ].join("\n"),
  );
} catch (error) {
  await stop();
  throw error;
}

/** It says itself what it misses. */
function sayWhy(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Most often another demo is still running. */
function sayWhichPort(error: NodeJS.ErrnoException & { readonly port?: number }): never {
  if (error.code !== "EADDRINUSE") throw error;
  process.stderr.write(
    `The demo needs port ${TESSERA_PORT} and those from ${FIRST_SITE_PORT} on; ${error.port} is taken.\n`,
  );
  process.exit(1);
}

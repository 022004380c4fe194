/** `npm run demo [directory]`: the demo sites and a Tessera that follows them, until a signal ends both. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemo, type RunningDemo } from "./open-demo.ts";
import { minuteOf, STORY, STORY_TICKS } from "./story.ts";

/** Kept with the name of the directory where one is given: the sites must be found again under their old addresses. */
const FIRST_SITE_PORT = 8431;
const TESSERA_PORT = Number(process.env.TESSERA_PORT ?? 8420);

const given = process.argv[2];
const data = given ?? mkdtempSync(join(tmpdir(), "tessera-demo-"));
const password = process.env.TESSERA_OWNER_PASSWORD ?? randomBytes(9).toString("base64url");
const demo = await openDemo({ data, port: TESSERA_PORT, firstSitePort: FIRST_SITE_PORT, password }).catch(sayWhy);

const stop = async (): Promise<void> => {
  await demo.stop();
  if (given === undefined) rmSync(data, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
process.stdout.write(welcome(demo));

function welcome({ url, owner, sites }: RunningDemo): string {
  return [
    "",
    `  Tessera   ${url}`,
    `  name      ${owner.name}`,
    `  password  ${owner.password}`,
    "",
    "  It follows blocks of these sites, and a page that tells what happens:",
    ...Object.entries(sites).map(([name, site]) => `  ${name.padEnd(9)} ${site}`),
    "",
    "  What to watch:",
    ...STORY.map(({ tick, title }) => `  ${minuteOf(tick).padStart(5)}  ${title}`),
    `  ${minuteOf(STORY_TICKS)}  and again from the beginning`,
    "",
    "  Ctrl+C ends everything.",
    "",
  ].join("\n");
}

/** Most often another demo is still running; for the rest the program says itself what it misses. */
function sayWhy(error: NodeJS.ErrnoException & { readonly port?: number }): never {
  const isTaken = error.code === "EADDRINUSE";
  process.stderr.write(
    isTaken
      ? `The demo needs port ${TESSERA_PORT} and those from ${FIRST_SITE_PORT} on; ${error.port} is taken.\n`
      : `${error.message}\n`,
  );
  if (given === undefined) rmSync(data, { recursive: true, force: true });
  process.exit(1);
}

/** A process that follows, checks and writes as fast as it can and says what was acknowledged, until it is killed. */
import { writeSync } from "node:fs";
import {
  DEFAULT_CONDITIONS,
  DEFAULT_QUIET,
  newId,
  PageSource,
  PersonId,
  type PersonId as PersonIdType,
  SheetId,
} from "@tessera/model";
import { lockInstance, openSqlite, type Store } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { fakeWeb } from "../check/fake-web.fixture.ts";
import { followBlock } from "../follow/follow-block.ts";
import { PrivateAccess } from "../people/private-access.ts";
import { workersOnTheSpot } from "../workers/on-the-spot.fixture.ts";
import { Schedule } from "./schedule.ts";

const PAGES = 25;
/** The clock runs faster, so that a schedule of five seconds keeps the process busy. */
const HASTE = 100;

const [directory = "", clockStart = "0"] = process.argv.slice(2);
const now = () => Number(clockStart) + (Date.now() - Number(clockStart)) * HASTE;
const acknowledge = (kind: string, id: string) => writeSync(1, `${kind} ${id}\n`);

const unlock = lockInstance(directory);
const store = await openSqlite({ directory, now: now(), writesInThread: true });
await store.checks.releaseHeldBy("serve:");
const parts = partsOver(store, await PrivateAccess.over(store));
store.listen((event) => event.kind === "observed" && acknowledge("observation", event.observationId));
const schedule = new Schedule(parts, {
  holder: `serve:${process.pid}`,
  leaseMs: 60_000 * HASTE,
  onFailure: (_, failure) => acknowledge("failure", String(failure)),
});
schedule.start();
process.once("SIGTERM", () => void leave());
await write(await ownerOf(store));

/** A web where every look at a page shows something new. */
function partsOver(over: Store, access: PrivateAccess): CheckParts {
  const web = fakeWeb();
  return {
    store: over,
    access,
    capture(order) {
      const words = `${now()} ${Math.random()}`;
      web.set(order.source.url, `<title>t</title><body><p>${words}</p><p>${"filler ".repeat(200)}</p>`);
      return web.capture(order);
    },
    workers: workersOnTheSpot,
    now,
    random: Math.random,
  };
}

async function ownerOf({ people }: Store): Promise<PersonIdType> {
  const [known] = (await people.list({ limit: 1 })).items;
  if (known) return known.id;
  const id = newId(PersonId, now());
  const rest = {
    role: "owner",
    locale: "en",
    timeZone: "UTC",
    createdAt: now(),
    disabledAt: null,
    version: 1,
  } as const;
  await people.addFirst({ id, name: "owner", displayName: "Owner", ...rest }, "hash");
  return id;
}

/** Follows pages until there are enough, and adds sheets without end. */
async function write(owner: PersonIdType): Promise<void> {
  for (let count = await store.follows.count(owner); count < PAGES; count++) {
    const outcome = await followBlock(
      {
        personId: owner,
        source: PageSource.parse({ url: `https://host${count}.example/` }),
        wish: { kind: "css", selector: "p" },
        captureId: null,
        pick: { intent: "auto", extent: "one" },
        cutPaths: [],
        title: null,
        options: {
          schedule: { kind: "every", intervalMs: 5_000 },
          retention: { kind: "all" },
          conditions: [...DEFAULT_CONDITIONS],
          quiet: DEFAULT_QUIET,
          channels: [],
          layout: null,
          tags: [],
        },
        feedKey: `feed-key-${now()}-${Math.random()}`,
      },
      parts,
    );
    if (outcome.kind === "followed") acknowledge("follow", outcome.view.follow.id);
  }
  for (;;) {
    const id = newId(SheetId, now());
    await store.sheets.add({
      id,
      personId: owner,
      title: "Sheet",
      position: 0,
      style: { theme: "system", density: "cosy", reader: false, accent: null },
      feedKey: `sheet-key-${id}`,
      createdAt: now(),
      updatedAt: now(),
      deletedAt: null,
      version: 1,
    });
    acknowledge("sheet", id);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function leave(): Promise<void> {
  await schedule.stop();
  await store.close();
  unlock();
  process.exit(0);
}

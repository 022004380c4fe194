import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTessera } from "./start-tessera.ts";

let folder: string;
let parent: ChildProcess | undefined;

/** Starts Tessera, says where it is, and never ends by itself. */
const PARENT = `
  import { startTessera } from ${JSON.stringify(new URL("start-tessera.ts", import.meta.url).href)};
  const { url } = await startTessera({
    data: process.argv[1], port: 0, ownerName: "ada", ownerPassword: "correct horse battery",
    settings: { TESSERA_BROWSER: "off" },
  });
  console.log(url);
  setInterval(() => {}, 60_000);
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-start-"));
});
afterEach(() => {
  parent?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function answers(url: string): Promise<boolean> {
  return fetch(new URL("/healthz", url)).then(
    ({ ok }) => ok,
    () => false,
  );
}

test("a Tessera that was started ends with whoever started it, even where that one is killed", async () => {
  parent = spawn(process.execPath, ["--input-type=module", "-e", PARENT, join(folder, "data")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface({ input: parent.stdout! }), "line")) as [string];
  expect(await answers(url)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => answers(url), { timeout: 30_000 }).toBe(false);
});

test("one that does not start says why, and how it can be helped", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const options = { data: join(folder, "data"), port, ownerName: "ada", ownerPassword: "correct horse battery" };
  await expect(startTessera({ ...options, settings: { TESSERA_BROWSER: "off" } })).rejects.toThrow(
    new RegExp(`did not start: Port ${port} of 127.0.0.1 is taken .* TESSERA_PORT`),
  );
  other.close();
});

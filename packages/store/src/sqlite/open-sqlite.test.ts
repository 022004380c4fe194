import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeStore } from "../store.conformance.ts";
import { openSqlite } from "./open-sqlite.ts";

const root = mkdtempSync(join(tmpdir(), "tessera-sqlite-"));
let opened = 0;
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeStore("sqlite", () => openSqlite({ directory: null, now: Date.now() }));
describeStore("sqlite that writes in a thread", () => {
  opened += 1;
  return openSqlite({ directory: join(root, String(opened)), now: Date.now(), writesInThread: true });
});

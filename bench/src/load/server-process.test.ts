import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startServer } from "./server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-server-process-"));

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Answers, talks a lot, and dies when it is asked to. */
const TALKING = `
import { createServer } from "node:http";
const server = createServer((request, response) => {
  if (request.url === "/die") process.exit(7);
  if (request.url === "/talk") process.stdout.write("x".repeat(1 << 20));
  response.end();
});
server.listen(0, "127.0.0.1", () => console.log("running at http://127.0.0.1:" + server.address().port));
`;

test("a server that dies is said to have died, and nobody waits for it to end", async () => {
  const program = join(folder, "talking.mjs");
  writeFileSync(program, TALKING);
  const server = await startServer(folder, {}, { program });
  // more than a pipe holds: answered only where somebody reads it
  expect((await fetch(new URL("/talk", server.url))).ok).toBe(true);
  await expect(fetch(new URL("/die", server.url))).rejects.toThrow();
  await expect.poll(() => endOf(() => server.memory())).toContain("the server ended by itself, by the code 7");
  await server.stop();
});

function endOf(ask: () => unknown): string {
  try {
    ask();
    return "";
  } catch (failure) {
    return String(failure);
  }
}

import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { groupOf, killGroup, killProcess, processesOf, residentBytes } from "./process-group.ts";

test.runIf(process.platform === "linux")("a group is measured and ended with all its processes", async () => {
  const hog =
    "const all = Buffer.alloc(5e7, 1); require('node:child_process').spawn('sleep', ['60']); setInterval(() => all, 1e6)";
  const child = spawn(process.execPath, ["-e", hog], { detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const group = child.pid!;
  await expect.poll(() => processesOf(group).length, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => residentBytes(processesOf(group)), { timeout: 20_000 }).toBeGreaterThan(5e7);
  expect(groupOf(group)).toBe(group);
  expect(processesOf(group).some(({ isRenderer }) => isRenderer)).toBe(false);
  killGroup(group);
  await ended;
  await expect.poll(() => processesOf(group), { timeout: 20_000 }).toEqual([]);
  // Once more, when there is nobody left.
  killGroup(group);
  killProcess(group);
});

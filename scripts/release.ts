/**
 * `npm run release -- 0.2.0` writes the version and the changelog, to be read and committed. `npm run release -- publish`
 * then builds, packs and shows what would be published; with `--really` it is, with a proof of where it was built where the
 * machine can give one.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "./build/manifest.ts";
import { buildPackages, PACKAGES } from "./build/packages.ts";
import { ROOT } from "./build/stamp.ts";
import { dateChangelog, setVersion } from "./release/set-version.ts";

const [word = "", option] = process.argv.slice(2);
if (word === "publish") await publish(option === "--really");
else if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(word)) prepare(word);
else fail("Usage: npm run release -- VERSION | publish [--really]");

function prepare(version: string): void {
  const path = join(ROOT, "CHANGELOG.md");
  const changelog = dateChangelog(readFileSync(path, "utf8"), version);
  const changed = setVersion(ROOT, version, { write: true });
  writeFileSync(path, changelog);
  process.stdout.write(
    `${version} is in CHANGELOG.md and ${changed.length} files; commit and tag them as v${version}.\n`,
  );
}

async function publish(really: boolean): Promise<void> {
  const { repository, version } = manifestOf(".") as { repository?: { url: string }; version: string };
  if (really && /\.example\//.test(repository?.url ?? ".example/")) fail("package.json names no repository yet");
  if (really && run("git", "status", "--porcelain") !== "") fail("there are changes that are not committed");
  await buildPackages();
  // a proof needs a machine that can say who it is, such as that of a build service
  const proof = process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? ["--provenance"] : [];
  const tag = version.includes("-") ? "next" : "latest";
  const options = ["--access", "public", "--tag", tag, ...proof, ...(really ? [] : ["--dry-run"])];
  for (const folder of PACKAGES) execFileSync("npm", ["publish", folder, ...options], { cwd: ROOT, stdio: "inherit" });
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: "utf8" });
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** A Chromium out of an npm package: for machines that reach the package registry and nothing else. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";

const PACKAGE = "@sparticuz/chromium@153.0.0";
const TIMEOUT_MS = 300_000;

/** The package decides where to unpack by the temporary folder, and unpacks its libraries only on this platform. */
const UNPACK_SCRIPT = `import("@sparticuz/chromium").then((chromium) => chromium.default.executablePath())`;
const PLATFORM_WITH_LIBRARIES = "AWS_Lambda_nodejs24.x";

/** Installs and unpacks it into `folder`; the second executable brings libraries that a bare system lacks. */
export async function chromiumFromNpm(folder: string): Promise<string[]> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("is made for Linux on x64 only");
  const unpacked = join(folder, "unpacked");
  const executable = join(unpacked, "chromium");
  if (!existsSync(executable)) {
    mkdirSync(unpacked, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, PACKAGE], { timeoutMs: TIMEOUT_MS });
    await run(process.execPath, ["--eval", UNPACK_SCRIPT], {
      timeoutMs: TIMEOUT_MS,
      cwd: folder,
      env: { TMPDIR: unpacked, AWS_EXECUTION_ENV: PLATFORM_WITH_LIBRARIES },
    });
  }
  return [executable, withOwnLibraries(executable, unpacked)];
}

function withOwnLibraries(executable: string, unpacked: string): string {
  const starter = join(unpacked, "chromium-with-libraries");
  const libraries = join(unpacked, "al2023", "lib");
  writeFileSync(starter, `#!/bin/sh\nLD_LIBRARY_PATH="${libraries}" exec "${executable}" "$@"\n`);
  chmodSync(starter, 0o755);
  return starter;
}

/** `npm run pack`: what is published, as files that npm can install, in `dist/`. */
import { execFileSync } from "node:child_process";
import { buildPackages, PACKAGES } from "./build/packages.ts";
import { ROOT } from "./build/stamp.ts";

await buildPackages();
for (const folder of PACKAGES) {
  execFileSync("npm", ["pack", folder, "--pack-destination", "dist"], { cwd: ROOT, stdio: "inherit" });
}

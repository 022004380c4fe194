/** Builds the web app to where the program looks for it. */
import { execFileSync } from "node:child_process";
import { buildOnce, ROOT } from "./stamp.ts";

export async function buildWebApp(): Promise<void> {
  const sources = ["packages/web", "packages/page/src", "packages/engine/src", "packages/model/src"];
  await buildOnce({ name: "web app", sources, result: "dist/tessera/web/index.html" }, () => {
    const quietly = ["run", "-s", "build", "-w", "packages/web", "--", "--logLevel", "warn"];
    // built by a test, it would be the app for developers, which is a fifth larger
    const env = { ...process.env, NODE_ENV: "production" };
    execFileSync("npm", quietly, { cwd: ROOT, stdio: "inherit", env });
  });
}

/** Everything that is built, and the folders that are published. */
import { buildProgram } from "./program.ts";
import { buildWebApp } from "./web-app.ts";

export const PACKAGES: readonly string[] = ["./dist/tessera"];

/** Builds what is missing or older than its sources. */
export async function buildPackages(): Promise<void> {
  await buildWebApp();
  await buildProgram();
}

/** Everything that is built, and the folders that are published. */
import { buildEngine } from "./engine.ts";
import { buildProgram } from "./program.ts";
import { buildWebApp } from "./web-app.ts";

export const PACKAGES: readonly string[] = ["./dist/tessera", "./dist/engine"];

/** Builds what `npm start` runs, where it is missing or older than its sources. */
export async function buildTessera(): Promise<void> {
  await buildWebApp();
  await buildProgram();
}

/** Builds all that is published. */
export async function buildPackages(): Promise<void> {
  await buildTessera();
  await buildEngine();
}

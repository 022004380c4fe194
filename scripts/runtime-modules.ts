/** `node scripts/runtime-modules.ts FOLDER`: copies what the built program needs beside itself into its folder. */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runtimeDependencies } from "./build/manifest.ts";
import { ROOT } from "./build/stamp.ts";

const [target = "dist/tessera"] = process.argv.slice(2);
const found = new Set(Object.keys(runtimeDependencies()).map((name) => join("node_modules", name)));
for (const folder of found) {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, folder, "package.json"), "utf8"),
  ) as Record<"dependencies" | "optionalDependencies", Readonly<Record<string, string>> | undefined>;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = placeOf(name, folder);
    if (place) found.add(place);
  }
}
for (const folder of found) {
  cpSync(join(ROOT, folder), resolve(ROOT, target, folder), {
    recursive: true,
    filter: (path) => !path.slice(join(ROOT, folder).length).includes("node_modules"),
  });
}

/** Where Node finds it from there; null for the binary of another machine, which was not installed. */
function placeOf(name: string, from: string): string | null {
  for (let folder = from; folder !== "."; folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(join(ROOT, place))) return place;
  }
  const top = join("node_modules", name);
  return existsSync(join(ROOT, top)) ? top : null;
}

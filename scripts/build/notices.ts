/** The licences of the libraries whose code is in the built program: each asks for its text to go along. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LIBRARY = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** From the paths of all modules that were built in. */
export function noticesFor(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => LIBRARY.exec(id.replaceAll("\\", "/"))?.[0] ?? []));
  const notices = [...folders].filter((folder) => existsSync(join(folder, "package.json"))).map(noticeOf);
  return ["The program contains code of these libraries, under their own licences.", ...new Set(notices.sort())].join(
    `\n\n${"-".repeat(78)}\n\n`,
  );
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && LICENCE_FILE.test(file.name),
  );
  const texts = files.map((file) => readFileSync(join(folder, file.name), "utf8").trim());
  return [`${name} ${version}, ${license ?? "see below"}`, ...texts].join("\n\n");
}

/**
 * Sources name each other, and files beside them, by `new URL("./worker.ts", import.meta.url)`. In the built program all of
 * that lies elsewhere: a source becomes a file of its own that a thread or a process can start with, and what is not built
 * is named from where the program lies.
 */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Plugin, PluginContext } from "rolldown";
import { ROOT } from "./stamp.ts";

const OWN_ADDRESS = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*\)/g;

export interface Layout {
  /** The folder that the program is written to. */
  readonly program: string;
  /** The folder of the package that it is part of, which has its own package.json instead of the repository's. */
  readonly package: string;
}

export function ownAddresses(layout: Layout): Plugin {
  return {
    name: "own-addresses",
    transform: {
      filter: { id: /\.ts$/, code: "import.meta.url" },
      handler(code, id) {
        const found = code.replaceAll(OWN_ADDRESS, (_, target: string) => {
          return `new URL(${builtAddress(this, resolve(dirname(id), target), layout)})`;
        });
        return found === code ? null : { code: found, map: null };
      },
    },
  };
}

function builtAddress(context: PluginContext, target: string, { program, package: folder }: Layout): string {
  const beside = (path: string): string =>
    `${JSON.stringify(relative(program, path).replaceAll(sep, "/"))}, import.meta.url`;
  if (target.endsWith(".ts")) {
    const name = basename(target, ".ts");
    return `import.meta.ROLLUP_FILE_URL_${context.emitFile({ type: "chunk", id: target, name })}`;
  }
  if (target === join(ROOT, "package.json")) return beside(join(folder, "package.json"));
  if (target.startsWith(folder)) return beside(target);
  if (!statSync(target).isDirectory()) throw new Error(`${target} is no part of the built program`);
  for (const source of readdirSync(target)) {
    if (!source.endsWith(".ts") || source.endsWith(".test.ts")) continue;
    const fileName = `${basename(target)}/${basename(source, ".ts")}.js`;
    context.emitFile({ type: "chunk", id: join(target, source), fileName });
  }
  return `"./${basename(target)}/", import.meta.url`;
}

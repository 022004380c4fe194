/** Findings of one part on disk, one JSON line each, so that a run that was stopped goes on where it was. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

interface Line {
  readonly unit: string;
  readonly finding: unknown;
}

export class FindingsFile {
  readonly #path: string;
  readonly #findings = new Map<string, unknown>();

  constructor(path: string, options: { readonly fresh: boolean }) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    if (options.fresh) rmSync(path, { force: true });
    if (existsSync(path)) this.#read(readFileSync(path, "utf8"));
  }

  has(unit: string): boolean {
    return this.#findings.has(unit);
  }

  get(unit: string): unknown {
    return this.#findings.get(unit);
  }

  add(unit: string, finding: unknown): void {
    this.#findings.set(unit, finding);
    appendFileSync(this.#path, `${JSON.stringify({ unit, finding } satisfies Line)}\n`);
  }

  #read(content: string): void {
    const lines = content.split("\n");
    // a line without its line feed was cut by a stopped run: examined again, and kept off the next line
    if (lines.pop() !== "") appendFileSync(this.#path, "\n");
    for (const text of lines) {
      const line = parsed(text);
      if (line) this.#findings.set(line.unit, line.finding);
    }
  }
}

/** A name for a unit of work that changes whenever what is examined changes. */
export function unitName(...facts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}

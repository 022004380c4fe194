/** Runs a program to its end and says in one line what went wrong. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface RunOptions {
  readonly timeoutMs: number;
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Rejects where the program is missing, fails or takes too long. */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<void> {
  const { timeoutMs, cwd, env } = options;
  try {
    await promisify(execFile)(program, args, {
      timeout: timeoutMs,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
      ...(cwd === undefined ? {} : { cwd }),
    });
  } catch (cause) {
    const { stderr = "", message } = cause as { stderr?: string; message: string };
    const lines = stderr.trim().split("\n");
    const telling = lines.find((line) => /error|fail|unable|denied/i.test(line)) ?? lines.at(-1);
    throw new Error(`${program} failed: ${telling || message}`, { cause });
  }
}

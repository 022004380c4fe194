/** A site of the bench: a process of its own, so that what it takes is not the server's. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { processorSeconds } from "../processor-time.ts";

export interface Site {
  readonly port: number;
  /** Seconds of processor time so far. */
  processorSeconds(): number;
  stop(): void;
}

/** The program tells its port and ends when it is left. */
export async function startSite(program: URL): Promise<Site> {
  const child = fork(fileURLToPath(program));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code, signal) => reject(new Error(`the site did not start: ${signal ?? code}`)));
  });
  // one that has died is no reason to hide what failed because of it
  const stop = () => void (child.connected && child.disconnect());
  return { port, processorSeconds: () => processorSeconds(child.pid ?? 0), stop };
}

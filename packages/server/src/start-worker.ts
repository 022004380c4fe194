/** `npm run work`: a worker with the configuration of the environment, until a signal ends it. */
import { ConfigurationError, readConfig } from "./config/read-config.ts";
import { endOnSignal } from "./main/end-on-signal.ts";
import { work } from "./main/work.ts";
import { createLogger } from "./operate/logger.ts";

try {
  const config = await readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const worker = await work({ config, logger });
  const watched = worker.watchUrl ? `, metrics at ${worker.watchUrl}/metrics` : "";
  process.stdout.write(`Tessera works (${worker.pools.join(", ")})${watched}\n`);
  endOnSignal({ stop: () => worker.stop(), logger });
  void worker.ended.then((why) => {
    if (why === "outdated") process.exitCode = 1;
  });
} catch (error) {
  const isExpected = error instanceof ConfigurationError || (error instanceof Error && "code" in error);
  if (!isExpected) throw error;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

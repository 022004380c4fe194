/** `npm start`: the server with the configuration of the environment, until a signal ends it. */
import { ConfigurationError, readConfig } from "./config/read-config.ts";
import { endOnSignal } from "./main/end-on-signal.ts";
import { serve } from "./main/serve.ts";
import { createLogger } from "./operate/logger.ts";

try {
  const config = await readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const server = await serve({ config, logger });
  process.stdout.write(`Tessera is running at ${server.url}\n`);
  if (server.setUpUrl) process.stdout.write(`Open this link once to become its owner: ${server.setUpUrl}\n`);
  endOnSignal({ stop: () => server.stop(), logger });
} catch (error) {
  const isExpected = error instanceof ConfigurationError || (error instanceof Error && "code" in error);
  if (!isExpected) throw error;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

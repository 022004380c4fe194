/** Where this instance is reached, as far as it can know by itself. */
import type { Config } from "./settings.ts";

const EVERYWHERE: readonly string[] = ["0.0.0.0", "::"];

/** What the operator said, else the address that it listens at: links in messages, feeds and commands begin with it. */
export function ownAddress({ baseUrl, host, port }: Pick<Config, "baseUrl" | "host" | "port">): string {
  if (baseUrl) return baseUrl;
  const name = EVERYWHERE.includes(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

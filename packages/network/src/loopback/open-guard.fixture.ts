/** For tests: a guard as it should not be, with a private host that is open to whoever asks. */
import type { Destination } from "../guard/destination.ts";
import type { ConnectOptions, Guard } from "../guard/guard.ts";

/** The tests of private hosts must fail with it before they are believed. */
export function openGuard(guard: Guard, hostname: string): Guard {
  const grantTo = (to: Destination, options: ConnectOptions = {}) => ({
    ...options,
    grant: to.hostname === hostname ? { hostname, ports: [to.port] } : null,
  });
  return {
    checkUrl: (url) => guard.checkUrl(url),
    resolve: (to, options) => guard.resolve(to, grantTo(to, options)),
    connect: (to, options) => guard.connect(to, grantTo(to, options)),
  };
}

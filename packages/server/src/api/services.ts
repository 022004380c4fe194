/** What the routes work with: made once at the start, given to every handler. */
import type { WayOut } from "@tessera/capture";
import type { Store } from "@tessera/store";
import type { Config } from "../config/settings.ts";
import type { Login } from "../people/login.ts";
import type { Teller } from "../tell/teller.ts";

export interface Services {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly cookieName: string;
  readonly login: Login;
  readonly wayOut: WayOut;
  readonly teller: Teller;
}

/** A finding of the doctor with the way to put it right, where there is one. */
import type { Finding } from "../contract/upkeep.ts";
import type { Connection } from "./connection.ts";

export interface Case {
  readonly finding: Finding;
  readonly repair: ((connection: Connection) => Promise<void>) | null;
}

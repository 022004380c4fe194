/** What is shown on other sites. */
import type { Gadget, GadgetId, PersonId } from "@tessera/model";

/** Of one person. */
export const MAX_GADGETS = 100;

export interface GadgetRecords {
  /** False where the follow or the sheet is not this person's, or they have too many. */
  add(gadget: Gadget): Promise<boolean>;
  /** Latest first. */
  of(owner: PersonId): Promise<readonly Gadget[]>;
  /**
   * For strangers: null where it was taken back, what it shows was removed, or the account of its person is shut. A wall goes on
   * as long as one of its sheets is there.
   */
  find(id: GadgetId): Promise<Gadget | null>;
  shown(id: GadgetId, at: number): Promise<void>;
  remove(owner: PersonId, id: GadgetId): Promise<boolean>;
}

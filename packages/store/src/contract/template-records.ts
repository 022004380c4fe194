/** One block on many pages: what was asked for, and what became of each address. */
import type { PendingFollow, PersonId, Template, TemplateId, TemplatePage } from "@tessera/model";

export interface TemplateView {
  readonly template: Template;
  /** In the order in which they were asked for. */
  readonly pages: readonly TemplatePage[];
}

/** What is kept of one person; the oldest goes when there is one more. */
export const MAX_TEMPLATES = 20;

export interface TemplateRecords {
  /** With what waits of it, all or none. */
  add(view: TemplateView, waiting: readonly PendingFollow[]): Promise<void>;
  find(owner: PersonId, id: TemplateId): Promise<TemplateView | null>;
  /** Latest first. */
  list(owner: PersonId): Promise<readonly TemplateView[]>;
  /** What became of some of its addresses; those that it does not have are left alone. Null where it is gone. */
  settle(id: TemplateId, pages: readonly TemplatePage[], now: number): Promise<Template | null>;
  /** Together with what waits of it. */
  remove(owner: PersonId, id: TemplateId): Promise<boolean>;
}

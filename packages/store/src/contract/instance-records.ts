/** What belongs to the instance: settings, secrets, catalogue, audit log. */
import type { AuditAction, AuditEntry, CataloguePage, CataloguePageId, Page, PersonId, Settings } from "@tessera/model";
import type { Changed, ChangeOptions, Listing, Slice } from "./listing.ts";

export interface SettingsRecords {
  read(): Promise<Settings>;
  change(patch: Partial<Settings>): Promise<Settings>;
  /** A secret of the instance (signing keys), made by `make` the first time it is asked for, the same ever after. */
  secret(name: string, make: () => string): Promise<string>;
}

export type CataloguePatch = Partial<Pick<CataloguePage, "title" | "about" | "schedule">>;

export interface CatalogueEntry {
  readonly entry: CataloguePage;
  readonly page: Page;
}

export interface CatalogueRecords {
  /** Offers a page; false where it is private to somebody or offered already. */
  offer(entry: CataloguePage, dueAt: number): Promise<boolean>;
  list(): Promise<readonly CatalogueEntry[]>;
  find(id: CataloguePageId): Promise<CatalogueEntry | null>;
  change(id: CataloguePageId, patch: CataloguePatch, options: ChangeOptions): Promise<Changed<CataloguePage>>;
  withdraw(id: CataloguePageId): Promise<boolean>;
}

export interface AuditFilter extends Slice {
  readonly person?: PersonId;
  readonly action?: AuditAction;
}

export interface AuditRecords {
  add(entry: AuditEntry): Promise<void>;
  /** Latest first. */
  list(filter: AuditFilter): Promise<Listing<AuditEntry>>;
}

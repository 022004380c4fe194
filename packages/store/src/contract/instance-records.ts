/** What belongs to the instance: settings, secrets, catalogue, audit log. */
import type {
  AuditAction,
  AuditEntry,
  CapName,
  CataloguePage,
  CataloguePageId,
  Page,
  PersonId,
  Settings,
  SettingsPatch,
} from "@tessera/model";
import type { Changed, ChangeOptions, Listing, Slice } from "./listing.ts";

export interface SettingsRecords {
  read(): Promise<Settings>;
  change(patch: SettingsPatch): Promise<Settings>;
  /** A secret of the instance (signing keys), made by `make` the first time it is asked for, the same ever after. */
  secret(name: string, make: () => string): Promise<string>;
}

/** Of what there can be too much in the store. */
export type CountedCap = Exclude<CapName, "sessions" | "checksPerMinute" | "pagesPerMinute">;

export interface CapRecords {
  /**
   * How many more of each this person may have, of tiles on a sheet that is new. Adding one more than that throws a
   * `CapReached`. Inside a transaction it stays so until its end, whatever else the person does meanwhile.
   */
  room(person: PersonId): Promise<Readonly<Record<CountedCap, number>>>;
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

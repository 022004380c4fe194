/** What belongs to the instance and not to one person: its settings, its catalogue, its audit log. */
import { z } from "zod";
import { Caps, CapsPatch } from "./caps.ts";
import { AuditEntryId, CataloguePageId, PageId, PersonId } from "./ids.ts";
import { PrivateHost } from "./private-host.ts";
import { DEFAULT_RETENTION, Retention } from "./retention.ts";
import { DEFAULT_SCHEDULE, Schedule } from "./schedule.ts";
import { Instant } from "./time.ts";

/** What the owner can change while the instance runs; what an operator sets at start is configuration. */
export const Settings = z.strictObject({
  instanceName: z.string().min(1).max(100).default("Tessera"),
  /** Hosts behind the owner's door that may be reached all the same: each by its own pages only, or for messages. */
  privateHosts: z.array(PrivateHost).max(2_000).default([]),
  defaultSchedule: Schedule.default(DEFAULT_SCHEDULE),
  defaultRetention: Retention.default(DEFAULT_RETENTION),
  /** How long a deleted follow or sheet can be brought back. */
  undoMs: z
    .int()
    .min(0)
    .default(7 * 24 * 3_600_000),
  /** How much one person may have and do. */
  caps: Caps.prefault({}),
  /** Whether people may show blocks on other sites; where not, none that they made before is shown either. */
  allowsGadgets: z.boolean().default(false),
  /** Whether people may show sheets to whoever has a secret link; where not, no link that they made before opens either. */
  allowsLinks: z.boolean().default(true),
});
export type Settings = z.infer<typeof Settings>;

/** What is not named stays as it is; with the defaults above it would fall back to them. */
export const SettingsPatch = z
  .strictObject({
    instanceName: Settings.shape.instanceName.unwrap().optional(),
    privateHosts: Settings.shape.privateHosts.unwrap().optional(),
    defaultSchedule: Settings.shape.defaultSchedule.unwrap().optional(),
    defaultRetention: Settings.shape.defaultRetention.unwrap().optional(),
    undoMs: Settings.shape.undoMs.unwrap().optional(),
    caps: CapsPatch.optional(),
    allowsGadgets: z.boolean().optional(),
    allowsLinks: z.boolean().optional(),
  })
  .meta({ id: "SettingsPatch" });
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** A page that the owner offers to everyone: captured and trained over time, its blocks one click away. */
export const CataloguePage = z.strictObject({
  id: CataloguePageId,
  pageId: PageId,
  offeredBy: PersonId,
  title: z.string().min(1).max(300),
  about: z.string().max(2_000),
  schedule: Schedule,
  /** What training over its captures has learned: data of `engine/segment`, versioned; null before the first. */
  training: z.unknown(),
  createdAt: Instant,
  version: z.int().min(1),
});
export type CataloguePage = z.infer<typeof CataloguePage>;

export const AuditAction = z.enum([
  "set-up",
  "login",
  "login-failed",
  "logout",
  "password-changed",
  "token-created",
  "token-used",
  "token-revoked",
  "browser-paired",
  "gadget-created",
  "gadget-revoked",
  "sheet-shared",
  "sheet-unshared",
  "sheet-edited",
  "invited",
  "joined",
  "person-disabled",
  "person-enabled",
  "settings-changed",
  "imported",
  "exported",
  "untrusted-proxy",
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditEntry = z
  .strictObject({
    id: AuditEntryId,
    at: Instant,
    /** Whose account it is about; null where the name given belongs to nobody. */
    personId: PersonId.nullable(),
    action: AuditAction,
    address: z.string().max(64),
    detail: z.record(z.string(), z.string().max(500)),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

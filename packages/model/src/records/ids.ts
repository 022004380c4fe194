/** The identity of every kind of record: branded, so that one is never taken for another. */
import { z } from "zod";

export const PersonId = z.uuid().brand("PersonId");
export type PersonId = z.infer<typeof PersonId>;

export const SessionId = z.uuid().brand("SessionId");
export type SessionId = z.infer<typeof SessionId>;

export const TokenId = z.uuid().brand("TokenId");
export type TokenId = z.infer<typeof TokenId>;

export const InvitationId = z.uuid().brand("InvitationId");
export type InvitationId = z.infer<typeof InvitationId>;

export const PageId = z.uuid().brand("PageId");
export type PageId = z.infer<typeof PageId>;

export const CaptureId = z.uuid().brand("CaptureId");
export type CaptureId = z.infer<typeof CaptureId>;

export const BlockId = z.uuid().brand("BlockId");
export type BlockId = z.infer<typeof BlockId>;

export const FollowId = z.uuid().brand("FollowId");
export type FollowId = z.infer<typeof FollowId>;

export const ObservationId = z.uuid().brand("ObservationId");
export type ObservationId = z.infer<typeof ObservationId>;

export const CorrectionId = z.uuid().brand("CorrectionId");
export type CorrectionId = z.infer<typeof CorrectionId>;

export const SheetId = z.uuid().brand("SheetId");
export type SheetId = z.infer<typeof SheetId>;

export const TileId = z.uuid().brand("TileId");
export type TileId = z.infer<typeof TileId>;

export const ChannelId = z.uuid().brand("ChannelId");
export type ChannelId = z.infer<typeof ChannelId>;

export const DeliveryId = z.uuid().brand("DeliveryId");
export type DeliveryId = z.infer<typeof DeliveryId>;

export const PendingFollowId = z.uuid().brand("WishId");
export type PendingFollowId = z.infer<typeof PendingFollowId>;

export const TemplateId = z.uuid().brand("TemplateId");
export type TemplateId = z.infer<typeof TemplateId>;

export const GadgetId = z.uuid().brand("GadgetId");
export type GadgetId = z.infer<typeof GadgetId>;

export const CataloguePageId = z.uuid().brand("CataloguePageId");
export type CataloguePageId = z.infer<typeof CataloguePageId>;

export const AuditEntryId = z.uuid().brand("AuditEntryId");
export type AuditEntryId = z.infer<typeof AuditEntryId>;

/** SHA-256 of a body before compression, in lower-case hexadecimal: its only name. */
export const BodyHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand("BodyHash");
export type BodyHash = z.infer<typeof BodyHash>;

/** An item of a feed, by what the feed knows it by: the beginning of the SHA-256 of its key, in base64url. */
export const ItemId = z
  .string()
  .regex(/^[\w-]{22}$/)
  .brand("ItemId");
export type ItemId = z.infer<typeof ItemId>;

/** A new id that sorts by the time it was made (UUID version 7, RFC 9562 section 5.7), so that indexes grow at one end. */
export function newId<Id extends z.ZodType<string>>(kind: Id, now: number): z.output<Id> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let at = 0, rest = now; at < 6; at++, rest = Math.floor(rest / 256)) bytes[5 - at] = rest % 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return kind.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  );
}

/** The identity of every kind of record: branded, so that one is never taken for another. */
import { z } from "zod";

export const PersonId = z.uuid().brand("PersonId");
export type PersonId = z.infer<typeof PersonId>;

export const PageId = z.uuid().brand("PageId");
export type PageId = z.infer<typeof PageId>;

export const CaptureId = z.uuid().brand("CaptureId");
export type CaptureId = z.infer<typeof CaptureId>;

export const FollowId = z.uuid().brand("FollowId");
export type FollowId = z.infer<typeof FollowId>;

export const ObservationId = z.uuid().brand("ObservationId");
export type ObservationId = z.infer<typeof ObservationId>;

export const SheetId = z.uuid().brand("SheetId");
export type SheetId = z.infer<typeof SheetId>;

export const TileId = z.uuid().brand("TileId");
export type TileId = z.infer<typeof TileId>;

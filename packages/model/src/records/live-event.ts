/** What a person's open pages hear about at once. */
import { z } from "zod";
import { FollowId, ObservationId, PersonId, SheetId, TemplateId } from "./ids.ts";
import { WebUrl } from "./page-source.ts";
import { Instant } from "./time.ts";
import { VerdictKind } from "./verdict.ts";

export const LiveEvent = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("observed"),
    personId: PersonId,
    followId: FollowId,
    observationId: ObservationId,
    verdict: VerdictKind,
    at: Instant,
  }),
  z.strictObject({ kind: z.literal("follow-changed"), personId: PersonId, followId: FollowId, at: Instant }),
  z.strictObject({ kind: z.literal("sheet-changed"), personId: PersonId, sheetId: SheetId, at: Instant }),
  /** A sheet is shared with this person, in another way or no longer; or somebody has left a sheet of theirs. */
  z.strictObject({ kind: z.literal("shares-changed"), personId: PersonId, sheetId: SheetId, at: Instant }),
  /** Something became of an address on which a block is to be followed. */
  z.strictObject({ kind: z.literal("template-changed"), personId: PersonId, templateId: TemplateId, at: Instant }),
  /** A page is being opened for picking: what is done at the moment. */
  z.strictObject({
    kind: z.literal("opening"),
    personId: PersonId,
    url: WebUrl,
    stage: z.enum(["fetching", "rendering", "reading", "ready", "failed"]),
    at: Instant,
  }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

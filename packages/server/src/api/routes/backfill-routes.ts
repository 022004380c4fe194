/** A past for a follow, out of a web archive. */

import { CaptureFailureCode, FollowId, Instant, WebUrl } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import { z } from "zod";
import { backfill } from "../../history/backfill.ts";
import { adviceFor } from "../advice.ts";
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";
import { byId } from "../views/slice.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Versions for one request: the archive is asked for each of them, politely. */
const MAX_VERSIONS = 100;

export const BackfillReply = z.object({
  versions: z.int(),
  observations: z.int().describe("Added to the history"),
  found: z.int().describe("Versions in which the block was found"),
  missed: z.array(z.object({ at: Instant, url: z.string(), code: CaptureFailureCode })),
});

export const backfillRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/v1/follows/:id/backfill",
    summary:
      "Give the follow a past from a web archive that speaks Memento (RFC 7089), as the owner; nobody is told of it",
    tag: "history",
    // whoever names the archive writes into a history that others may share
    access: { kind: "person", scope: "write", ownerOnly: true },
    params: byId(FollowId),
    body: z.strictObject({
      archive: WebUrl.describe("A TimeMap, TimeGate or memento of the page"),
      from: Instant.optional(),
      until: Instant.optional(),
      everyMs: z
        .int()
        .min(0)
        .max(365 * DAY_MS)
        .default(DAY_MS)
        .describe("At most one version in this time"),
      limit: z.int().min(1).max(MAX_VERSIONS).default(MAX_VERSIONS),
    }),
    reply: BackfillReply,
    handle: async ({ who, params, body }, { checks, httpClient, politeness }) => {
      const { archive, ...options } = body;
      const source = { kind: "archive", url: new URL(archive) } as const;
      const request = { personId: who.person.id, followId: params.id, source, ...options };
      const outcome = await backfill(request, { ...checks, httpClient, politeness }).catch((failure: unknown) => {
        if (!(failure instanceof CaptureFailure)) throw failure;
        const record = failure.toRecord();
        throw new ApiError("capture-failed", {
          detail: record.message,
          more: { failure: record, advice: adviceFor(record) },
        });
      });
      if (outcome.kind === "missing") throw new ApiError("not-found");
      return { body: { ...outcome, missed: [...outcome.missed] } };
    },
  }),
];

/** Why a capture did not happen, as data: the code decides, never a message text. */
import { z } from "zod";

export const CaptureFailureCode = z.enum([
  "bad-url",
  "forbidden-address",
  "robots",
  "dns",
  "refused",
  "reset",
  "tls",
  "timeout",
  "too-large",
  "too-many-redirects",
  "decompression",
  "protocol",
  "not-html",
  "not-feed",
  "status",
  "blocked",
  "crashed",
  "step-failed",
]);
export type CaptureFailureCode = z.infer<typeof CaptureFailureCode>;

/** When it makes sense to try again. */
export const Retry = z.enum(["soon", "later", "never"]);
export type Retry = z.infer<typeof Retry>;

/** A capture failure as stored and shown. */
export const CaptureFailureRecord = z
  .strictObject({
    code: CaptureFailureCode,
    retry: Retry,
    /** One line for a person. */
    message: z.string().max(1_000),
    status: z.number().int().optional(),
    /** What stands in front of the page, where whoever looked could tell. */
    wall: z.enum(["captcha", "consent", "login"]).optional(),
    /** From Retry-After, where the server named a time. */
    retryAfterMs: z.number().int().min(0).optional(),
  })
  .meta({ id: "CaptureFailure" });
export type CaptureFailureRecord = z.infer<typeof CaptureFailureRecord>;

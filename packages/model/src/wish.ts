/** How a person names a block before anyone has seen the page: on the command line, over the API, in an import. */
import { z } from "zod";
import { BlockPath } from "./verdict.ts";

export const Wish = z.discriminatedUnion("kind", [
  /** The main content of the page. */
  z.strictObject({ kind: z.literal("page") }),
  z.strictObject({ kind: z.literal("path"), path: BlockPath }),
  /** The smallest block with this text. */
  z.strictObject({ kind: z.literal("text"), text: z.string().min(1).max(1_000) }),
  z.strictObject({ kind: z.literal("css"), selector: z.string().min(1).max(2_000) }),
  /** The part of XPath 1.0 that pickers write: steps, positions, attributes, text. */
  z.strictObject({ kind: z.literal("xpath"), expression: z.string().min(1).max(2_000) }),
]);
export type Wish = z.infer<typeof Wish>;

/** Pictures that came with a capture, as they are kept: one body of JSON. What is shown is looked at again when it is drawn. */
import { z } from "zod";

export const KeptImages = z.array(z.strictObject({ url: z.string(), type: z.string(), data: z.string() })).max(1_000);
export type KeptImages = z.infer<typeof KeptImages>;

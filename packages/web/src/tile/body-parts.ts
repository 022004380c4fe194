/** What a tile shows instead of a frame: loaded when the first tile needs it. */
import { latePart } from "../shell/late.ts";

export const blank = latePart(() => import("./TileBlank.svelte"));
export const text = latePart(() => import("./TileText.svelte"));
export const advice = latePart(() => import("../api/failure-advice.ts"));

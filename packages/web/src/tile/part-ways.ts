/** Which ways there are to show a block, and which of them was chosen for a part of a joined tile. */
import type { PartWay, TileStyle } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { laidOutAt, type NoPicture, whyNoPicture } from "@tessera/model/ways";

export type WayChoice = "auto" | PartWay;

/** The block of a tile, or the first of several, and what of it is shown. */
export interface ShownFollow {
  readonly follow: FollowReply;
  readonly shown: FollowReply["latestFound"];
}

/** Whether anybody has seen the block laid out, and why there can be no picture of it. */
export interface CanBe {
  readonly page: boolean;
  readonly noPicture: NoPicture | null;
}

export function canBe({ follow, shown }: ShownFollow): CanBe {
  return {
    page: laidOutAt(follow, shown) !== null,
    noPicture: whyNoPicture(follow, shown),
  };
}

/** One that was chosen stays to be seen, also while there is nothing for it. */
export function waysToShow(can: CanBe | null, chosen: WayChoice): readonly WayChoice[] {
  return [
    "auto",
    ...(can?.page || chosen === "page" ? (["page"] as const) : []),
    "adapted",
    ...((can && can.noPicture === null) || chosen === "picture" ? (["picture"] as const) : []),
    "text",
  ];
}

export function wayOfPart({ parts }: Pick<TileStyle, "parts">, followId: FollowReply["id"]): WayChoice {
  return parts?.[followId] ?? "auto";
}

/** Left to us, it is shown as the rest of the tile. */
export function withWayOfPart(style: TileStyle, followId: FollowReply["id"], way: WayChoice): TileStyle {
  const { [followId]: _, ...others } = style.parts ?? {};
  return { ...style, parts: way === "auto" ? others : { ...others, [followId]: way } };
}

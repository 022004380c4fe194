/** Where a request puts tiles: within the columns of its screen. What was stored before may reach beyond, and is read as it is. */
import { z } from "zod";
import { isWithin } from "../records/grid.ts";
import { TileId } from "../records/ids.ts";
import { COLUMNS } from "../records/screens.ts";
import { Screen, ScreenPlaces, TilePlace } from "../records/sheet.ts";

const ScreenPlace = ScreenPlaces.shape.phone.unwrap();

const beyond = (screen: Screen) => `reaches beyond the ${COLUMNS[screen]} columns of a ${screen} screen`;

const on = (screen: Screen) => (place: TilePlace) => isWithin(place, COLUMNS[screen]);

export const PlaceOnSheet = TilePlace.refine(on("wide"), beyond("wide"));

export const PlacesOnScreens = ScreenPlaces.extend({
  phone: ScreenPlace.refine(on("phone"), beyond("phone")).optional(),
  tablet: ScreenPlace.refine(on("tablet"), beyond("tablet")).optional(),
});

/** Several tiles on the same screens. */
export const Placing = z
  .strictObject({
    places: z.array(z.strictObject({ id: TileId, place: ScreenPlace })).max(1_000),
    screen: Screen.default("wide").describe("On which screens they lie there; a phone has two columns"),
  })
  .superRefine(({ places, screen }, context) => {
    for (const [at, { place }] of places.entries()) {
      if (on(screen)(place)) continue;
      context.addIssue({ code: "custom", path: ["places", at, "place"], message: beyond(screen) });
    }
  });

/** The sheet that greets whoever tries the demo: blocks of all four sites, one of each sort. */
import type { ApiClient } from "./api-client.ts";

interface Piece {
  readonly site: string;
  readonly title: string;
  readonly selector: string;
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** In the first design of each site. */
const PIECES: readonly Piece[] = [
  { site: "news", title: "Latest news", selector: "#latest-news", place: { x: 0, y: 0, width: 4, height: 5 } },
  { site: "scores", title: "Live scores", selector: "#scoreboard", place: { x: 4, y: 0, width: 5, height: 3 } },
  { site: "shop", title: "Heron reading lamp", selector: "#buy", place: { x: 9, y: 0, width: 3, height: 3 } },
  { site: "notices", title: "Public notices", selector: "#notices", place: { x: 4, y: 3, width: 5, height: 4 } },
  { site: "scores", title: "Weather", selector: "#weather", place: { x: 9, y: 3, width: 3, height: 3 } },
  { site: "shop", title: "Offer of the day", selector: "#offer", place: { x: 0, y: 5, width: 4, height: 3 } },
  { site: "notices", title: "River level", selector: "#river .level", place: { x: 9, y: 6, width: 3, height: 2 } },
];

/** As often as Tessera looks at anything: the sites live fast. */
const CHECK_EVERY = { kind: "every", intervalMs: 5_000 } as const;

/** Follows all pieces and puts them on a sheet; gives the id of the sheet. */
export async function furnish({ ask }: ApiClient, sites: Readonly<Record<string, string>>): Promise<string> {
  const sheets = await ask<readonly { readonly id: string }[]>("GET", "/sheets");
  const sheet = sheets[0] ?? (await ask<{ readonly id: string }>("POST", "/sheets", { title: "Demo" }));
  for (const { site, title, selector, place } of PIECES) {
    const url = sites[site];
    if (!url) throw new RangeError(`there is no site ${site}`);
    const follow = await ask<{ readonly id: string }>("POST", "/follows", {
      source: { url },
      wish: { kind: "css", selector },
      title,
      schedule: CHECK_EVERY,
    });
    await ask("POST", `/sheets/${sheet.id}/tiles`, { followId: follow.id, place });
  }
  return sheet.id;
}

/** The sheet that greets whoever tries the demo: what happens, and blocks of all four sites, one of each sort. */
import type { ApiClient } from "./api-client.ts";
import { PIECES } from "./pieces.ts";

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

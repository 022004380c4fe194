/** What the server finds of one's own: in all follows and their past, and in what one wrote. Loaded when it is asked. */
import { findOwn, type OwnAnswer } from "../../api/find-own.ts";
import { historyPath, safeHref } from "../../shell/place.ts";
import type { Hit, Marks } from "./own-hits.ts";

const MAX_FOUND = 8;

/** With what was found on the open sheet. */
export async function askedOwn(words: string, here: readonly Hit[]): Promise<readonly Hit[]> {
  const found = hitsOf(await findOwn({ q: words, in: "history", limit: MAX_FOUND }));
  const places = new Set(found.map(placeOf));
  const isFound = ({ follow }: Hit): boolean => follow !== undefined && places.has(historyPath(follow));
  return withoutTwice([...here.filter((hit) => !isFound(hit)), ...found]);
}

/** What the server found: what the person wrote, and follows, each with the way to the moment that says it. */
function hitsOf({ hits, tiles }: Pick<OwnAnswer, "hits" | "tiles">): readonly Hit[] {
  return [...tiles.flatMap(writtenHits), ...hits.flatMap(followHits)];
}

/** Links that say it lead where they lead; everything else to its tile. */
function writtenHits({ tile, sheet, lines, link }: OwnAnswer["tiles"][number]): readonly Hit[] {
  const links = lines.flatMap(({ text, marks, url }, at): Hit[] => {
    const href = url && safeHref(url);
    if (!href) return [];
    return [
      {
        id: `${tile.id}-found-${at}`,
        title: text,
        about: sheet.title,
        ...marked(marks, []),
        to: { kind: "href", href },
      },
    ];
  });
  if (links.length > 0) return links;
  const [line] = lines;
  const about = line?.text ?? sheet.title;
  const to = { kind: "href", href: link } as const;
  return [{ id: tile.id, title: tile.title, about, ...marked(tile.titleMarks, line?.marks ?? []), to }];
}

function followHits({ follow, moments: [moment] }: OwnAnswer["hits"][number]): readonly Hit[] {
  if (!moment) return [];
  const { pathname, search, hash } = new URL(moment.link, location.origin);
  const [first] = moment.excerpts;
  const to = { kind: "href", href: pathname + search + hash } as const;
  return [
    {
      id: follow.id,
      title: follow.title,
      about: first?.text ?? "",
      ...marked(follow.titleMarks, first?.marks ?? []),
      to,
    },
  ];
}

/** What leads to the same place is said once: as the server marks it, where it does. */
function withoutTwice(hits: readonly Hit[]): readonly Hit[] {
  const byPlace = new Map<string, Hit>();
  for (const hit of hits) byPlace.set(placeOf(hit), hit);
  return [...byPlace.values()];
}

/** A tile is the same on the open sheet and behind a link to it, and a history at whichever moment. */
function placeOf({ to }: Hit): string {
  if (to.kind === "tile") return to.id;
  const tile = /^\/sheets\/[^?]*\?tile=(.*)$/.exec(to.href)?.[1];
  return tile ?? /^\/follows\/[^?]*/.exec(to.href)?.[0] ?? to.href;
}

const marked = (title: Marks, about: Marks): Pick<Hit, "marks"> => ({ marks: { title, about } });

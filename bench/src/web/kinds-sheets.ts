/**
 * Two sheets of the same number of tiles: one of blocks alone, and one of all kinds. Both are as a person has them: blocks as on
 * their page, each tile as large as what it shows, in the order in which they were added.
 */
import { type ApiClient, copyOf } from "@tessera/demo";
import type { PickedLayout, SiteBlock } from "./picked-layouts.ts";

export interface KindsSheets {
  readonly tiles: number;
  readonly blocks: string;
  readonly allKinds: string;
}

type Kind = "follow" | "joined" | "board" | "feed" | "links" | "note" | "search";

/** In the order in which they are added; before the first and the ninth there is a heading. */
const ORDER: readonly Kind[] = [
  ...(["follow", "feed", "links", "board"] as const),
  ...(["note", "follow", "joined", "search"] as const),
  ...(["feed", "links", "follow", "note"] as const),
  ...(["board", "follow", "feed", "joined"] as const),
  ...(["links", "note", "follow", "search"] as const),
  ...(["follow", "feed", "joined", "board"] as const),
  ...(["note", "follow", "links", "follow"] as const),
];
const HEADED: readonly number[] = [0, 8];
const KINDS_TILES = ORDER.length + HEADED.length;
/** The rows of a board. */
export const NUMBERS: readonly SiteBlock[] = [
  { site: "notices", selector: "#river .level" },
  { site: "shop", selector: "#price" },
  { site: "scores", selector: "#weather .now strong" },
];

export interface PickedBlock extends SiteBlock {
  readonly layout: PickedLayout;
}

export interface PickedBlocks {
  readonly blocks: readonly PickedBlock[];
  readonly numbers: readonly PickedBlock[];
}

interface Named {
  readonly id: string;
}

export async function putKindsSheets(
  { ask }: ApiClient,
  sites: Readonly<Record<string, string>>,
  { blocks, numbers }: PickedBlocks,
): Promise<KindsSheets> {
  const [alone, allKinds] = [
    await ask<Named>("POST", "/sheets", { title: "Blocks" }),
    await ask<Named>("POST", "/sheets", { title: "All kinds" }),
  ];
  let followed = 0;
  const follow = async ({ site, selector, layout }: PickedBlock) => {
    const [wish, schedule] = [{ kind: "css", selector }, SELDOM];
    const title = `Picked ${++followed}`;
    // nobody has the same block eight times on a sheet
    const source = { url: copyOf(sites[site] ?? "", `picked-${followed}`) };
    return (await ask<Named>("POST", "/follows", { source, wish, schedule, layout, title })).id;
  };
  const left: string[] = [];
  for (let at = 0; at < KINDS_TILES; at++) {
    const followId = await follow(blocks[at % blocks.length]!);
    left.push(followId);
    await ask("POST", `/sheets/${alone.id}/tiles`, { followId });
  }
  const followsOf = async (kind: Kind, at: number): Promise<readonly string[]> => {
    if (kind === "follow") return left.splice(0, 1);
    if (kind === "joined") return left.splice(0, 2);
    if (kind === "feed") return followFeed(ask, sites.news ?? "", at);
    return kind === "board" ? Promise.all(numbers.map(follow)) : [];
  };
  for (const [at, kind] of ORDER.entries()) {
    if (HEADED.includes(at)) {
      await ask("POST", `/sheets/${allKinds.id}/tiles`, { content: { kind: "heading", title: `Group at ${at + 1}` } });
    }
    const ids = await followsOf(kind, at);
    const content = contentOf(kind, { at, ids, sites });
    await ask("POST", `/sheets/${allKinds.id}/tiles`, ids[0] ? { content, followId: ids[0] } : { content });
  }
  return { tiles: KINDS_TILES, blocks: alone.id, allKinds: allKinds.id };
}

const SELDOM = { kind: "every", intervalMs: 86_400_000 } as const;

/** Each tile has a feed of its own. */
async function followFeed(ask: ApiClient["ask"], site: string, at: number): Promise<readonly string[]> {
  const source = { url: new URL("feed.xml", copyOf(site, `kinds-${at}`)).href };
  return [(await ask<Named>("POST", "/follows", { source, wish: { kind: "page" }, schedule: SELDOM })).id];
}

interface Stuff {
  readonly at: number;
  readonly ids: readonly string[];
  readonly sites: Readonly<Record<string, string>>;
}

function contentOf(kind: Kind, { at, ids: followIds, sites }: Stuff): object {
  switch (kind) {
    case "follow":
      return { kind };
    case "joined":
      return { kind, followIds };
    case "board":
      return { kind, title: `Numbers ${at}`, followIds };
    case "feed":
      return { kind, followIds, shows: at % 2 === 0 ? "summaries" : "titles" };
    case "links": {
      const links = Object.entries(sites).map(([title, url]) => ({ title, url }));
      return { kind, title: `Links ${at}`, groups: [{ heading: "Sites", links }] };
    }
    case "note":
      return { kind, title: `Note ${at}`, text: "# To do\n\n- [ ] buy **milk**\n- [x] call home\n\n> and so on" };
    case "search":
      return { kind, engines: [{ name: "News", template: `${sites.news}?q=%s` }] };
  }
}

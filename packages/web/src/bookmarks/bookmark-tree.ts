/** A bookmark file as a tree of folders to choose from: plain data in, plain data out, one pass each. */
import type { Link, LinkGroup } from "@tessera/model";
import type { BookmarkFolder } from "@tessera/model/api";

/** A link and how it is known among all of the file. */
export interface TreeLink {
  readonly key: number;
  readonly link: Link;
}

export interface TreeFolder {
  /** Of the whole path: two folders of one name are two. */
  readonly id: string;
  readonly title: string;
  readonly folders: readonly TreeFolder[];
  readonly links: readonly TreeLink[];
}

interface GrowingFolder extends TreeFolder {
  readonly folders: GrowingFolder[];
  readonly links: TreeLink[];
}

export type Chosen = ReadonlySet<number>;

/** The folders by their paths, in the order of the file; what lies in none is in the root. */
export function treeOf(folders: readonly BookmarkFolder[], title: string): TreeFolder {
  const root: GrowingFolder = { id: "", title, folders: [], links: [] };
  const known = new Map<string, GrowingFolder>();
  let key = 0;
  for (const { path, links } of folders) {
    let folder = root;
    for (const [depth, name] of path.entries()) {
      const id = JSON.stringify(path.slice(0, depth + 1));
      const inside = known.get(id) ?? { id, title: name, folders: [], links: [] };
      if (!known.has(id)) folder.folders.push(inside);
      known.set(id, inside);
      folder = inside;
    }
    for (const link of links) folder.links.push({ key: key++, link });
  }
  return root;
}

/** A folder before those in it. Folders are nested a dozen deep at the most. */
export function* foldersIn(folder: TreeFolder): Generator<TreeFolder> {
  yield folder;
  for (const inside of folder.folders) yield* foldersIn(inside);
}

export function linksUnder(folder: TreeFolder): readonly TreeLink[] {
  return [...foldersIn(folder)].flatMap(({ links }) => links);
}

export interface FolderCount {
  readonly all: number;
  readonly chosen: number;
}

/** Of every folder how many links are in it, however deep, and how many of them are chosen. */
export function countsOf(root: TreeFolder, chosen: Chosen): ReadonlyMap<string, FolderCount> {
  const counts = new Map<string, FolderCount>();
  // the folders in one come behind it: from the last to the first, theirs are known
  for (const { id, folders, links } of [...foldersIn(root)].reverse()) {
    const inside = folders.map((folder) => counts.get(folder.id) ?? { all: 0, chosen: 0 });
    const own = links.filter(({ key }) => chosen.has(key)).length;
    counts.set(id, {
      all: inside.reduce((sum, { all }) => sum + all, links.length),
      chosen: inside.reduce((sum, count) => sum + count.chosen, own),
    });
  }
  return counts;
}

/** With these, or without them. */
export function chosenWith(chosen: Chosen, links: readonly TreeLink[], isChosen: boolean): Chosen {
  const next = new Set(chosen);
  for (const { key } of links) {
    if (isChosen) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Links whose title or address has all of the words. */
export function matching(root: TreeFolder, words: string): readonly TreeLink[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return linksUnder(root).filter(({ link }) => {
    const text = `${link.title} ${link.url}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** What is chosen, a group for each folder; what lies in none comes last, as it is shown. */
export function groupsOf(root: TreeFolder, chosen: Chosen): LinkGroup[] {
  const [top, ...inside] = [...foldersIn(root)];
  return [...inside, ...(top ? [top] : [])].flatMap(({ title, links }) => {
    const some = links.filter(({ key }) => chosen.has(key)).map(({ link }) => link);
    return some.length > 0 ? [{ heading: title, links: some }] : [];
  });
}

export function linksOf(root: TreeFolder, chosen: Chosen): Link[] {
  return groupsOf(root, chosen).flatMap(({ links }) => links);
}

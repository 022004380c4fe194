/** Pages of ours before and after a block left them: some say where it went, on others it just vanished. */

export interface Situation {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** The element that is followed has `data-block`. */
  readonly target: string | null;
}

interface Section {
  readonly title: string;
  readonly rows: readonly string[];
}

interface Site {
  readonly sections: readonly Section[];
  /** The one that leaves. */
  readonly at: number;
  readonly url: string;
  readonly words: Words;
  readonly random: () => number;
}

interface Words {
  readonly title: string;
  readonly sections: readonly string[];
  readonly rows: readonly string[];
  readonly moved: (title: string) => string;
  readonly all: (title: string) => string;
  readonly more: string;
  readonly note: string;
  readonly ad: string;
}

const LANGUAGES: readonly Words[] = [
  {
    title: "Riverside town hall",
    sections: ["Opening hours", "Prices", "Ferry times", "Notices", "Council", "Library", "Swimming pool"],
    rows: ["Monday", "Tuesday", "Adults", "Children", "North bank", "South bank", "Reading room", "Line 4"],
    moved: (title) => `${title} have moved here`,
    all: (title) => `All ${title.toLowerCase()}`,
    more: "Read more",
    note: "This part is now at",
    ad: "Shoes for every weather",
  },
  {
    title: "Rathaus Lindenau",
    sections: ["Öffnungszeiten", "Preise", "Fahrplan", "Bekanntmachungen", "Stadtrat", "Bücherei", "Hallenbad"],
    rows: ["Montag", "Dienstag", "Erwachsene", "Kinder", "Nordufer", "Südufer", "Lesesaal", "Linie 4"],
    moved: (title) => `${title}: jetzt hier`,
    all: (title) => `Alle ${title}`,
    more: "Weiterlesen",
    note: "Dieser Teil ist umgezogen nach",
    ad: "Schuhe für jedes Wetter",
  },
  {
    title: "بلدية النهر",
    sections: ["ساعات العمل", "الأسعار", "مواعيد العبارة", "إعلانات", "المجلس البلدي", "المكتبة", "المسبح"],
    rows: [
      "الاثنين",
      "الثلاثاء",
      "الكبار",
      "الأطفال",
      "الضفة الشمالية",
      "الضفة الجنوبية",
      "قاعة القراءة",
      "الخط الرابع",
    ],
    moved: (title) => `انتقل ${title} إلى هنا`,
    all: (title) => `كل ${title}`,
    more: "اقرأ المزيد",
    note: "هذا الجزء الآن في",
    ad: "أحذية لكل طقس",
  },
];

export type Kind = keyof typeof MOVED | keyof typeof VANISHED;

/** The situation of this kind on a random page. */
export function situationOf(name: Kind, random: () => number): Situation {
  const site = siteOf(random);
  const make = { ...MOVED, ...VANISHED }[name];
  const { before = pageOf(site), after, hasTarget = true } = make(site);
  return { name, before, after, target: hasTarget ? site.url : null };
}

interface Made {
  readonly before?: string;
  readonly after: string;
  readonly hasTarget?: boolean;
}

function siteOf(random: () => number): Site {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const words = pick(LANGUAGES);
  const shuffled = (list: readonly string[]): string[] =>
    list
      .map((one) => [random(), one] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, one]) => one);
  const sections = shuffled(words.sections)
    .slice(0, 4 + Math.floor(random() * 3))
    .map((title) => ({ title, rows: shuffled(words.rows).slice(0, 3 + Math.floor(random() * 4)) }));
  const at = Math.floor(random() * sections.length);
  return { sections, at, words, random, url: `/${pick(["info", "go", "p"])}/${Math.floor(random() * 900) + 100}` };
}

interface PageOptions {
  /** What stands in the place of the section; its own markup where there is nothing. */
  readonly instead?: string;
  readonly menu?: string;
  readonly blockIn?: "section" | "table" | "row";
}

function pageOf(site: Site, options: PageOptions = {}): string {
  const { sections, at, words } = site;
  const menu = ["home", "contact", "sitemap"].map((name) => `<li><a href="/${name}">${name}</a></li>`).join("");
  const body = sections.map((section, index) =>
    index === at && options.instead !== undefined ? options.instead : sectionOf(section, index === at ? options : null),
  );
  return `<title>${words.title}</title><header><nav><ul>${menu}${options.menu ?? ""}</ul></nav></header>
<main><h1>${words.title}</h1>${body.join("\n")}</main><footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer>`;
}

function sectionOf({ title, rows }: Section, options: PageOptions | null): string {
  const { blockIn = "section" } = options ?? {};
  const mark = (what: PageOptions["blockIn"]): string => (options && what === blockIn ? " data-block" : "");
  const lines = rows.map(
    (row, at) => `<tr${at === 1 ? mark("row") : ""}><td>${row}</td><td>${row.length + at * 3}:00</td></tr>`,
  );
  return `<section${mark("section")}><h2>${title}</h2><table${mark("table")}>${lines.join("")}</table></section>`;
}

const titleOf = ({ sections, at }: Site): string => sections[at]!.title;
const link = (url: string, text: string): string => `<a href="${url}">${text}</a>`;

/** The page says where it went. */
export const MOVED = {
  "a link with its name in its place": (site: Site): Made => ({
    after: pageOf(site, { instead: `<p>${link(site.url, titleOf(site))}</p>` }),
  }),
  "a link that says that it moved": (site: Site): Made => ({
    after: pageOf(site, { instead: `<section><p>${link(site.url, site.words.moved(titleOf(site)))}</p></section>` }),
  }),
  "a teaser that leads on": (site: Site): Made => ({
    before: pageOf(site, { blockIn: "table" }),
    after: pageOf(site, {
      instead: `<section><h2>${titleOf(site)}</h2><p>${site.sections[site.at]!.rows[0]} … ${link(site.url, site.words.more)}</p></section>`,
    }),
  }),
  "all of them behind a link": (site: Site): Made => ({
    before: pageOf(site, { blockIn: "table" }),
    after: pageOf(site, {
      instead: `<section><h2>${titleOf(site)}</h2><p>${link(site.url, site.words.all(titleOf(site)))}</p></section>`,
    }),
  }),
  "a heading that has become a link": (site: Site): Made => ({
    before: pageOf(site, { blockIn: "table" }),
    after: pageOf(site, { instead: `<section><h2>${link(site.url, titleOf(site))}</h2></section>` }),
  }),
  "a note in its place": (site: Site): Made => ({
    before: pageOf(site, { blockIn: "table" }),
    after: pageOf(site, {
      instead: `<section><h2>${titleOf(site)}</h2><p>${site.words.note} ${link(site.url, `town.example${site.url}`)}</p></section>`,
    }),
  }),
  "a new entry of the menu": (site: Site): Made => ({
    after: pageOf(site, { instead: "", menu: `<li>${link(site.url, `${titleOf(site)} ›`)}</li>` }),
  }),
  "the name of a row in the menu": (site: Site): Made => {
    const [first, row, ...rest] = site.sections[site.at]!.rows as [string, string, ...string[]];
    const left = sectionOf({ title: titleOf(site), rows: [first, ...rest] }, null);
    return {
      before: pageOf(site, { blockIn: "row" }),
      after: pageOf(site, { instead: left, menu: `<li>${link(site.url, row)}</li>` }),
    };
  },
} as const;

/** Nothing says where it went. */
export const VANISHED = {
  "it is just left out": (site: Site): Made => ({ after: pageOf(site, { instead: "" }), hasTarget: false }),
  "an advertisement stands there": (site: Site): Made => ({
    after: pageOf(site, { instead: `<div>${link("https://shoes.example/", site.words.ad)}</div>` }),
    hasTarget: false,
  }),
  "a headline with a word like that stands there": (site: Site): Made => ({
    after: pageOf(site, { instead: `<p>${link("/news/9", `${site.words.ad}: more than ever, mehr denn je`)}</p>` }),
    hasTarget: false,
  }),
  "other news stand there": (site: Site): Made => {
    const news = [1, 2, 3].map((at) => `<li>${link(`/news/${at}`, `${site.words.ad} ${at}`)}</li>`);
    return { after: pageOf(site, { instead: `<section><ul>${news.join("")}</ul></section>` }), hasTarget: false };
  },
  "other entries come into the menu": (site: Site): Made => ({
    after: pageOf(site, { instead: "", menu: `<li>${link("/jobs", site.words.ad)}</li>` }),
    hasTarget: false,
  }),
  "the menu has always had its name": (site: Site): Made => {
    const menu = `<li>${link(site.url, titleOf(site))}</li>`;
    return { before: pageOf(site, { menu }), after: pageOf(site, { menu, instead: "" }), hasTarget: false };
  },
  "the next row takes its place": (site: Site): Made => {
    const [first, , ...rest] = site.sections[site.at]!.rows as [string, string, ...string[]];
    const next = link("https://shoes.example/", `${site.words.ad}: ${site.words.more}`);
    const left = sectionOf({ title: titleOf(site), rows: [first, next, ...rest] }, null);
    return { before: pageOf(site, { blockIn: "row" }), after: pageOf(site, { instead: left }), hasTarget: false };
  },
  "the pages of others have its name": (site: Site): Made => {
    const others = ["a", "b", "c"].map((town) => `<li>${link(`https://${town}.example/`, titleOf(site))}</li>`);
    return { after: pageOf(site, { instead: "", menu: others.join("") }), hasTarget: false };
  },
} as const;

/** Random numbers that are the same each time (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

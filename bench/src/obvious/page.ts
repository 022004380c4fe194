/** The page around the things: header, navigation, aside, advertisements and footer, as pages have them. */
import type { Element } from "../evolving-site/element.ts";
import { box, el } from "./design.ts";
import type { Draw } from "./draw.ts";
import type { Scene } from "./scene.ts";
import { sentence } from "./wording.ts";

/** How many words of the navigation stand in it; the two after them are headings elsewhere. */
const IN_NAVIGATION = 5;
const [MORE, HINT] = [IN_NAVIGATION, IN_NAVIGATION + 1];

/** The `html` element of one version; what nobody follows is drawn again for every version. */
export function pageOf(scene: Scene, draw: Draw): Element {
  const { vocabulary, design, site } = scene;
  const top = scene.banner === null ? [] : [box(design, "div", "notice", scene.banner)];
  const main = mainOf(scene, draw);
  const middle = { before: [asideOf(scene, draw), main], after: [main, asideOf(scene, draw)], none: [main] };
  const content = design.wrappers > 1 ? [box(design, "div", "page", ...middle[design.aside])] : middle[design.aside];
  return el(
    "html",
    { lang: vocabulary.language, ...(vocabulary.isRightToLeft ? { dir: "rtl" } : {}) },
    el("head", {}, el("title", {}, site)),
    el("body", {}, ...top, headerOf(scene), ...advertisement(scene, draw), ...content, footerOf(scene)),
  );
}

/** The landmark, or a `div` that is told by its id. */
function landmark({ design }: Scene, tag: string, content: readonly Element[]): Element {
  return design.isSemantic
    ? box(design, tag, tag, ...content)
    : el("div", { id: `${tag}-${design.salt % 7}` }, ...content);
}

function headerOf(scene: Scene): Element {
  const { vocabulary, design, site } = scene;
  const named = scene.isInNavigation ? scene.things.map(({ name, link }) => ({ name, link })) : [];
  const fixed = vocabulary.navigation.slice(0, IN_NAVIGATION).map((name, at) => ({ name, link: `/nav/${at}` }));
  const items = [...fixed, ...named].map(({ name, link }) => el("li", {}, el("a", { href: link }, name)));
  const menu = scene.place === "navigation" ? scene.form(scene) : box(design, "ul", "menu", ...items);
  return landmark(scene, "header", [
    box(design, "a", "logo", site),
    ...(design.salt % 3 === 0 ? [el("input", { type: "search", placeholder: "…" })] : []),
    design.isSemantic ? el("nav", {}, menu) : box(design, "div", "navigation", menu),
  ]);
}

function mainOf(scene: Scene, draw: Draw): Element {
  const { vocabulary, design } = scene;
  const intro = box(design, "p", "intro", sentence(vocabulary, draw, 8));
  if (scene.place !== "main") {
    const texts = Array.from({ length: 4 }, () => box(design, "p", "text", sentence(vocabulary, draw, 14)));
    return landmark(scene, "main", [el("h1", {}, scene.site), ...texts]);
  }
  let content = scene.form(scene);
  for (let depth = 0; depth < design.wrappers; depth++) content = box(design, "div", `wrap${depth}`, content);
  const isPlain = design.salt % 2 === 0;
  return landmark(
    scene,
    "main",
    isPlain ? [content] : [intro, ...advertisement(scene, draw), content, moreOf(scene, draw)],
  );
}

/** Pictures with a line each, below everything. */
function moreOf({ vocabulary, design }: Scene, draw: Draw): Element {
  const cards = Array.from({ length: draw.between(2, 4) }, () => {
    const id = draw.between(1000, 9999);
    const picture = el("img", { src: `/images/${id}.jpg`, alt: "" });
    return box(design, "div", "more-card", picture, el("a", { href: `/more/${id}` }, sentence(vocabulary, draw, 4)));
  });
  return box(design, "div", "more", el("h3", {}, vocabulary.navigation[MORE]!), ...cards);
}

function asideOf(scene: Scene, draw: Draw): Element {
  const { vocabulary, design } = scene;
  const lines = Array.from({ length: 4 }, () =>
    el("li", {}, el("a", { href: `/read/${draw.between(1000, 9999)}` }, sentence(vocabulary, draw, 5))),
  );
  return landmark(scene, "aside", [
    el("h4", {}, vocabulary.mostRead),
    box(design, "ol", "read", ...lines),
    ...advertisement(scene, draw),
    box(design, "div", "hint", el("h4", {}, vocabulary.navigation[HINT]!), el("p", {}, sentence(vocabulary, draw, 10))),
  ]);
}

function advertisement({ vocabulary, design }: Scene, draw: Draw): Element[] {
  if (draw.chance(0.5)) return [];
  return [
    box(design, "div", "promo", el("small", {}, vocabulary.advertisement), el("p", {}, sentence(vocabulary, draw, 6))),
  ];
}

function footerOf(scene: Scene): Element {
  const { vocabulary, design, site } = scene;
  const links = vocabulary.footers.map((name, at) => el("li", {}, el("a", { href: `/about/${at}` }, name)));
  const content = scene.place === "footer" ? scene.form(scene) : box(design, "ul", "links", ...links);
  return landmark(scene, "footer", [content, box(design, "p", "imprint", `© ${site}`)]);
}

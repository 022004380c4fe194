/** A page of about 100 kB of the kind that people follow: navigation, teasers, lists, a table; never the same twice. */

const TEASERS = 120;
const ROWS = 200;

/** The same for the same version; versions differ in a few places, as they do from one day to the next. */
export function samplePage(version: number): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sample news, edition ${version}</title>
<link rel="stylesheet" href="/style.css"><script>window.edition=${version}</script></head><body>
<header><nav class="main"><ul>${times(20, (item) => `<li><a href="/section/${item}">Section ${item}</a></li>`)}</ul></nav></header>
<main><h1>Edition ${version}</h1>${times(TEASERS, (item) => teaser(version, item))}
<table class="prices"><tbody>${times(ROWS, (item) => row(version, item))}</tbody></table></main>
<footer><p>Updated at ${version} by the <a href="/about">editors</a></p></footer></body></html>`;
}

function teaser(version: number, item: number): string {
  const isNew = (item + version) % 17 === 0;
  return `<article class="teaser teaser--${item % 4}" id="story-${item}"><a class="teaser__link" href="/story/${item}?from=home">
<img src="/images/${item}.jpg" alt="Picture of story ${item}" width="320" height="180" loading="lazy">
<h2 class="teaser__title">${isNew ? `News of ${version}` : `Story ${item}`}: what happened and what it means</h2></a>
<p class="teaser__text">A short text of the kind that stands below a headline, long enough to wrap over two or three lines &amp; more.</p>
<ul class="tags">${times(4, (tag) => `<li><a href="/tag/${tag}">tag ${tag}</a></li>`)}</ul></article>\n`;
}

function row(version: number, item: number): string {
  return `<tr data-id="${item}"><td><a href="/item/${item}">Item number ${item}</a></td><td class="number">${(item * 37 + version) % 1_000}</td><td>in stock</td></tr>\n`;
}

function times(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join("");
}

/** Pages that a browser renders: of words alone, finished by a script, with what is drawn on them, and with what waits for a reader. */
import { articlePage } from "../browser/article-page.ts";

export interface RenderedPage {
  readonly name: string;
  readonly html: string;
}

/** As large as the others, and nothing in it runs. */
const still = articlePage("/still").replace(/<script>.*<\/script>/s, "");

const CHARTS = 4;
const charts = Array.from(
  { length: CHARTS },
  (_, chart) => `<canvas id="chart-${chart}" width="600" height="300"></canvas><script>{
    const pen = document.getElementById("chart-${chart}").getContext("2d");
    for (let bar = 0; bar < 12; bar++) {
      pen.fillStyle = bar % 2 ? "#258" : "#7ac";
      pen.fillRect(20 + bar * 48, 280 - ((bar * 37 + ${chart} * 53) % 240), 36, (bar * 37 + ${chart} * 53) % 240);
      pen.fillText("Month " + bar, 20 + bar * 48, 296);
    }
  }</script>`,
).join("");
const lines = Array.from({ length: 40 }, (_, at) => `${at * 15},${(at * 61) % 200}`).join(" ");
const film = `<video width="640" height="360" poster="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"></video>`;
const curve = `<svg width="600" height="200" viewBox="0 0 600 200"><polyline points="${lines}" fill="none" stroke="teal"/></svg>`;

const FAR_IMAGES = 12;
/** One for every few stories, all the way down. */
const withImages = (imageOf: (at: number) => string) => {
  let story = 0;
  return still.replaceAll("<time ", (time) => {
    const at = story++ / 25;
    return Number.isInteger(at) && at < FAR_IMAGES ? `${imageOf(at)}${time}` : time;
  });
};
const lazyImages = withImages((at) => `<img loading="lazy" width="300" height="200" src="/picture-${at}.svg">`);
const whenSeen = `<script>
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      target.src = target.dataset.src;
      watcher.unobserve(target);
    }
  });
  for (const image of document.images) watcher.observe(image);
</script>`;
const imagesWhenSeen = withImages((at) => `<img width="300" height="200" data-src="/picture-${at}.svg">`);

/** What the pages show as images. */
export const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/></svg>`;

export const PAGES: readonly RenderedPage[] = [
  { name: "words alone", html: still },
  { name: "finished by a script", html: articlePage("/script") },
  { name: "SVG and a film", html: still.replace("<main>", `<main>${curve}${film}`) },
  { name: "four canvases", html: still.replace("<main>", `<main>${charts}`) },
  { name: "lazy images", html: lazyImages },
  { name: "images when they are seen", html: imagesWhenSeen.replace("</body>", `${whenSeen}</body>`) },
];

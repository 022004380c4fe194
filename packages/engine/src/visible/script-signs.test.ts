import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { type ScriptSign, scriptSigns } from "./script-signs.ts";

const WORDS = "<p>A page with enough words to be read without any script at all. </p>".repeat(5);
const SCRIPT = "<script src=app.js></script>";

const signsIn = (html: string) => scriptSigns(parseHtml(html), html);
const page = (part: string) => `<!doctype html><title>Town</title>${WORDS}${part}${SCRIPT}`;

test.each<[ScriptSign, string]>([
  ["canvas", '<canvas id="sales" width="400" height="200"></canvas>'],
  ["custom-element", "<weather-card city=Linz></weather-card>"],
  ["custom-element", "<sl-tree><sl-leaf></sl-leaf></sl-tree>"],
  ["mount", '<div id="root"></div>'],
  ["mount", "<div data-react-class=Basket data-react-props='{}'></div>"],
  ["mount", "<div ng-app=shop></div>"],
  ["mount", "<span class=counter data-count=1204>0</span>"],
  ["mount", '<div id="site-header"></div>'],
  ["mount", "<div data-shared-sidebar></div>"],
  ["mount", "<footer data-include=foot.html></footer>"],
  ["empty-container", '<div id="revenue" style="height: 300px"></div>'],
  ["empty-container", '<div class="sparkline-1"></div>'],
  ["empty-container", '<div id="world-map"></div>'],
  ["empty-container", '<div id="boatsGrid"></div>'],
  ["empty-container", "<table><thead><tr><th>Name<tbody id=rows></tbody></table>"],
  ["frame", '<iframe src="/map" width=400 height=300></iframe>'],
  ["loading", '<div aria-busy="true"><i></i></div>'],
  ["loading", "<p>Loading…</p>"],
  ["loading", "<p>Wird geladen...</p>"],
  ["lazy-image", '<img data-src="/boat.jpg" alt="">'],
  ["lazy-image", '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-original="/boat.jpg">'],
  ["lazy-image", '<div class=hero data-bg="/boat.jpg"></div>'],
  ["film", "<video src=boat.webm></video>"],
  ["film", '<video preload=none poster=""><source src=boat.webm></video>'],
  ["mount", '<div class="progress-bar bg-green" data-transitiongoal="57"></div>'],
  ["written", '<input id="total"><script>document.getElementById("total").value = sum(3)</script>'],
  ["written", "<select id=pier><option>1<option>2</select><script>$('#pier')[0].selectedIndex = 1</script>"],
  ["written", 'It costs <b id="price"></b><script>const el = q(`#price`); el.textContent = format(p)</script>'],
  ["icon", "<i class='fas fa-anchor'></i><script src=https://use.fontawesome.com/releases/v6.3.0/js/all.js></script>"],
  ["icon", '<p><i data-feather="sun"></i></p><script src="/js/feather.min.js"></script>'],
  ["noscript", "<noscript>Please enable JavaScript to see prices.</noscript>"],
])("%s is told by %s", (sign, part) => {
  expect(signsIn(page(part))).toEqual([sign]);
});

test("a page that is a form with a few words is no shell", () => {
  const form = "<form><label>Name <input name=n></label><button>Log in</button></form>";
  expect(signsIn(`<title>Log in</title>${form}${SCRIPT}`)).toEqual([]);
});

test("an application before it has started is a shell", () => {
  const html = `<title>Shop</title><div id="app"></div><noscript>Needs Javascript</noscript><script type=module>go()</script>`;
  expect(signsIn(html)).toEqual(["shell", "noscript", "mount"]);
});

test.each([
  ["words alone", ""],
  ["a film with a poster", '<video poster="/boat.jpg" src=boat.webm></video>'],
  ["a film that nobody sees", "<video hidden src=boat.webm></video>"],
  ["a player without a film", "<video></video>"],
  ["a bar that is as long as it says", '<div class="progress-bar" data-goal="57" style="width:57%"></div>'],
  ["a field that a script empties", `<input id="q"><script>byId("q").value = ""</script>`],
  ["a field that has its value", '<input id="n" value="2"><script>byId("n").value = 3</script>'],
  ["a field that no script names", '<input id="n"><script>byId("other").value = 3</script>'],
  ["a comparison", '<input id="n"><script>if (byId("n").value == 3) go("n")</script>'],
  ["a hidden field", '<input type="hidden" id="n"><script>byId("n").value = 3</script>'],
  ["an icon of a font", "<i class='fas fa-anchor'></i>"],
  ["an icon library that has nothing to draw", "<script src=/fontawesome/all.js></script>"],
  ["a mount that the server has filled", `<div id="root"><h1>Boats</h1>${WORDS}</div>`],
  ["a custom element with its words", "<relative-time>3 days ago</relative-time>"],
  ["images with sources, lazy for the browser itself", '<img src="/boat.jpg" loading="lazy" data-src="/boat.jpg">'],
  ["a frame that counts visits", '<iframe src="/count" width=1 height=1></iframe>'],
  ["a frame that is not shown", '<iframe src="/tags" style="display:none;visibility:hidden"></iframe>'],
  ["a head that is there", '<div id="site-header"><a href=/>Town</a></div>'],
  ["an empty part that says nothing of itself", "<header></header><div data-open=no></div>"],
  ["a spacer", '<div style="height: 80px"></div>'],
  ["a thin named rule", '<div id="rule" style="height: 2px"></div>'],
  ["an icon", '<div id="chart-icon"><svg viewBox="0 0 8 8"><path d="M0 0h8"/></svg></div>'],
  ["a counter that has counted", "<span data-count=12>12</span>"],
  ["a tracking pixel without scripts", '<noscript><img src="https://count.example/p.gif"></noscript>'],
  ["a mere word in a text", "<p>Loading and unloading of boats is allowed until noon.</p>"],
  ["an icon that opens a menu", '<a data-widget="pushmenu" href="#"><i class="icon-bars"></i></a>'],
  ["a switch of a menu", '<button data-target="#menu"></button>'],
])("a page with scripts is left alone for %s", (_, part) => {
  expect(signsIn(page(part))).toEqual([]);
});

test.each([
  ["none", ""],
  ["data", '<script type="application/ld+json">{"@type":"Town"}</script>'],
  ["a comment", "<!-- <script src=old.js></script> -->"],
  ["an empty element", "<script></script>"],
])("a page whose only script is %s needs no browser, whatever is in it", (_, script) => {
  const parts =
    '<div id="root"></div><canvas></canvas><x-y></x-y><img data-src=a.png><noscript>Enable JavaScript</noscript>';
  expect(signsIn(`<title>Town</title>${parts}${script}`)).toEqual([]);
});

test("a page without scripts needs a browser for its frames and films alone", () => {
  expect(signsIn("<title>Town</title><iframe src=/map></iframe>")).toEqual(["frame"]);
  expect(signsIn("<title>Town</title><video><source src=boat.webm></video><canvas></canvas>")).toEqual(["film"]);
});

test("markup that a browser puts into its element needs one, with scripts or without", () => {
  const tree = '<wind-rose><template shadowrootmode="open"><p>From the <slot></slot></p></template>west</wind-rose>';
  expect(signsIn(`<title>Town</title>${tree}`)).toEqual(["shadow-tree"]);
  expect(signsIn("<title>Town</title><template><p>a row to come</p></template>")).toEqual([]);
});

test("a page that never ends its comments, tags and scripts is read once", () => {
  for (const part of ["<!--", "<template ", "<script", "<script>", "<noscript>", "<"]) {
    expect(signsIn(`<p>a${part.repeat(200_000)}`)).toBeDefined();
  }
});

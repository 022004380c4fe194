import type { IncomingMessage, RequestListener } from "node:http";
import { nodeAt } from "@tessera/engine";
import { BrowserStep } from "@tessera/model";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Hiding, type Visitor } from "../http/visitor.ts";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import { StepInFrame } from "./live-page.ts";
import type { BrowserCaptureOptions } from "./rendered-capture.ts";

const SECRET = "hunter2-swordfish";
const HTML = { "content-type": "text/html; charset=utf-8" };

let pages: Record<string, string | RequestListener> = {};
let asked: IncomingMessage[] = [];
let site: LoopbackSite;
let browser: CaptureBrowser;

beforeAll(async () => {
  site = await startSite((request, response) => {
    asked.push(request);
    const page = pages[new URL(request.url ?? "/", "http://site.test").pathname];
    if (typeof page === "function") page(request, response);
    else if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, HTML).end(page);
  });
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot });
});
afterEach(() => {
  pages = {};
  asked = [];
});
afterAll(async () => {
  await browser.stop();
  await site.close();
});

const elsewhere = (path: string): string => `http://other.site.test:${site.port}${path}`;

function capture(options: BrowserCaptureOptions = {}, path = "/") {
  return browser.capture(new URL(path, site.origin), { quietMs: 150, ...options });
}

function keeping(secret = SECRET): Visitor {
  return {
    secretAt: (origin, name) => (origin === site.origin && name === "password" ? secret : null),
    hiding: new Hiding([secret]),
  };
}

/** A form that sets a session, and a page that only a session sees. */
function loginSite(): void {
  pages["/login"] = (request, response) => {
    if (request.method !== "POST") {
      response.writeHead(200, HTML).end(`<title>Log in</title><form method=post>
        <label>Name <input name=user></label><label>Password <input type=password name=pw></label><button>Log in</button></form>`);
      return;
    }
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const isRight = new URLSearchParams(body).get("pw") === SECRET;
      if (isRight) response.writeHead(303, { location: "/", "set-cookie": "session=s1; HttpOnly" }).end();
      else response.writeHead(200, HTML).end("<p>Wrong");
    });
  };
  pages["/"] = (request, response) => {
    if (/session=s1/.test(request.headers.cookie ?? "")) response.writeHead(200, HTML).end("<p id=balance>12 boats");
    else response.writeHead(303, { location: "/login" }).end();
  };
}

describe("steps", () => {
  test("a login form is filled in with a stored secret, which is in nothing that comes out", async () => {
    loginSite();
    const pictures: Buffer[] = [];
    const steps = BrowserStep.array().parse([
      { kind: "type", selector: 'role=textbox[name="Name"]', text: "ada" },
      { kind: "typeSecret", selector: "input[type=password]", secret: "password" },
      { kind: "click", selector: 'role=button[name="Log in"]' },
    ]);
    const rendered = await capture({ steps, visitor: keeping(), onPicture: (picture) => pictures.push(picture) });
    expect(rendered.tree.text).toContain("12 boats");
    expect(JSON.stringify([rendered.html, rendered.finalUrl, rendered.headers])).not.toContain(SECRET);
    expect(pictures).toHaveLength(4);
    for (const picture of pictures) expect(picture.subarray(8, 12).toString()).toBe("WEBP");
  });

  test("a secret is not typed on another origin, whatever the page redirects to", async () => {
    pages["/"] = (_, response) => response.writeHead(302, { location: elsewhere("/form") }).end();
    pages["/form"] = `<form action="/take"><input name=pw><button>Go</button></form>`;
    pages["/take"] = "<p>thanks";
    const steps = BrowserStep.array().parse([
      { kind: "typeSecret", selector: "input", secret: "password", enter: true },
    ]);
    const everywhere: Visitor = { secretAt: () => SECRET };
    await capture({ steps, visitor: everywhere });
    expect(asked.some(({ url }) => url?.includes(SECRET))).toBe(true);
    asked = [];
    const failure = await capture({ steps, visitor: keeping() }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "step-failed", message: expect.stringContaining("other.site.test") });
    expect(asked.some(({ url }) => url?.includes(SECRET))).toBe(false);
  });

  test("a form in a frame of another origin does not get it either", async () => {
    pages["/"] = `<iframe src="${elsewhere("/form")}"></iframe>`;
    pages["/form"] = `<input name=pw>`;
    const steps = BrowserStep.array().parse([
      { kind: "typeSecret", selector: "iframe >> internal:control=enter-frame >> input", secret: "password" },
    ]);
    await expect(capture({ steps, visitor: keeping() })).rejects.toMatchObject({
      message: expect.stringContaining("no secret “password” is stored for http://other.site.test"),
    });
  });

  test("what fails while a secret is typed says neither in words nor in its causes what it was", async () => {
    // the driver refuses at once to type letters into it, and tells which
    pages["/"] = "<input type=number>";
    const steps = BrowserStep.array().parse([{ kind: "typeSecret", selector: "input", secret: "password" }]);
    const failure = await capture({ steps, visitor: keeping() }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "step-failed" });
    const told = (error: unknown): string =>
      error instanceof Error ? `${error.message} ${error.stack} ${told(error.cause)}` : String(error);
    expect(told(failure)).not.toContain(SECRET);
  }, 30_000);

  test("a page that repeats the secret is captured without it: in text, attributes and its address", async () => {
    pages["/"] = "<form action=/echo><input name=q></form>";
    pages["/echo"] = (request, response) => {
      const given = new URL(request.url ?? "", "http://a").searchParams.get("q");
      response.writeHead(200, HTML).end(`<title>${given}</title><p title="${given}">You said ${given}</p>`);
    };
    const steps = BrowserStep.array().parse([
      { kind: "typeSecret", selector: "input", secret: "password", enter: true },
    ]);
    const open = await capture({ steps, visitor: { secretAt: () => SECRET } });
    expect(open.html).toContain(SECRET);
    const rendered = await capture({ steps, visitor: keeping() });
    expect(rendered.html).toContain("You said •••");
    expect(JSON.stringify([rendered.html, rendered.finalUrl, [...rendered.tree.text]])).not.toContain(SECRET);
    expect(rendered.finalUrl).not.toContain(SECRET);
  });

  test("pictures that are taken later show no secret that the page has written again, nor one in a field", async () => {
    const pictures = async (secret: string) => {
      // hidden once, when it is captured; then the page writes it again
      pages["/"] = `<!doctype html><p id=said>${secret}</p><input id=field size=30><textarea id=area></textarea><script>
        const write = () => { said.textContent = field.value = area.value = "${secret}" };
        new MutationObserver((_, once) => { once.disconnect(); setTimeout(write); }).observe(said, { subtree: true, characterData: true });
        field.value = area.value = "${secret}";</script>`;
      await using open = await browser.open(new URL(site.origin), { quietMs: 150, visitor: keeping(secret) });
      const all = (await open.picture())!;
      const body = nodeAt(open.capture.tree, "html[1]/body[1]")!;
      return [all, (await open.picturesOf([body])).get(body)!].map((picture) => picture.toString("base64"));
    };
    // of two that are as long
    expect(await pictures("hunter2-swordfish")).toEqual(await pictures("WWWWWWW-WWWWWWWWW"));
  }, 30_000);

  test("more is pressed, an option chosen, and a list that loads at its end scrolled through", async () => {
    pages["/"] = `<button onclick="this.insertAdjacentHTML('afterend','<p>more boats')">More</button>
      <select onchange="this.insertAdjacentHTML('afterend','<p>in '+this.value)"><option value=h>Harbour<option value=r>River</select>
      <ul id=list></ul><script>let n=0;const add=()=>{for(let i=0;i<20;i++)list.insertAdjacentHTML('beforeend','<li style="height:60px">item '+(++n))};add();
      addEventListener('scroll',()=>{if(n<60&&innerHeight+scrollY>document.body.scrollHeight-50)setTimeout(add,300)})</script>`;
    const steps = BrowserStep.array().parse([
      { kind: "click", selector: 'role=button[name="More"]' },
      { kind: "choose", selector: "select", option: "River" },
      { kind: "scroll", to: "bottom" },
      { kind: "waitFor", selector: "li:nth-child(41)" },
    ]);
    const { tree } = await capture({ steps });
    expect(tree.text).toMatch(/more boats.*in r.*item 41/s);
  }, 30_000);

  test.each([
    ["a link", "<a href=/there target=_blank>Go</a>"],
    ["a word in a link of a page whose links all do so", "<base target=_blank><a href=/there><b>Go</b></a>"],
    ["a form", "<form action=/there target=there><button>Go</button></form>"],
    ["a button", "<form action=/there><button formtarget=_blank>Go</button></form>"],
  ])("%s that opens a window of its own leads on in the same tab", async (_, markup) => {
    pages["/"] = `<!doctype html>${markup}`;
    pages["/there"] = "<p>the other page";
    const steps = BrowserStep.array().parse([{ kind: "click", selector: "text=Go" }]);
    expect((await capture({ steps })).tree.text).toContain("the other page");
  });

  test("a selector that keeps the page busy for ever ends with the time of the capture", async () => {
    pages["/"] = "<div>".repeat(400);
    const bomb = `${":has(".repeat(40)}div${")".repeat(40)}`;
    const steps = BrowserStep.array().parse([{ kind: "click", selector: `div${bomb}` }]);
    const failure = await capture({ steps, timeoutMs: 4_000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "CaptureFailure" });
    pages["/"] = "<p>fine";
    expect((await capture()).tree.text).toContain("fine");
  }, 30_000);
});

describe("a visitor", () => {
  test("headers go to the origin of the page and nowhere else, along no redirect and in no frame", async () => {
    pages["/"] = (_, response) => response.writeHead(302, { location: "/page" }).end();
    pages["/page"] =
      `<img src="/own.png"><img src="${elsewhere("/their.png")}"><iframe src="${elsewhere("/frame")}"></iframe>
      <img src="/leads-away.png"><script>fetch("/data")</script>`;
    pages["/frame"] = "<p>frame";
    pages["/leads-away.png"] = (_, response) =>
      response.writeHead(302, { location: elsewhere("/their-too.png") }).end();
    await capture({ visitor: { headers: { "x-key": SECRET } } });
    const sent = (host: string) =>
      asked.filter(({ headers }) => headers.host?.startsWith(host)).map(({ url, headers }) => [url, headers["x-key"]]);
    expect(new Map(sent("site.test") as [string, string][])).toEqual(
      new Map(["/", "/page", "/own.png", "/leads-away.png", "/data"].map((path) => [path, SECRET])),
    );
    expect(new Map(sent("other.") as [string, undefined][])).toEqual(
      new Map(["/their.png", "/frame", "/their-too.png"].map((path) => [path, undefined])),
    );
  });

  test("a page that leads to another origin takes no header along", async () => {
    pages["/"] = (_, response) => response.writeHead(302, { location: elsewhere("/page") }).end();
    pages["/page"] = "<p>there";
    await capture({ visitor: { headers: { authorization: SECRET } } });
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/", SECRET],
      ["/page", undefined],
    ]);
  });

  test("cookies are of the host of the page alone, and are not kept with those that the site sets", async () => {
    pages["/"] = (request, response) =>
      response
        .writeHead(200, { ...HTML, "set-cookie": "theirs=1; max-age=1000" })
        .end(
          `<p>${request.headers.cookie}</p><img src="${elsewhere("/x.png")}"><script>document.write(document.cookie)</script>`,
        );
    const { tree, cookies } = await capture({ cookies: "", visitor: { cookies: [{ name: "wall", value: SECRET }] } });
    expect(tree.text).toContain(`wall=${SECRET}`);
    expect(tree.text).toContain("theirs=1");
    expect(tree.text.split(SECRET)).toHaveLength(2);
    expect(asked.find(({ url }) => url === "/x.png")?.headers.cookie).toBeUndefined();
    expect(cookies).toContain("theirs");
    expect(cookies).not.toContain(SECRET);
  });

  test("language, screen and name are those that were asked for, and the next page knows nothing of them", async () => {
    pages["/"] = (request, response) =>
      response.writeHead(200, HTML).end(`<meta name=viewport content="width=device-width"><p>
        ${request.headers["accept-language"]}|${request.headers["user-agent"]}|<script>
        document.write([navigator.language, innerWidth, navigator.maxTouchPoints > 0, navigator.userAgent].join("|"))</script>`);
    const phone = { width: 390, height: 844, isPhone: true };
    const seen = (await capture({ visitor: { language: "de-DE", viewport: phone, userAgent: "Ada/1" } })).tree.text;
    expect(seen).toMatch(/de-DE[^|]*\|Ada\/1\|\s*de-DE\|390\|true\|Ada\/1/);
    expect((await capture({ visitor: { viewport: phone } })).tree.text).toMatch(/Mobile Safari.*Tessera/s);
    expect((await capture()).tree.text).toMatch(/en-US[^|]*\|[^|]*Tessera[^|]*\|\s*en-US\|1280\|false/s);
  });

  test("a consent wall is answered as the person wants, or left as it is", async () => {
    // walls are searched when a page has nothing else to do, or after half a second: the second page is never idle
    const busy = "const {port1:a,port2:b}=new MessageChannel();a.onmessage=()=>b.postMessage(0);b.postMessage(0);";
    for (const [path, script] of Object.entries({ "/": "", "/busy": busy })) {
      pages[path] = `<div id="onetrust-banner-sdk" style="position:fixed;top:0;width:300px;height:100px">Cookies?
        <button id="onetrust-reject-all-handler" onclick="done('no')">Reject All</button>
        <button id="onetrust-accept-btn-handler" onclick="done('yes')">Accept</button></div>
      <script>function done(a){document.body.dataset.consent=a;document.getElementById('onetrust-banner-sdk').remove()}
      ${script}</script>`;
    }
    const answered = async (consent?: "reject" | "accept" | "leave", path?: string) =>
      /data-consent="?(\w+)/.exec((await capture({ visitor: { consent } }, path)).html)?.[1] ?? "nothing";
    expect([await answered(), await answered("accept"), await answered("leave")]).toEqual(["no", "yes", "nothing"]);
    expect(await answered("reject", "/busy")).toBe("no");
  }, 60_000);
});

describe("a live page", () => {
  test("shows what can be pressed, does it, and gives a step that finds it again in a page that has changed", async () => {
    loginSite();
    pages["/"] = (request, response) =>
      response
        .writeHead(200, HTML)
        .end(
          /session=s1/.test(request.headers.cookie ?? "")
            ? "<p>welcome"
            : `<div style="height:3000px">top</div><a href="/login">To the login</a><div onclick="this.textContent='done'">Plain thing</div>`,
        );
    await using page = await browser.openLive(new URL(site.origin), { quietMs: 100, visitor: keeping() });
    const first = await page.view();
    expect(first.controls).toMatchObject([
      { kind: "press", name: "To the login" },
      { kind: "press", name: "Plain thing" },
    ]);
    const centre = ([x, y, width, height]: readonly [number, number, number, number]) => ({
      x: x + width / 2,
      y: y + height / 2,
    });
    const plain = await page.take({ kind: "click", selector: "*" }, centre(first.controls[1]!.box));
    expect(plain).toEqual({ kind: "click", selector: 'div:text-is("Plain thing")' });
    expect(await page.take({ kind: "click", selector: "*" }, centre(first.controls[0]!.box))).toEqual({
      kind: "click",
      selector: 'role=link[name="To the login"]',
    });
    const login = await page.view();
    expect(login.url).toBe(`${site.origin}/login`);
    expect(login.controls.map(({ kind, name }) => [kind, name])).toEqual([
      ["field", "Name"],
      ["password", "Password"],
      ["press", "Log in"],
    ]);
    const [, password, button] = login.controls;
    const typed = await page.take(
      { kind: "typeSecret", selector: "*", secret: "password", enter: false },
      centre(password!.box),
    );
    expect(typed).toMatchObject({ kind: "typeSecret", selector: 'input[name="pw"]' });
    await page.take({ kind: "click", selector: "*" }, centre(button!.box));
    expect(await page.view()).toMatchObject({ title: "", url: `${site.origin}/` });
  }, 60_000);

  test("what is in open shadow trees is pressed and filled in like the rest, and found again there", async () => {
    pages["/away"] = "<p>away";
    pages["/"] =
      `<p id=said>nobody</p><label for=out>Out</label><input id=out><a href="/away"><x-mark></x-mark></a><x-login><span>Log <b>in</b></span></x-login>
      <script>
      customElements.define("x-field",class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"open"});
        r.innerHTML='<b id=l'+this.id+'>'+this.title+'</b><input aria-labelledby=l'+this.id+' type='+this.lang+'>'}});
      customElements.define("x-mark",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).innerHTML='<i style="display:block;width:40px;height:40px;background:red"></i>'}});
      customElements.define("x-login",class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"open"});
        r.innerHTML='<div><x-field id=a title=Who lang=text></x-field><x-field id=b title=Key lang=password></x-field></div><div><em>same</em><em>same</em></div><button><slot></slot></button>';
        const v=(i)=>r.querySelector("#"+i).shadowRoot.querySelector("input").value;
        r.querySelector("em+em").onclick=()=>said.textContent="two";
        r.querySelector("button").onclick=()=>said.textContent=v("a")+"/"+v("b")}});
      </script>`;
    await using page = await browser.openLive(new URL(site.origin), { quietMs: 100, visitor: keeping() });
    const { controls } = await page.view();
    expect(controls.map(({ kind, name }) => [kind, name])).toEqual([
      ["field", "Out"],
      ["press", ""],
      ["field", "Who"],
      ["password", "Key"],
      ["press", "Log in"],
    ]);
    const at = (index: number) => {
      const [x, y, width, height] = controls[index]!.box;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const steps = [
      await page.take({ kind: "type", selector: "*", text: "robin" }, at(2)),
      await page.take({ kind: "typeSecret", selector: "*", secret: "password", enter: false }, at(3)),
      await page.take({ kind: "click", selector: "*" }, at(4)),
    ];
    expect(steps).toMatchObject([
      { selector: 'role=textbox[name="Who"]' },
      { selector: 'input[type="password"]' },
      { selector: 'role=button[name="Log in"]' },
    ]);
    const { html } = await capture({ visitor: keeping(), steps });
    expect(html).toMatch(/<p id="?said"?>robin\/(?!<)/);
    const [x, y] = controls[4]!.box;
    const plain = await page.take({ kind: "click", selector: "*" }, { x: x + 60, y: y - 10 });
    // the second of two alike: by its place, from outside the shadow tree
    expect(plain).toMatchObject({ kind: "click", selector: "body > x-login > div:nth-of-type(2) > em:nth-of-type(2)" });
    expect((await capture({ steps: [plain] })).html).toMatch(/<p id="?said"?>two/);
    await page.take({ kind: "click", selector: "*" }, at(1));
    expect((await page.view()).url).toBe(`${site.origin}/away`);
  }, 60_000);

  test("an editor of the page is written into, and found again although its text is another one by then", async () => {
    pages["/"] = `<p>Message</p><div contenteditable aria-label=Message id=d4e5f6a7b8 style="min-height:40px"></div>
      <div contenteditable style="min-height:40px"><b>Second</b> one</div><div contenteditable=false>no editor</div>`;
    await using page = await browser.openLive(new URL(site.origin), { quietMs: 100 });
    const { controls } = await page.view();
    expect(controls.map(({ kind, name }) => [kind, name])).toEqual([
      ["field", "Message"],
      ["field", ""],
    ]);
    const at = (index: number) => {
      const [x, y] = controls[index]!.box;
      return { x: x + 5, y: y + 5 };
    };
    const steps = [
      await page.take({ kind: "type", selector: "*", text: "hello" }, at(0)),
      await page.take({ kind: "type", selector: "*", text: "world" }, at(1)),
    ];
    expect(steps).toMatchObject([{ selector: 'div[aria-label="Message"]' }, { selector: "body > div:nth-of-type(2)" }]);
    const { html } = await capture({ steps });
    expect(html).toMatch(/>hello<\/div>.*\n.*<b>world<\/b>/);
  }, 30_000);

  test("what is waited for is named by where it stands, not by news that are others tomorrow", async () => {
    pages["/"] =
      `<main id=news><h2>Storm is over</h2><p><a href="/a">Harbour opens again</a></p><button>More</button></main>`;
    await using page = await browser.openLive(new URL(site.origin), { quietMs: 100 });
    const [link, button] = (await page.view()).controls.map(({ box: [x, y] }) => ({ x: x + 5, y: y + 5 }));
    const above = { x: link!.x, y: link!.y - 30 };
    expect(await page.take({ kind: "waitFor", selector: "*" }, above)).toEqual({
      kind: "waitFor",
      selector: "#news > h2",
    });
    expect(await page.take({ kind: "waitFor", selector: "*" }, link!)).toMatchObject({ selector: "#news > p > a" });
    expect(await page.take({ kind: "waitFor", selector: "*" }, button!)).toMatchObject({
      selector: 'role=button[name="More"]',
    });
    // nothing was pressed by that
    expect((await page.view()).url).toBe(`${site.origin}/`);
    expect(await page.take({ kind: "click", selector: "*" }, link!)).toMatchObject({
      selector: 'role=link[name="Harbour opens again"]',
    });
  }, 30_000);

  test("in a page inside the page no step is taken, and the page stays open", async () => {
    pages["/"] = `<button>Here</button><iframe srcdoc="<button>There</button>" width=300 height=200></iframe>`;
    await using page = await browser.openLive(new URL(site.origin), { quietMs: 100 });
    await expect(page.take({ kind: "click", selector: "*" }, { x: 150, y: 100 })).rejects.toBeInstanceOf(StepInFrame);
    expect((await page.view()).controls).toHaveLength(1);
  }, 30_000);

  test("a step that finds nothing leaves the page open", async () => {
    pages["/"] = "<button>Here</button>";
    await using page = await browser.openLive(new URL(site.origin), { quietMs: 100 });
    await expect(page.take({ kind: "click", selector: "#nothing" }, null)).rejects.toMatchObject({
      code: "step-failed",
    });
    expect((await page.view()).controls).toHaveLength(1);
  }, 30_000);
});

/** Sites behind a login: one that renders on the server, one that is an app of scripts, and one that turns servers away. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the sites say now; a test sets it. */
export interface SiteState {
  balance: string;
  design: "first" | "second";
  /** Sessions that the site knows; empty after everybody was logged out. */
  readonly sessions: Set<string>;
  /** How many requests came without a session. */
  strangers: number;
}

export interface LoginSites {
  readonly bank: string;
  readonly app: string;
  readonly wall: string;
  readonly state: SiteState;
  close(): void;
}

const LOGIN = `<!doctype html><title>Log in</title><h1>Log in to your account</h1><form method="post" action="/login">
<label>Name <input name="name"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>`;

const SECRET = "9f8e7d6c5b4a39281706f5e4d3c2b1a0";
/** One red pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

export const SECRETS = [SECRET, "typed-by-the-person", "in-a-script-only"];

export async function serveLoginSites(): Promise<LoginSites> {
  const state: SiteState = { balance: "1,204.55", design: "first", sessions: new Set(), strangers: 0 };
  const bank = await serve(state, (request, response) => answerBank(state, request, response));
  const app = await serve(state, (request, response) => answerApp(state, request, response));
  const wall = await serve(state, (request, response) => answerWall(state, request, response));
  return {
    bank: `${bank.url}/account`,
    app: `${app.url}/`,
    wall: `${wall.url}/prices`,
    state,
    close: () => [bank, app, wall].map(({ close }) => close()),
  };
}

async function serve(state: SiteState, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    if (request.url === "/login" && request.method === "POST") {
      state.sessions.add(SECRET);
      response.writeHead(303, { location: "/account", "set-cookie": `sid=${SECRET}; HttpOnly; SameSite=Lax; Path=/` });
      response.end();
    } else answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isKnown({ sessions }: SiteState, { headers }: IncomingMessage): boolean {
  const sid = /(?:^|; )sid=(\w+)/.exec(headers.cookie ?? "")?.[1];
  return sid !== undefined && sessions.has(sid);
}

function page(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(html);
}

function answerBank(state: SiteState, request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "/login") {
    page(response, LOGIN);
    return;
  }
  if (!isKnown(state, request)) {
    state.strangers++;
    response.writeHead(302, { location: "/login" }).end();
    return;
  }
  if (request.url?.startsWith("/portrait.png")) {
    response.writeHead(200, { "content-type": "image/png" }).end(PIXEL);
    return;
  }
  page(response, bankPage(state));
}

function bankPage({ balance, design }: SiteState): string {
  const block =
    design === "first"
      ? `<section class="card" id="balance"><h2>Balance</h2><img src="/portrait.png" alt="portrait" width="20" height="20">
<p class="sum">${balance} euro are on your account today, and nothing is due before the end of this month.</p></section>`
      : `<div class="tile tile--money"><header><h3>Balance</h3></header><img src="/portrait.png" alt="portrait" width="20" height="20">
<div class="value"><p>${balance} euro are on your account today, and nothing is due before the end of this month.</p></div></div>`;
  return `<!doctype html><html lang="en"><head><title>Your account</title><meta name="csrf-token" content="${SECRET}">
<style>.card,.tile{border:1px solid #888;padding:12px;width:400px}</style></head><body>
<nav><a href="/transfer?session=${SECRET}">Transfer</a> <a href="/cards">Cards</a> <a href="/help">Help</a></nav><main><h1>Hello Robin</h1>
<p>Welcome back. Here is everything that happened on your account since you were here last, with all cards and loans.</p>${block}
<section class="card"><h2>Cards</h2><ul><li>Blue card, valid until spring</li><li>Green card, valid until autumn</li></ul></section>
<form action="/search" data-state="${SECRET}"><input type="hidden" name="csrf" value="${SECRET}"><input name="q" value="typed-by-the-person"><button>Search</button></form>
</main><footer>A bank of the demo, with no money in it at all</footer><script>window.state = "in-a-script-only ${SECRET}";</script></body></html>`;
}

/** An app: its page is empty, and its scripts ask for the data with the cookie. */
function answerApp(state: SiteState, request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "/api") {
    response.writeHead(isKnown(state, request) ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ balance: state.balance }));
    return;
  }
  page(
    response,
    `<!doctype html><title>App</title><div id="root"></div><script>
fetch("/api").then(async (answer) => {
  const root = document.getElementById("root");
  if (!answer.ok) { root.innerHTML = ${JSON.stringify(LOGIN)}; return; }
  const { balance } = await answer.json();
  root.innerHTML = '<main><h1>Mailbox</h1><section id="inbox"><h2>Inbox</h2><p>' + balance + ' unread letters wait for you in this mailbox, the oldest since the beginning of the week.</p></section><section><h2>Folders</h2><ul><li>Drafts and letters that were never sent</li><li>Archive of older years</li></ul></section></main>';
});</script>`,
  );
}

/** Lets in only what looks like a person's browser. */
function answerWall(state: SiteState, request: IncomingMessage, response: ServerResponse): void {
  const isBrowser =
    /Chrome\//.test(request.headers["user-agent"] ?? "") && request.headers["sec-fetch-site"] !== undefined;
  if (!isBrowser) {
    page(response, "<!doctype html><title>Access denied</title><h1>Access denied</h1>", 403);
    return;
  }
  page(
    response,
    `<!doctype html><title>Prices</title><main><h1>Prices of the day</h1><section id="milk"><h2>Milk</h2><p>${state.balance} euro is what a litre costs today in all of our shops in the town.</p></section><section><h2>Bread</h2><p>Bread costs what it did last week, and is fresh every morning from seven.</p></section></main>`,
  );
}

/** Runs beside the app: shows what is pushed, and starts the app where there is no connection. */
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

const CACHE = "tessera-app";
const START = "/";
/** Files of the app whose names change with their content; what else lies below `/assets/` is foreign. */
const OWN_FILE = /^\/assets\/[\w-]+\.(js|css)$/;

interface PushedMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly link?: string;
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(START))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && !/^\/(api|feeds|assets)\//.test(url.pathname))
    event.respondWith(startPage(request));
  else if (OWN_FILE.test(url.pathname)) event.respondWith(ownFile(request));
});

self.addEventListener("push", (event) => {
  const message = event.data?.json() as PushedMessage | undefined;
  if (!message) return;
  const options = { body: message.body, tag: message.id, icon: "/icon-192.png", data: { link: message.link ?? START } };
  event.waitUntil(self.registration.showNotification(message.title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL((event.notification.data as { link: string }).link, self.location.origin);
  if (target.origin === self.location.origin) event.waitUntil(show(target.href));
});

/** The latest where there is a connection, the last one otherwise. */
async function startPage(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(START, response.clone());
    return response;
  } catch {
    return (await cache.match(START)) ?? Response.error();
  }
}

async function ownFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    await forgetOld(cache);
  }
  return response;
}

/** Every build has new names: a few builds' worth is enough. */
const MAX_FILES = 60;

async function forgetOld(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_FILES))) await cache.delete(key);
}

/** In a window that is already open, or in a new one. */
async function show(href: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return void (await self.clients.openWindow(href));
  await open.focus();
  await open.navigate(href);
}

export {};

/** Parts of the app that are loaded when they are needed, however the connection is at that moment. */
import { needFailureWords } from "../components/toasts.svelte.ts";

/** After that long without a word from the browser it is tried again. */
const AGAIN_MS = 5_000;
/** One attempt at a newer app in that time: a part that is missing in the newest one too must not reload for ever. */
const RELOAD_MS = 60_000;
const RELOADED_AT = "tessera-reloaded-at";

/** The part, as soon as it can be had. A server that answers but has no such file runs a newer app: that one is loaded. */
export async function late<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      const [part] = await Promise.all([load(), needFailureWords()]);
      return part;
    } catch {
      if (await isServerThere()) reloadOnce();
      await connection();
    }
  }
}

/**
 * A part that many need: what is there already is given at once, so that nothing flickers, and asking for it before
 * somebody needs it makes the first press as quick as the next.
 */
export function latePart<Part>(load: () => Promise<Part>): () => Part | Promise<Part> {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;
  return () => {
    if (part !== null) return part;
    loading ??= late(load).then((loaded) => (part = loaded));
    return loading;
  };
}

async function isServerThere(): Promise<boolean> {
  return fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );
}

function reloadOnce(): void {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < RELOAD_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(now));
  location.reload();
}

/** The browser knows when it is connected again; whether the server is there too, only trying tells. */
function connection(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, AGAIN_MS);
    addEventListener("online", go);
    function go(): void {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    }
  });
}

/** Starts the app in the page that the server sent. */
import "./style/tokens.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { setLanguage } from "./i18n/words.svelte.ts";
import { startRouter } from "./shell/router.svelte.ts";
import { watchSession } from "./shell/session.svelte.ts";

startRouter();
watchSession();
await setLanguage(navigator.language);
mount(App, { target: document.getElementById("app")! });

/** The first sheet is there by then; what the service worker fetches would come before it otherwise. */
const SERVICE_MS = 3_000;

// only over a secure connection; without it there is no push and no start without the server
if ("serviceWorker" in navigator && import.meta.env.PROD)
  setTimeout(() => void navigator.serviceWorker.register("/service-worker.js").catch(() => {}), SERVICE_MS);

/** The frame above a live page: works only where the script of this extension has opened it in the same tab. */

import { directionOf } from "@tessera/model/sentence";
import { mount } from "svelte";
import type { Opening } from "../live/messages.ts";
import PickerView from "../picker/PickerView.svelte";
import { extension } from "../platform/web-extension.ts";
import { language, say } from "../words/say.ts";
import "../view/base.css";

document.documentElement.lang = language;
document.documentElement.dir = directionOf(language);
document.title = say("pick.title");

/** Any page may put this frame into itself and talk to it; none of them knows the word. */
async function begin(event: MessageEvent<Partial<Opening> | null>): Promise<void> {
  const key = event.data?.tessera;
  const [port] = event.ports;
  if (typeof key !== "string" || !port) return;
  if (!(await extension.runtime.sendMessage({ kind: "is-picking", key }))) return;
  removeEventListener("message", listen);
  mount(PickerView, { target: document.body, props: { port } });
  focus();
}

function listen(event: MessageEvent): void {
  void begin(event);
}

addEventListener("message", listen);

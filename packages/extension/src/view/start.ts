/** Every page of the extension begins so: in the language of the browser, with its component in the body. */

import { directionOf } from "@tessera/model/sentence";
import { type Component, mount } from "svelte";
import { language, say } from "../words/say.ts";
import "./base.css";

export function start(page: Component, title: string = say("name")): void {
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
  document.title = title;
  mount(page, { target: document.body });
}

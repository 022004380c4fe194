import NewTab from "../everyday/NewTab.svelte";
import { start } from "../view/start.ts";
import { say } from "../words/say.ts";

start(NewTab, say("newTab.title"));

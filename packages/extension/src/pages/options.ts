import Options from "../everyday/Options.svelte";
import { start } from "../view/start.ts";
import { say } from "../words/say.ts";

start(Options, say("options.title"));

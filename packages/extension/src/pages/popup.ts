import Popup from "../everyday/Popup.svelte";
import { start } from "../view/start.ts";

start(Popup);

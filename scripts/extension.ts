/** `npm run extension`: the browser extension for Chromium and Firefox, as folders and as zip files in `dist/extension/`. */
import { packExtension } from "./extension/pack.ts";

for (const file of await packExtension()) console.log(file);

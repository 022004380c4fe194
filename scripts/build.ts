/** `npm run build`: the web app and the program, where they are missing or older than their sources. */
import { buildTessera } from "./build/packages.ts";

await buildTessera();

/** `npm run build`: the web app and the program, where they are missing or older than their sources. */
import { buildProgram } from "./build/program.ts";
import { buildWebApp } from "./build/web-app.ts";

await buildWebApp();
await buildProgram();

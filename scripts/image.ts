/**
 * `npm run image -- FOLDER`: the steps of the Dockerfile for an image without a browser, done in a folder, `npm ci` included.
 * For machines without a container engine: whether the image can be made, and what would be in it.
 */
import { resolve } from "node:path";
import { ROOT } from "./build/stamp.ts";
import { makeImage } from "./image/make-image.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Usage: npm run image -- FOLDER\n");
  process.exit(2);
}
const { workdir, entrypoint, command } = makeImage({ context: ROOT, folder: resolve(folder), target: "plain" });
process.stdout.write(`Made in ${workdir}, which starts with: ${[...entrypoint, ...command].join(" ")}\n`);

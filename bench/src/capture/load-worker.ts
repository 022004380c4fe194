/** One thread of `bench capture`. */
import { parentPort } from "node:worker_threads";
import { type LoadOptions, runLoad } from "./load.ts";

parentPort?.on("message", (options: LoadOptions) => {
  void runLoad(options).then((figures) => parentPort?.postMessage(figures));
});

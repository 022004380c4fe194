/** What reads foreign bytes, without a way out: what a worker thread loads. */
export { rootName } from "./html/root-name.ts";

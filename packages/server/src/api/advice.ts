/** What a person can do about a page that could not be captured. */
import type { CaptureFailureCode, CaptureFailureRecord } from "@tessera/model";
import { ApiError } from "./api-error.ts";

const ADVICE: Readonly<Record<CaptureFailureCode, string>> = {
  "bad-url": "Check the address: only http and https pages can be followed.",
  "forbidden-address":
    "The owner can allow a private host for its own pages, in the settings or with TESSERA_PRIVATE_HOSTS.",
  robots: "The site asks programs not to fetch this page. The owner can ignore that for this page.",
  dns: "Check the spelling of the host name; it does not exist.",
  refused: "The server does not answer. Try again later, or check the port.",
  reset: "The server broke the connection. Try again in a moment.",
  tls: "The certificate of the site is not valid. Check the address, or tell the site.",
  timeout: "The page took too long. Try again, or open it without the browser.",
  "too-large": "The page is too large. Follow a smaller page of the site.",
  "too-many-redirects": "The page keeps redirecting. Open it in your browser and use the address it ends at.",
  decompression: "The answer cannot be decompressed. Try again later.",
  protocol: "The server does not speak HTTP as it should. Try again later.",
  "not-html": "The address leads to a file. Only web pages can be followed.",
  "not-feed":
    "The feed is damaged, or the site answered with something else in its place. Open the address in your browser.",
  status: "The site answered with an error. Check the address, or try again later.",
  blocked:
    "The site shows a captcha, consent or login screen instead of the page. Open it in the browser, or add steps that get past it.",
  crashed: "Open the page without the browser, or install Chromium and name it with TESSERA_BROWSER.",
  "step-failed": "One of the steps before the capture found nothing to act on. Check its selector.",
};

export function adviceFor({ code }: CaptureFailureRecord): string {
  return ADVICE[code];
}

export function captureFailed(failure: CaptureFailureRecord): ApiError {
  return new ApiError("capture-failed", { detail: failure.message, more: { failure, advice: adviceFor(failure) } });
}

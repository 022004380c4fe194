/** As a page is fetched, whatever was chosen: its steps are taken in a browser. */
import type { FetcherChoice } from "@tessera/model";

export function fetchedAs(fetcher: FetcherChoice, hasSteps: boolean): FetcherChoice {
  return fetcher === "http" && hasSteps ? "browser" : fetcher;
}

/** Chromium only: a document beside the worker, for what a worker cannot do. */
import { extension } from "../platform/web-extension.ts";
import { parsePage } from "./parse-page.ts";

type Order = { readonly kind: "parse"; readonly html: string; readonly url: string } | { readonly kind: "battery" };

extension.runtime.onMessage.addListener((order: Order, sender, answer) => {
  // pages and their scripts cannot send here; other parts of the extension may, and mean somebody else
  if (sender.id !== extension.runtime.id || sender.tab) return false;
  if (order.kind === "parse") {
    answer(parsePage(order));
    return false;
  }
  if (order.kind !== "battery") return false;
  void battery().then(answer);
  return true;
});

async function battery(): Promise<boolean> {
  const { getBattery } = navigator as { getBattery?: () => Promise<{ readonly charging: boolean }> };
  return getBattery ? !(await getBattery.call(navigator)).charging : false;
}

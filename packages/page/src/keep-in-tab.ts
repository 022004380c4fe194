/** Runs in an open page: what opens a window of its own when it is pressed opens in the page's own tab. */

/** For the link or the form that the element is in; a page's `base` may say it for all of them. */
export function keepInTab(element: Element): void {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute("formtarget")) at.setAttribute("formtarget", "_self");
    const isOwner = at.localName === "a" || at.localName === "area" || at.localName === "form";
    const target =
      isOwner && (at.getAttribute("target") ?? document.querySelector("base[target]")?.getAttribute("target"));
    // any other name may be that of a frame in the page
    if (target && (/^_blank$/i.test(target) || (!target.startsWith("_") && !document.getElementsByName(target).length)))
      at.setAttribute("target", "_self");
  }
}

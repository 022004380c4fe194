/** Tells an element when it comes near the window: what is far away costs nothing. */
import type { Attachment } from "svelte/attachments";

/** Far enough that scrolling meets what is already there. */
const NEAR = "600px";
/** What is in view has this start on what is only near. */
const HEAD_START_MS = 800;

type OnChange = (isNear: boolean) => void;

/** Calls back with true when the element comes near and with false when it goes. */
export function nearView(onchange: OnChange, margin: string = NEAR): Attachment<Element> {
  return (element) => {
    let stop = observed(element, onchange, "0px");
    const timer = setTimeout(() => {
      stop();
      stop = observed(element, onchange, margin);
    }, HEAD_START_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
}

function observed(element: Element, onchange: OnChange, rootMargin: string): () => void {
  const report: IntersectionObserverCallback = (entries) => onchange(entries.at(-1)?.isIntersecting ?? false);
  const observer = new IntersectionObserver(report, { rootMargin });
  observer.observe(element);
  return () => observer.disconnect();
}

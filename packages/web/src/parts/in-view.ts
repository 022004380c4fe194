/** Tells an element when it comes near the window: what is far away costs nothing. */
import type { Attachment } from "svelte/attachments";

/** Far enough that scrolling meets what is already there. */
const NEAR = "600px";

/** Calls back with true when the element comes near and with false when it goes. */
export function nearView(onchange: (isNear: boolean) => void, margin: string = NEAR): Attachment<Element> {
  return (element) => {
    const observer = new IntersectionObserver((entries) => onchange(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}

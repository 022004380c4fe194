/** Tells an element when it comes into the window and when it leaves. */
import type { Attachment } from "svelte/attachments";

export function inView(onchange: (isInView: boolean) => void): Attachment<Element> {
  return (element) => {
    const observer = new IntersectionObserver((entries) => onchange(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  };
}

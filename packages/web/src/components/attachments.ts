/** What elements do by themselves once they are on the page. */
import type { Attachment } from "svelte/attachments";

/** Tells an element when it comes into the window and when it leaves. */
export function inView(onchange: (isInView: boolean) => void): Attachment<Element> {
  return (element) => {
    const observer = new IntersectionObserver((entries) => onchange(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  };
}

/** A page that was just opened takes the focus, so that keyboards and screen readers start at its beginning. */
export function takeFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}

/**
 * Takes no second press of a double one: the first has made what was wanted, or has led here, and what lies under the pointer
 * now is nothing that the person meant. Pressed by keys, or again after a moment, everything works.
 */
export function noSecondPress(element: HTMLElement): () => void {
  const swallow = (event: MouseEvent): void => {
    if (event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("click", swallow, true);
  return () => element.removeEventListener("click", swallow, true);
}

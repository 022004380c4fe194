/** A page that was just opened takes the focus, so that keyboards and screen readers start at its beginning. */
export function takeFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}

/** Components mounted as the browser mounts them, for tests: what is shown, and what a person does to it. */
import { type Component, flushSync, mount, unmount } from "svelte";

export interface Mounted<Exports = unknown> {
  readonly root: HTMLElement;
  /** The component itself, for what it lets others call. */
  readonly part: Exports;
  /** All that can be read, with single blanks. */
  text(): string;
  /** The first element for a selector; throws where there is none. */
  one<E extends Element = HTMLElement>(selector: string): E;
  /** The button with this accessible name; throws where there is none. */
  button(name: string): HTMLButtonElement;
  /** Lets an event happen, and the component answer it. */
  fire(target: EventTarget, event: Event): void;
  press(key: string, target?: Element): void;
  /** Both clicks of a double one, as browsers count them. */
  pressTwice(target: Element): void;
  write(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void;
  close(): Promise<void>;
}

export function mounted<Props extends Record<string, unknown>, Exports extends Record<string, unknown>>(
  part: Component<Props, Exports>,
  props: Props,
): Mounted<Exports> {
  const root = document.createElement("div");
  document.body.append(root);
  const instance = mount(part, { target: root, props });
  flushSync();
  const one = <E extends Element = HTMLElement>(selector: string): E => {
    const element = root.querySelector<E>(selector);
    if (!element) throw new Error(`there is no ${selector} in ${root.innerHTML.slice(0, 2_000)}`);
    return element;
  };
  return {
    root,
    part: instance,
    one,
    text: () => (root.textContent ?? "").replaceAll(/\s+/g, " ").trim(),
    button(name) {
      const buttons = [...root.querySelectorAll("button")];
      const found = buttons.find((each) => nameOf(each) === name);
      if (!found) throw new Error(`no button is called “${name}”: ${buttons.map(nameOf).join(" | ")}`);
      return found;
    },
    fire,
    press(key, target = document.body) {
      fire(target, new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    },
    pressTwice(target) {
      for (const detail of [1, 2]) fire(target, new MouseEvent("click", { detail, bubbles: true, cancelable: true }));
    },
    write(field, value) {
      field.value = value;
      for (const kind of ["input", "change"]) fire(field, new Event(kind, { bubbles: true }));
    },
    async close() {
      await unmount(instance);
      root.remove();
    },
  };
}

function fire(target: EventTarget, event: Event): void {
  target.dispatchEvent(event);
  flushSync();
}

function nameOf(button: Element): string {
  return (button.getAttribute("aria-label") ?? button.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Runs in an open page: what a person can press, fill in and choose there, and how each is found again. */

export interface Control {
  readonly kind: "press" | "field" | "password" | "choice";
  /** What it is called by whoever cannot see it. */
  readonly name: string;
  /** Left, top, width and height in CSS pixels of the page. */
  readonly box: readonly [number, number, number, number];
  /** The labels of its options. */
  readonly options: readonly string[];
}

export const MAX_CONTROLS = 200;
export const MAX_OPTIONS = 200;
export const LONGEST_NAME = 80;

/** What reacts to being pressed or written into. */
export const ACTIVE: string =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role=button], [role=link], [role=tab], " +
  "[role=menuitem], [role=option], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=textbox], [onclick]";

/** In the order of the page. */
export function controlsOf(): readonly Control[] {
  const controls: Control[] = [];
  for (const element of document.querySelectorAll(ACTIVE)) {
    if (controls.length >= MAX_CONTROLS) break;
    const box = boxOf(element);
    if (!box || element.localName === "label" || (element as HTMLInputElement).disabled) continue;
    controls.push({ kind: kindOf(element), name: nameOf(element), box, options: optionsOf(element) });
  }
  return controls;
}

export function boxOf(element: Element): Control["box"] | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const isSeen = element.checkVisibility({ visibilityProperty: true });
  return width > 2 && height > 2 && isSeen ? [left + scrollX, top + scrollY, width, height] : null;
}

export function kindOf(element: Element): Control["kind"] {
  if (element instanceof HTMLSelectElement) return "choice";
  if (element instanceof HTMLTextAreaElement || element.getAttribute("role") === "textbox") return "field";
  if (!(element instanceof HTMLInputElement)) return "press";
  if (element.type === "password") return "password";
  const isPressed = ["button", "submit", "reset", "image", "checkbox", "radio", "file", "color", "range"];
  return isPressed.includes(element.type) ? "press" : "field";
}

export function optionsOf(element: Element): readonly string[] {
  if (!(element instanceof HTMLSelectElement)) return [];
  return [...element.options].slice(0, MAX_OPTIONS).map((option) => tidy(option.label || option.value));
}

export function tidy(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
}

/** Roughly what the standard computes; whether it is that, the one who looks for it by the name finds out. */
export function nameOf(element: Element): string {
  const labelled = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
  const isButton = element instanceof HTMLInputElement && kindOf(element) === "press";
  const candidates = [
    labelled.map((id) => document.getElementById(id)?.textContent ?? "").join(" "),
    element.getAttribute("aria-label"),
    [...(labels ?? [])].map((label) => label.textContent ?? "").join(" "),
    isButton ? element.value : "",
    kindOf(element) === "press" ? element.textContent : "",
    element.getAttribute("alt") ?? element.querySelector("img[alt]")?.getAttribute("alt"),
    element.getAttribute("title"),
    element.getAttribute("placeholder"),
  ];
  return candidates.map(tidy).find((name) => name !== "") ?? "";
}

export function roleOf(element: Element): string | null {
  const named = element.getAttribute("role");
  if (named) return /^[a-z]+$/.test(named) ? named : null;
  if (element instanceof HTMLInputElement) {
    const roles: Readonly<Record<string, string>> = {
      button: "button",
      submit: "button",
      reset: "button",
      image: "button",
      checkbox: "checkbox",
      radio: "radio",
      search: "searchbox",
      password: "",
      number: "spinbutton",
    };
    return roles[element.type] ?? "textbox";
  }
  const roles: Readonly<Record<string, string>> = {
    a: "link",
    button: "button",
    select: "combobox",
    textarea: "textbox",
  };
  return roles[element.localName] ?? null;
}

/**
 * Ways to find the element at this point of the page again, the one that survives most changes first: what it is and is
 * called, then what it was given for programs, then where it stands. Null where there is nothing.
 */
export function selectorsAt(x: number, y: number): { readonly selectors: readonly string[] } | null {
  if (y < scrollY || y >= scrollY + innerHeight) scrollTo({ left: 0, top: y - innerHeight / 2, behavior: "instant" });
  const hit = document.elementFromPoint(x - scrollX, y - scrollY);
  if (!hit || hit === document.documentElement) return null;
  const label = hit.closest("label");
  const element = hit.closest(ACTIVE.replace(" label,", "")) ?? label?.control ?? hit;
  return { selectors: selectorsOf(element) };
}

export function selectorsOf(element: Element): readonly string[] {
  const role = roleOf(element);
  const name = nameOf(element);
  const tag = element.localName;
  const attribute = (attributeName: string): string[] => {
    const value = element.getAttribute(attributeName);
    return value && value.length <= LONGEST_NAME ? [`${tag}[${attributeName}=${JSON.stringify(value)}]`] : [];
  };
  // a number in a name is often a count, which is another one tomorrow
  const isLasting = name !== "" && name.length < LONGEST_NAME && !/\d/.test(name);
  const byRole = role && name !== "" ? [`role=${role}[name=${JSON.stringify(name)}]`] : [];
  const isWritten = (id: string): boolean => /^[A-Za-z][\w-]*$/.test(id) && !/\d{3}|[\da-f]{8}/i.test(id);
  return [
    ...attribute("data-testid"),
    ...attribute("data-test"),
    ...(isLasting ? byRole : []),
    ...(isWritten(element.id) ? [`#${element.id}`] : []),
    ...attribute("name"),
    ...attribute("autocomplete"),
    ...(kindOf(element) === "password" ? ['input[type="password"]'] : []),
    ...attribute("placeholder"),
    ...byRole,
    ...(role === null && name !== "" ? [`${tag}:text-is(${JSON.stringify(name)})`] : []),
    pathTo(element),
  ];
}

/** The last resort: from the nearest element that has an id. */
export function pathTo(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
    if (at !== element && /^[A-Za-z][\w-]*$/.test(at.id)) {
      steps.unshift(`#${at.id}`);
      break;
    }
    const { localName, parentElement } = at;
    const alike = [...(parentElement?.children ?? [])].filter((other) => other.localName === localName);
    steps.unshift(alike.length > 1 ? `${localName}:nth-of-type(${alike.indexOf(at) + 1})` : localName);
  }
  return steps.join(" > ");
}

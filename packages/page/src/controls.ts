/**
 * Runs in an open page: what a person can press, fill in and choose there, and how each is found again. Open shadow trees
 * are part of the page, for selectors as well: the browser's driver looks into them.
 */

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
  "[role=menuitem], [role=option], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=textbox], [contenteditable]:not([contenteditable=false]), [onclick]";

/** In the order of the page, what is in a shadow tree after its host. */
export function controlsOf(): readonly Control[] {
  const controls: Control[] = [];
  const trees = [{ elements: document.querySelectorAll("*"), at: 0 }];
  for (let tree = trees.at(-1); tree && controls.length < MAX_CONTROLS; tree = trees.at(-1)) {
    const element = tree.elements[tree.at++];
    if (!element) {
      trees.pop();
      continue;
    }
    const control = element.matches(ACTIVE) ? controlOf(element) : null;
    if (control) controls.push(control);
    if (element.shadowRoot) trees.push({ elements: element.shadowRoot.querySelectorAll("*"), at: 0 });
  }
  return controls;
}

export function controlOf(element: Element): Control | null {
  const box = boxOf(element);
  if (!box || element.localName === "label" || (element as HTMLInputElement).disabled) return null;
  return { kind: kindOf(element), name: nameOf(element), box, options: optionsOf(element) };
}

export function boxOf(element: Element): Control["box"] | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const isSeen = element.checkVisibility({ visibilityProperty: true });
  return width > 2 && height > 2 && isSeen ? [left + scrollX, top + scrollY, width, height] : null;
}

export function kindOf(element: Element): Control["kind"] {
  if (element instanceof HTMLSelectElement) return "choice";
  if (element instanceof HTMLTextAreaElement || element.getAttribute("role") === "textbox") return "field";
  if (isWrittenInto(element)) return "field";
  if (!(element instanceof HTMLInputElement)) return "press";
  if (element.type === "password") return "password";
  const isPressed = ["button", "submit", "reset", "image", "checkbox", "radio", "file", "color", "range"];
  return isPressed.includes(element.type) ? "press" : "field";
}

/** Where an editor begins: what is inside of it is its text. */
export function isWrittenInto(element: Element): boolean {
  return element.matches("[contenteditable]:not([contenteditable=false])");
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
    labelled.map((id) => byId(element, id)?.textContent ?? "").join(" "),
    element.getAttribute("aria-label"),
    [...(labels ?? [])].map((label) => label.textContent ?? "").join(" "),
    isButton ? element.value : "",
    kindOf(element) === "press" ? wordsOf(element) : "",
    element.getAttribute("alt") ?? element.querySelector("img[alt]")?.getAttribute("alt"),
    element.getAttribute("title"),
    element.getAttribute("placeholder"),
  ];
  return candidates.map(tidy).find((name) => name !== "") ?? "";
}

/** Ids are of one tree. */
export function byId(element: Element, id: string): Element | null {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
}

/** With what is put into it from outside its shadow tree. */
export function wordsOf(element: Element): string {
  const slotted = [...element.querySelectorAll("slot")].flatMap((slot) => slot.assignedNodes());
  return [element, ...slotted].map((node) => node.textContent ?? "").join(" ");
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
 * called, then what it was given for programs, then where it stands. What is only waited for is not told by what can be
 * read there, which is other news tomorrow. Null where there is nothing.
 */
export function selectorsAt(
  x: number,
  y: number,
  isWaitedFor: boolean,
): { readonly selectors: readonly string[] } | "frame" | null {
  if (y < scrollY || y >= scrollY + innerHeight) scrollTo({ left: 0, top: y - innerHeight / 2, behavior: "instant" });
  const hit = deepestAt(x - scrollX, y - scrollY);
  if (!hit || hit === document.documentElement) return null;
  // what is pressed there is of another document, in which nothing would be found again
  if (["iframe", "frame", "object", "embed"].includes(hit.localName)) return "frame";
  const label = around(hit, "label") as HTMLLabelElement | null;
  const element = around(hit, ACTIVE.replace(" label,", "")) ?? label?.control ?? hit;
  const selectors = selectorsOf(element);
  return { selectors: isWaitedFor ? selectors.filter((selector) => !isByWords(selector)) : selectors };
}

/** Of a host that shows a shadow tree, what is there in that. */
export function deepestAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
    const inside = root.elementFromPoint(x, y);
    if (inside?.getRootNode() !== root) break;
    hit = inside;
  }
  return hit;
}

/** The nearest that matches, as the page is shown: what is put into a shadow tree is inside what is around it there. */
export function around(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at; at = at.assignedSlot ?? parentOf(at)) {
    if (at.matches(selector)) return at;
  }
  return null;
}

export function parentOf({ parentNode, parentElement }: Element): Element | null {
  return parentNode instanceof ShadowRoot ? parentNode.host : parentElement;
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
    ...(isWrittenInto(element) ? attribute("aria-label") : []),
    ...byRole,
    ...(role === null && name !== "" && !isWrittenInto(element) ? [`${tag}:text-is(${JSON.stringify(name)})`] : []),
    pathTo(element),
  ];
}

/** What a button and a field are called lasts as long as they do; a link or a text is often what is new on the page. */
export function isByWords(selector: string): boolean {
  return selector.startsWith("role=link[") || selector.includes(":text-is(");
}

/** The last resort: from the nearest element that has an id. */
export function pathTo(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== document.documentElement; at = parentOf(at)) {
    if (at !== element && /^[A-Za-z][\w-]*$/.test(at.id)) {
      steps.unshift(`#${at.id}`);
      break;
    }
    const { localName, parentNode } = at;
    const alike = [...(parentNode?.children ?? [])].filter((other) => other.localName === localName);
    steps.unshift(alike.length > 1 ? `${localName}:nth-of-type(${alike.indexOf(at) + 1})` : localName);
  }
  return steps.join(" > ");
}

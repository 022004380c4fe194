/** A page in the picker's frame, as far as the picker can tell. */
import type { FrameMessage, PickerMessage } from "@tessera/page";
import type { Picker } from "./picker.svelte.ts";

export interface PageInFrame {
  /** What the page was told. */
  readonly said: readonly PickerMessage[];
  say(message: FrameMessage): void;
  /** The rectangles in it: of which element, and what they say. */
  marks(): readonly (readonly [node: number, look: string])[];
}

const PLAIN = { flush: 0, isLegible: true, turned: null } as const;
const SEEN = { viewport: [800, 700], boxes: [], cells: [], grounds: [], ...PLAIN } as const;

/** It says how it is laid out when it is asked, and what `answerTo` has to say besides. */
export function pageInFrame(
  picker: Picker,
  answerTo: (message: PickerMessage) => FrameMessage | null = () => null,
): PageInFrame {
  const said: PickerMessage[] = [];
  const element = document.createElement("iframe");
  document.body.append(element);
  const say = (data: FrameMessage): void =>
    void dispatchEvent(new MessageEvent("message", { data, source, origin: "null" }));
  const postMessage = (message: PickerMessage): void => {
    said.push(message);
    const answer: FrameMessage | null =
      message.kind === "measure" ? { kind: "measured", node: message.node, ...SEEN } : answerTo(message);
    if (answer) queueMicrotask(() => say(answer));
  };
  const source = { postMessage } as unknown as Window;
  Object.defineProperty(element, "contentWindow", { value: source });
  picker.listen(element);
  const marks: PageInFrame["marks"] = () => {
    const last = said.findLast((message) => message.kind === "mark");
    return last?.kind === "mark" ? last.marks.map(({ node, look }) => [node, look]) : [];
  };
  return { said, say, marks };
}

/** What a key means in the picker, as data. */
import type { PickerMessage } from "@tessera/page";
import type { ShownFragments } from "./fragment-marks.ts";
import { type Move, type PickState, walkFor } from "./pick-state.ts";

export type KeyMeaning =
  | { readonly kind: "move"; readonly move: Move }
  /** The frame has to say what is there. */
  | { readonly kind: "ask"; readonly message: PickerMessage }
  | { readonly kind: "show"; readonly shown: ShownFragments }
  | { readonly kind: "put" }
  | { readonly kind: "help" };

/** Null where the key means nothing here. */
export function keyMeaning(key: string, state: PickState, shown: ShownFragments): KeyMeaning | null {
  switch (key) {
    case "Enter":
      if (state.isCutting) return move({ kind: "cutting", isOn: false });
      return state.chosen ? { kind: "put" } : move({ kind: "confirm" });
    case "Escape":
      return move({ kind: "back" });
    case "?":
      return { kind: "help" };
    case "x":
      return state.chosen ? move({ kind: "cutting", isOn: !state.isCutting }) : null;
    case "a":
      return state.chosen ? move({ kind: "extent", extent: state.extent === "one" ? "alike" : "one" }) : null;
    case "f":
      return state.chosen ? null : { kind: "show", shown: shown === "none" ? "all" : "none" };
    default:
      return state.chosen ? null : walkMeaning(key, state);
  }
}

function walkMeaning(key: string, state: PickState): KeyMeaning | null {
  const wanted = walkFor(state, key);
  if (!wanted) return null;
  return wanted.kind === "walk" ? { kind: "ask", message: wanted } : move(wanted as Move);
}

function move(wanted: Move): KeyMeaning {
  return { kind: "move", move: wanted };
}

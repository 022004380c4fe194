/** All keys that mean something, by the place where they work, for the help. */

export const HELP = [
  {
    title: "keys.onSheet",
    lines: [
      { keys: ["n", "/"], words: "keys.add" },
      { keys: ["1 – 9"], words: "keys.sheet" },
      { keys: ["[", "]"], words: "keys.nextSheet" },
      { keys: ["t"], words: "keys.time" },
      { keys: ["Ctrl z"], words: "keys.undo" },
      { keys: ["?"], words: "keys.help" },
    ],
  },
  {
    title: "keys.onTile",
    lines: [
      { keys: ["← ↑ ↓ →"], words: "keys.focus" },
      { keys: ["⇧ ← ↑ ↓ →"], words: "keys.move" },
      { keys: ["Ctrl ← ↑ ↓ →"], words: "keys.resize" },
      { keys: ["Enter"], words: "keys.open" },
      { keys: ["h"], words: "keys.history" },
      { keys: ["r"], words: "keys.reader" },
      { keys: ["e", "F2"], words: "keys.rename" },
      { keys: ["m"], words: "keys.menu" },
      { keys: ["w"], words: "keys.wrong" },
      { keys: ["c"], words: "keys.check" },
      { keys: ["Del"], words: "keys.delete" },
    ],
  },
  {
    title: "pick.title",
    lines: [
      { keys: ["↑", "↓"], words: "keys.levels" },
      { keys: ["←", "→"], words: "keys.neighbours" },
      { keys: ["Enter"], words: "keys.take" },
      { keys: ["x"], words: "pick.cut" },
      { keys: ["a"], words: "keys.alike" },
      { keys: ["f"], words: "pick.fragments" },
      { keys: ["⇧ ← ↑ ↓ →"], words: "keys.move" },
      { keys: ["Ctrl ← ↑ ↓ →"], words: "keys.resize" },
      { keys: ["Esc"], words: "pick.back" },
    ],
  },
  {
    title: "repair.title",
    lines: [
      { keys: ["1", "2", "3"], words: "repair.this" },
      { keys: ["n"], words: "repair.none" },
      { keys: ["g"], words: "repair.gone" },
      { keys: ["p"], words: "repair.pickAgain" },
    ],
  },
] as const;

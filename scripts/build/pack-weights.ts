/**
 * The learned weights as they are shipped. Their data file has a record a tree, with zeros where a node has no threshold or
 * no value; here each sort of number is one line, small ones are letters, and thresholds are named by their place among those
 * of their column. 90 kB become 57 kB when compressed, and reading them takes less time and memory.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import { ROOT } from "./stamp.ts";

interface DecisionTree {
  readonly column: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly value: readonly number[];
}

interface Ensemble {
  readonly columns: readonly string[];
  readonly bias: number;
  readonly trees: readonly DecisionTree[];
}

/** In lines of `letters`, a small number is one letter. */
export interface PackedEnsemble {
  readonly bias: number;
  /** Which names its columns have. */
  readonly columns: string;
  /** Nodes of each tree. */
  readonly sizes: string;
  /** Of each node the column that it asks for, or that it is a leaf. */
  readonly column: string;
  /** The thresholds of each column, in their order. */
  readonly thresholds: readonly string[];
  /** Of each node that asks: which threshold of its column. */
  readonly threshold: string;
  /** Of each node that asks: its left child. */
  readonly left: string;
  /** Of each leaf: the sign of its value, and where its point stands. */
  readonly scale: string;
  /** Of each leaf: the digits of its value, as many for each. */
  readonly digits: string;
}

export interface PackedWeights {
  readonly rest: Readonly<Record<string, unknown>>;
  /** Of the columns of all ensembles, which have most in common. */
  readonly names: readonly string[];
  readonly ensembles: Readonly<Record<string, PackedEnsemble>>;
}

type Weights = Readonly<Record<string, unknown>>;

const WEIGHTS_FILE = join(ROOT, "packages/engine/src/tracer/fused/weights.data.ts");

/** As the data file has them. @internal */
export async function learnedWeights(): Promise<Weights> {
  return ((await import(pathToFileURL(WEIGHTS_FILE).href)) as { WEIGHTS: Weights }).WEIGHTS;
}

/** The module that takes the place of the data file. */
export async function packedWeightsModule(): Promise<string> {
  const packed = JSON.stringify(packWeights(await learnedWeights()));
  return `/** Learned weights, packed. */\n${unpackWeights}\nexport const WEIGHTS = /* @__PURE__ */ unpackWeights(${packed});\n`;
}

/** Puts it in place when the program is built. */
export function packedWeights(): Plugin {
  return {
    name: "packed-weights",
    load: {
      filter: { id: /\/weights\.data\.ts$/ },
      handler: async (id) => (id === WEIGHTS_FILE ? { code: await packedWeightsModule(), moduleType: "js" } : null),
    },
  };
}

/** Throws where something would be lost. @internal */
export function packWeights(weights: Weights): PackedWeights {
  const entries = Object.entries(weights);
  const ensembles = entries.filter(([, value]) => isEnsemble(value)) as [string, Ensemble][];
  const names = [...new Set(ensembles.flatMap(([, { columns }]) => columns))];
  return {
    rest: Object.fromEntries(entries.filter(([, value]) => !isEnsemble(value))),
    names,
    ensembles: Object.fromEntries(ensembles.map(([name, ensemble]) => [name, packEnsemble(ensemble, names)])),
  };
}

function isEnsemble(value: unknown): boolean {
  return typeof value === "object" && value !== null && "trees" in value;
}

function packEnsemble({ columns, bias, trees }: Ensemble, names: readonly string[]): PackedEnsemble {
  const nodes = trees.flatMap(({ column, threshold, left, value }) =>
    column.map((own, at) => ({ column: own, threshold: threshold[at]!, left: left[at]!, value: value[at]! })),
  );
  const asking = nodes.filter(({ column }) => column >= 0);
  const leaves = nodes.filter(({ column }) => column < 0);
  if (asking.some(({ value }) => value !== 0) || leaves.some(({ threshold, left }) => threshold !== 0 || left !== 0)) {
    throw new RangeError("a node of the weights has more than it needs");
  }
  const thresholds = columns.map((_, column) => {
    const own = asking.filter((node) => node.column === column).map((node) => node.threshold);
    return [...new Set(own)].sort((a, b) => a - b);
  });
  const values = leaves.map(({ value }) => scientific(value));
  return {
    bias,
    columns: letters(columns.map((name) => names.indexOf(name))),
    sizes: letters(trees.map(({ column }) => column.length)),
    // 0 is a leaf
    column: letters(nodes.map(({ column }) => Math.max(column, -1) + 1)),
    thresholds: thresholds.map((own) => own.join()),
    threshold: letters(asking.map(({ column, threshold }) => thresholds[column]!.indexOf(threshold))),
    left: letters(asking.map(({ left }) => left)),
    scale: letters(values.map(({ scale }) => scale)),
    digits: values.map(({ digits }) => digits).join(""),
  };
}

const FIRST_LETTER = 40;
const LAST_LETTER = 0xd7ff;
const DIGITS = 4;
/** The smallest power of ten that a value has, so that none is negative. */
const LOWEST = -12;

function letters(numbers: readonly number[]): string {
  return numbers
    .map((number) => {
      const letter = FIRST_LETTER + number;
      if (!(number >= 0 && letter <= LAST_LETTER)) throw new RangeError(`no letter for ${number}`);
      return String.fromCharCode(letter);
    })
    .join("");
}

/** A value of few digits as those digits, and its sign and power of ten in one number. */
function scientific(value: number): { readonly digits: string; readonly scale: number } {
  const [digits = "", power = ""] = Math.abs(value).toExponential().split("e");
  const all = digits.replace(".", "").padEnd(DIGITS, "0");
  if (all.length > DIGITS) throw new RangeError(`a value of the weights has more than ${DIGITS} digits: ${value}`);
  return { digits: all, scale: 2 * (Number(power) - LOWEST) + (value < 0 ? 1 : 0) };
}

/** Its text is shipped: it uses nothing from outside itself. @internal */
export function unpackWeights({ rest, names, ensembles }: PackedWeights): Weights {
  const numbers = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0) - 40);
  const unpacked = Object.entries(ensembles).map(([name, packed]) => {
    const column = numbers(packed.column);
    const thresholds = packed.thresholds.map((own) => own.split(",").map(Number));
    const threshold = numbers(packed.threshold);
    const left = numbers(packed.left);
    // read from text, so that every value is the number that its digits say
    const value = numbers(packed.scale).map((scale, at) =>
      Number(`${scale % 2 ? "-" : ""}${packed.digits.slice(at * 4, at * 4 + 4)}e${(scale >> 1) - 15}`),
    );
    let [node, asking, leaf] = [0, 0, 0];
    const trees = numbers(packed.sizes).map((size) => {
      const tree: Record<"column" | "threshold" | "left" | "value", number[]> = {
        column: [],
        threshold: [],
        left: [],
        value: [],
      };
      for (const end = node + size; node < end; node++) {
        const own = column[node]! - 1;
        tree.column.push(own);
        tree.threshold.push(own < 0 ? 0 : thresholds[own]![threshold[asking]!]!);
        tree.left.push(own < 0 ? 0 : left[asking++]!);
        tree.value.push(own < 0 ? value[leaf++]! : 0);
      }
      return tree;
    });
    const columns = numbers(packed.columns).map((at) => names[at]!);
    return [name, { columns, bias: packed.bias, trees }];
  });
  return { ...rest, ...Object.fromEntries(unpacked) };
}

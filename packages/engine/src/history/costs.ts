/**
 * The mapping cost of [merged-history-tree] section 4.1: c = S·p + I·q + D·r + M·v.
 *
 *   paper   here          meaning
 *   S       -             pairs of the mapping with distinct TagAttributes
 *   p       VALUE_COST    "p is far less than q and r"
 *   I, q    INSERT_COST   nodes of the new version without a partner
 *   D, r    DELETE_COST   nodes of the history without a partner
 *   M, v    versionCost   pairs of the mapping: among equally cheap ones, those that more versions agree on
 *   ξ       VERSION_SPAN  "used to confirm v is far less than p"
 *
 * The paper gives no numbers. These are integers, so that sums of them are exact and costs can be compared with `===`;
 * they keep the order of importance strict on any page of up to 16,000 pairs, and their sum exact up to a million nodes.
 *
 * Departures: the paper prints v = 1 − N_x / N_sum * ξ, which taken literally is close to 1 and not far less than p; it
 * is read as v = (1 − N_x / N_sum) · ξ. The paper does not say when the attributes of a node of the history, which may
 * have many values, are distinct from those of a new node: here, when no version has the same.
 */
export const INSERT_COST: number = 2 ** 28;
export const DELETE_COST: number = 2 ** 28;
export const VALUE_COST: number = 2 ** 14;
const VERSION_SPAN = 2 ** 6;

/** v for a node of the history that `count` of `total` versions have. */
export function versionCost(count: number, total: number): number {
  return Math.round((1 - count / total) * VERSION_SPAN);
}

/** No pair costs more by itself. */
export const MAX_PAIR_COST: number = VALUE_COST + VERSION_SPAN;

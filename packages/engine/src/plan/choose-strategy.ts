import type { IndexPlan } from './plan-index.js';

/** How a scope finds its hits: by rows of bit masks, or by evaluating the terms of each rule. */
export interface MatchStrategy {
  readonly way: 'index' | 'closures';
  /**
   * Estimated nanoseconds per evaluation for each way, without what both have in common. They are used to choose, and guarantee nothing.
   */
  readonly estimatedNs: { readonly index: number; readonly closures: number };
}

/** Measured times for looking up the row of a value, combining one word of it, and evaluating the terms of a rule until one is false. */
const rowNs = 45;
const wordNs = 0.5;
const ruleNs = 64;

/** Rules without a single-field term are evaluated either way and do not affect the choice. */
export function chooseStrategy({ fields, alternatives }: IndexPlan): MatchStrategy {
  const asked = new Set(fields.flatMap(({ tests }) => tests.flatMap(({ rules }) => rules)));
  const words = Math.ceil(alternatives.length / 32);
  const index = Math.round(fields.length * (rowNs + wordNs * words));
  const closures = asked.size * ruleNs;
  return { way: index < closures ? 'index' : 'closures', estimatedNs: { index, closures } };
}

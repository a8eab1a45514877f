import type { IndexPlan } from './plan-index.js';

/** How a scope finds its hits: through rows of masks, or by running every rule's own terms. */
export interface MatchStrategy {
  readonly way: 'index' | 'closures';
  /** Estimated nanoseconds a run takes either way, what both have in common left out. They decide, and are no promise. */
  readonly estimatedNs: { readonly index: number; readonly closures: number };
}

/** Measured: looking a value's row up, joining one word of it, running the terms of a rule until one is false. */
const rowNs = 45;
const wordNs = 0.5;
const ruleNs = 64;

/** Rules of which no term asks a single field are run either way and say nothing. */
export function chooseStrategy({ fields, alternatives }: IndexPlan): MatchStrategy {
  const asked = new Set(fields.flatMap(({ tests }) => tests.flatMap(({ rules }) => rules)));
  const words = Math.ceil(alternatives.length / 32);
  const index = Math.round(fields.length * (rowNs + wordNs * words));
  const closures = asked.size * ruleNs;
  return { way: index < closures ? 'index' : 'closures', estimatedNs: { index, closures } };
}

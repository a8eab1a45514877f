import type { RuleSetContent } from '@tamis/engine';
import { setSizeEstimate } from '../pool-limits.js';

/** Heap of a set once it is compiled and has run: a bound on memory needs a number before the memory is taken. */
export function estimateSetBytes({ rules }: RuleSetContent): number {
  const { set, rule, character } = setSizeEstimate;
  return rules.reduce<number>((sum, { source }) => sum + rule + source.length * character, set);
}

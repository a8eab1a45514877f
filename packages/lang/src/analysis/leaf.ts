import type { StateSet } from './state-set.js';
import type { Thing } from './thing.js';

/**
 * A comparison as a question about one thing: in which of its states the comparison is true, false or unknown. Every state that may
 * have an outcome stands under it, so a set may be too large, never too small.
 */
export interface Leaf {
  readonly thing: Thing;
  readonly whenTrue: StateSet;
  readonly whenFalse: StateSet;
  readonly whenUnknown: StateSet;
}

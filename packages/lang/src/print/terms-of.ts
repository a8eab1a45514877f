import type { Expression } from '../ast/expression.js';

/** Returns the terms of a condition that are printed on separate lines under `when`. */
export const termsOf = (when: Expression): readonly Expression[] =>
  (when.kind === 'and' || when.kind === 'or') && when.style === 'chain' ? when.items : [when];

import type { Expression } from '../ast/expression.js';

/** The terms of a condition that stand on lines of their own under `when`. */
export const termsOf = (when: Expression): readonly Expression[] =>
  (when.kind === 'and' || when.kind === 'or') && when.style === 'chain' ? when.items : [when];

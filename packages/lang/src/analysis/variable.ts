import type { Expression } from '../ast/expression.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import type { Domain } from './value-set.js';

/**
 * Something a condition reads: a field read as a type, an amount in a currency, an aggregate, a comparison of two fields. Variables with
 * equal keys are equal in every context, even in different rules.
 */
export interface Variable {
  readonly key: string;
  /** Variables with the same base are absent together; `null` if it does not belong to a field. */
  readonly base: string | null;
  readonly domain: Domain;
  /** Whether it is never absent and never fails. */
  readonly alwaysKnown: boolean;
  /** The expression as written, for people. */
  readonly text: () => string;
  /** The field to which its value can be written in a context; `null` if that requires more than writing one field. */
  readonly field: FieldDeclaration | null;
  readonly reading: Reading;
}

/** The kind of values. `isFolded`: without case and accents. `amount`: in this currency, or in its own if `null`. */
export type Reading =
  | { readonly kind: 'scalar'; readonly type: string; readonly isFolded?: boolean }
  | { readonly kind: 'amount'; readonly currency: string | null }
  /** Whether a part of a condition is true. */
  | { readonly kind: 'truth'; readonly node: Expression }
  /** -1, 0 or 1 for `a < b`, `a = b` and `a > b`. */
  | { readonly kind: 'order' };

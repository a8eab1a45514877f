import type { Expression } from '../ast/expression.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import type { Domain } from './value-set.js';

/**
 * Something a condition asks about: a field read as a type, an amount in a currency, an aggregate, a comparison of two fields.
 * Equal keys stand for things that are equal in every context, in whichever rule they are asked about.
 */
export interface Variable {
  readonly key: string;
  /** Things with the same base are absent together; null: of no field. */
  readonly base: string | null;
  readonly domain: Domain;
  /** Never absent, never failed. */
  readonly alwaysKnown: boolean;
  /** As written, for people. */
  readonly text: () => string;
  /** Where its value can be put into a context; null where that takes more than writing one field. */
  readonly field: FieldDeclaration | null;
  readonly reading: Reading;
}

/** What the values of a thing are. `isFolded`: without case and accents. `amount`: in this currency; null: in whichever it is. */
export type Reading =
  | { readonly kind: 'scalar'; readonly type: string; readonly isFolded?: boolean }
  | { readonly kind: 'amount'; readonly currency: string | null }
  /** Whether a part of a condition is true. */
  | { readonly kind: 'truth'; readonly node: Expression }
  /** -1, 0 or 1 as in `a < b`, `a = b`, `a > b`. */
  | { readonly kind: 'order' };

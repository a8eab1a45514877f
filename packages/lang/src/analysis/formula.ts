import type { StateSet } from './state-set.js';
import type { Variable } from './variable.js';

/** A statement about the states of variables: what a context must fulfill. */
export type Formula =
  | { readonly kind: 'one'; readonly thing: Variable; readonly states: StateSet }
  | { readonly kind: 'all'; readonly parts: readonly Formula[] }
  | { readonly kind: 'any'; readonly parts: readonly Formula[] };

export const always: Formula = { kind: 'all', parts: [] };
export const never: Formula = { kind: 'any', parts: [] };

export const all = (parts: readonly Formula[]): Formula => ({ kind: 'all', parts });
export const any = (parts: readonly Formula[]): Formula => ({ kind: 'any', parts });

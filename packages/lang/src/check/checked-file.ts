import type { Expression } from '../ast/expression.js';
import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { ParamDeclaration } from '../ast/param-declaration.js';
import type { Target } from '../catalogue/field.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';

/** A matrix without errors, with defaults applied. */
export interface CheckedMatrix {
  readonly declaration: MatrixDeclaration;
  readonly key: string;
  /** The title, or the key if there is none. */
  readonly name: string;
  readonly description: string;
  readonly targets: readonly Target[];
  readonly scale: { readonly minimum: number; readonly maximum: number };
  /** Minimum points for each level, strictly increasing. */
  readonly thresholds: { readonly low: number; readonly medium: number; readonly high: number };
  /** Weakest decision first. `from` increases with strength. Never empty: without `decide`, it contains `REVIEW_REQUIRED` from `high`. */
  readonly bands: readonly { readonly decision: string; readonly from: number }[];
  /** Decision below all bands. */
  readonly otherwise: string;
}

/** A parameter without errors. */
export interface CheckedParameter {
  readonly declaration: ParamDeclaration;
  readonly name: string;
  readonly type: Type;
  /** Current value: the organization's own setting, otherwise the default. */
  readonly value: Value;
  readonly expression: Expression;
  readonly default: Value;
  /** Inclusive. `null` if it can only be changed by editing the text. */
  readonly range: { readonly minimum: Value; readonly maximum: Value; readonly step: Value | null } | null;
}

/** Costs of the rules of a set. Subtrees that occur in several rules are counted once. */
export interface CostReport {
  /** Cost of each rule, by key. */
  readonly rules: ReadonlyMap<string, number>;
  /** Cost of the union of the rules of each matrix, by key. */
  readonly matrices: ReadonlyMap<string, number>;
  /** Cost of all rules. */
  readonly total: number;
  /** Number of distinct aggregates in the set. */
  readonly aggregates: number;
}

import type { Expression } from '../ast/expression.js';
import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { ParamDeclaration } from '../ast/param-declaration.js';
import type { Target } from '../catalogue/field.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';

/** A matrix without errors, defaults filled in. */
export interface CheckedMatrix {
  readonly declaration: MatrixDeclaration;
  readonly key: string;
  /** The title, else the key. */
  readonly name: string;
  readonly description: string;
  readonly targets: readonly Target[];
  readonly scale: { readonly minimum: number; readonly maximum: number };
  /** Points from which the label holds; strictly rising. */
  readonly thresholds: { readonly low: number; readonly medium: number; readonly high: number };
  /** Strongest decision last; `from` rises with strength. Never empty: without `decide`, `REVIEW_REQUIRED` from `high`. */
  readonly bands: readonly { readonly decision: string; readonly from: number }[];
  /** Below all bands. */
  readonly otherwise: string;
}

/** A parameter without errors. */
export interface CheckedParameter {
  readonly declaration: ParamDeclaration;
  readonly name: string;
  readonly type: Type;
  /** In force: the organization's own setting, else the default. */
  readonly value: Value;
  readonly expression: Expression;
  readonly default: Value;
  /** Inclusive. Null: cannot be changed without editing the text. */
  readonly range: { readonly minimum: Value; readonly maximum: Value; readonly step: Value | null } | null;
}

/** What the rules of a set cost; equal subtrees are counted once over all of them. */
export interface CostReport {
  /** Own cost by rule key. */
  readonly rules: ReadonlyMap<string, number>;
  /** Over the union of the rules of a matrix, by its key. */
  readonly matrices: ReadonlyMap<string, number>;
  /** Over all rules. */
  readonly total: number;
  /** Different aggregates of the set. */
  readonly aggregates: number;
}

import type { JsonValue } from '@tamis/stdx';
import type { AggregateJson } from './aggregate-json.js';
import type { LiteralJson, NameJson } from './literal-json.js';
import type { LeafOperatorName } from './leaf-operators.js';
import type { ValueJson } from './value-json.js';

export type GroupOperatorJson = 'AND' | 'OR' | 'NOT';

/** `NOT` has exactly one child. */
export interface GroupJson<Child> {
  readonly operator: GroupOperatorJson;
  readonly conditions: readonly Child[];
  readonly id?: string;
  /** Layout hint, never evaluated. */
  readonly style?: string;
}

export interface LeafOptionsJson {
  /** Overrides the collation of the field: `cs` compares code points, `ci` ignores case and accents. */
  readonly collation?: 'ci' | 'cs';
}

/** A comparison of one field; at most one of `value` and `valueField` (a second path). */
export interface SimpleConditionJson {
  /** JSON path, or `$name`. */
  readonly field: string;
  readonly operator: LeafOperatorName;
  readonly value?: LiteralJson | NameJson;
  readonly valueField?: string;
  readonly options?: LeafOptionsJson;
}

export interface SimpleLeafJson extends SimpleConditionJson {
  readonly id: string;
  readonly type: 'simple';
  /** Kept with the leaf, never evaluated. */
  readonly countryMetadata?: JsonValue;
}

export interface AggregationLeafJson {
  readonly id: string;
  readonly type: 'aggregation';
  /** The aggregate as text. */
  readonly field: string;
  readonly aggregation: AggregateJson;
  readonly operator: LeafOperatorName;
  readonly value: LiteralJson | NameJson;
}

/** What the other two cannot say: `expression` is exact, the rest is readable text. */
export interface ExpressionLeafJson {
  readonly id: string;
  readonly type: 'expression';
  readonly field: string;
  readonly operator: LeafOperatorName;
  readonly value?: string | readonly string[];
  readonly expression: ConditionNodeJson;
}

export type LeafJson = SimpleLeafJson | AggregationLeafJson | ExpressionLeafJson;

/** The condition of a rule. The root is always a group. */
export type ConditionJson = GroupJson<ConditionJson> | LeafJson;
export type ConditionsJson = GroupJson<ConditionJson>;

/** A condition inside an expression tree. */
export type ConditionNodeJson = GroupJson<ConditionNodeJson> | ComparisonNodeJson;

export interface ComparisonNodeJson {
  readonly field: ValueJson;
  readonly operator: LeafOperatorName;
  readonly value?: ValueJson;
}

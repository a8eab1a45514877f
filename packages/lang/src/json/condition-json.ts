import type { JsonValue } from '@tamis/stdx';
import type { AggregateJson, LengthJson } from './aggregate-json.js';
import type { LiteralJson, NameJson, NumberJson, TaggedLiteralJson } from './literal-json.js';
import type { LeafOperatorName } from './leaf-operators.js';
import type { ValueJson } from './value-json.js';

export type GroupOperatorJson = 'AND' | 'OR' | 'NOT' | 'NONE' | 'AT_LEAST';

/** `NOT` has exactly one child; `AT_LEAST` has `count`; `NONE` is true if no child is. */
export interface GroupJson<Child> {
  readonly operator: GroupOperatorJson;
  readonly conditions: readonly Child[];
  readonly count?: NumberJson;
  readonly id?: string;
  /** Layout hint, never evaluated: `block` means in braces. */
  readonly style?: string;
}

export interface LeafOptionsJson {
  /** Overrides the collation of the field: `cs` compares code points, `ci` ignores case and accents. */
  readonly collation?: 'ci' | 'cs';
  /** Path of the currency that turns a plain number into money. */
  readonly currencyOf?: string;
  /** Minimum similarity, 0 to 1. */
  readonly threshold?: ThresholdJson;
  readonly algorithm?: string;
}

export type ThresholdJson = NumberJson | TaggedLiteralJson | NameJson;

/** Options of `within_distance`; `of` is a JSON path in a leaf, and a value node in an expression tree. */
export interface DistanceJson<Of> {
  readonly distance: TaggedLiteralJson;
  readonly of: Of;
}

/** A comparison of one field, with at most one of `value` and `valueField` (a second path). */
export interface SimpleConditionJson {
  /** JSON path, or `$name`. */
  readonly field: string;
  readonly operator: LeafOperatorName;
  readonly value?: LiteralJson | NameJson | LengthJson | DistanceJson<string>;
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

/** A leaf that the other two cannot express: `expression` is exact, and the rest is readable text. */
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
  readonly value?: ValueJson | DistanceJson<ValueJson>;
  readonly options?: LeafOptionsJson;
}

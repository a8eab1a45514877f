import type { AggregateJson } from './aggregate-json.js';
import type { ConditionNodeJson } from './condition-json.js';
import type { NameJson, ScalarJson, TaggedLiteralJson } from './literal-json.js';

export type ArithmeticSign = '+' | '-' | '*' | '/';

/** A value of the expression tree. Paths are JSON paths. */
export type ValueJson =
  | ScalarJson
  | TaggedLiteralJson
  | NameJson
  | readonly ValueJson[]
  | { readonly $field: string }
  | { readonly $list: string }
  | { readonly $listType: string }
  | { readonly $pattern: string }
  | { readonly $op: ArithmeticSign; readonly args: readonly ValueJson[] }
  | { readonly $neg: ValueJson }
  | { readonly $otherwise: readonly ValueJson[] }
  /** `of`, converted to the currency. */
  | { readonly $as: string; readonly of: ValueJson }
  | { readonly $call: string; readonly args: readonly ValueJson[]; readonly path?: string }
  | { readonly $aggregate: AggregateJson }
  | { readonly $cond: ConditionNodeJson };

import type { AggregateName } from '../ast/aggregate-node.js';
import type { ConditionNodeJson, SimpleConditionJson } from './condition-json.js';
import type { NameJson, NumberJson } from './literal-json.js';
import type { ValueJson } from './value-json.js';

export type WindowUnitJson = 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';

/** A duration; a name stands for amount and unit together. */
export type LengthJson = { readonly amount: NumberJson; readonly unit: WindowUnitJson } | { readonly amount: NameJson };

/** `in last D`, `in current month`, `in previous month`, `since t`, `in all time`. */
export type WindowJson =
  | LengthJson
  | { readonly calendar: string; readonly previous?: true }
  | { readonly since: ValueJson }
  | { readonly allTime: true };

/** Paths of the current event in text form; `per` contains JSON paths of the record. */
export type LinkJson =
  | { readonly from: string }
  | { readonly to: string }
  | { readonly involving: string }
  | { readonly between: readonly [string, string] }
  | { readonly per: readonly string[] };

/** `count_distinct` is `count` of distinct values. */
export type AggregateFunctionJson = AggregateName | 'count_distinct';

/**
 * At most one each of `field` and `value`, of `groupBy` and `links`, and of `filters` and `where`. Paths inside refer to the record;
 * `current.` refers to the subject.
 */
export interface AggregateJson {
  readonly source: string;
  readonly function: AggregateFunctionJson;
  /** Only distinct values, for functions other than `count`. */
  readonly distinct?: true;
  readonly field?: string;
  /** Currency to which each value of `field` is converted before aggregating. */
  readonly currency?: string;
  readonly value?: ValueJson;
  /** `originEntityId`, `destinationEntityId`, `entityId`, or a path of the record. */
  readonly groupBy?: readonly string[];
  readonly links?: readonly LinkJson[];
  readonly window?: WindowJson;
  /** Number of newest records that are considered. */
  readonly last?: NumberJson;
  readonly includeCurrent: boolean;
  readonly filters?: readonly SimpleConditionJson[];
  readonly where?: ConditionNodeJson;
}

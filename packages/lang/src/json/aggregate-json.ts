import type { AggregateName } from '../ast/aggregate-node.js';
import type { ConditionNodeJson, SimpleConditionJson } from './condition-json.js';
import type { NumberJson } from './literal-json.js';
import type { ValueJson } from './value-json.js';

export type WindowUnitJson = 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';

/** `in last D`. */
export interface WindowJson {
  readonly amount: NumberJson;
  readonly unit: WindowUnitJson;
}

export type GroupKeyJson = 'originEntityId' | 'destinationEntityId';

/** `from` and `to` name a path of the current event in words of the text. */
export type LinkJson = { readonly from: string } | { readonly to: string };

/** At most one of `field` and `value`, of `groupBy` and `links`, of `filters` and `where`. Paths inside are the record's; `current.` leads to the subject. */
export interface AggregateJson {
  readonly source: string;
  readonly function: AggregateName;
  readonly field?: string;
  /** Converts each value of `field` before aggregating. */
  readonly currency?: string;
  readonly value?: ValueJson;
  readonly groupBy?: readonly GroupKeyJson[];
  readonly links?: readonly LinkJson[];
  readonly window?: WindowJson;
  readonly includeCurrent: boolean;
  readonly filters?: readonly SimpleConditionJson[];
  readonly where?: ConditionNodeJson;
}

import type { AggregateName } from '../ast/aggregate-node.js';
import type { Type } from '../types/type.js';
import type { Numeric } from '@tamis/stdx';
import type { Outcome, Value } from '../values/value.js';
import type { Declaration, Example } from './declaration.js';
import type { Schema } from './field.js';

/** An aggregate: what it takes and how it folds the values of the matching records, oldest first. */
export interface AggregateDeclaration {
  readonly name: AggregateName;
  readonly form: string;
  /** `none`: takes no value (`count`). */
  readonly value: 'none' | 'required';
  /** Null: the value's type does not fit (E0302). */
  readonly result: (value: Type | null) => Type | null;
  /**
   * Exact; the order of the values does not matter. Unknown (`empty_window`) where there is no value for no records. Money
   * arrives in one currency, which `type` names: the evaluator has converted each record at its own rate, to the
   * organization's base currency where the rule names none. `count`: how many records matched.
   */
  readonly fold: (values: readonly Value[], type: Type | null, count: Numeric) => Outcome;
  readonly documentation: string;
  readonly examples: readonly Example[];
}

/** Everything a rule author can name. The library makes one; checker and evaluators read it. */
export interface Catalogue {
  readonly languageVersion: number;
  operator(name: string): Declaration | null;
  function(name: string): Declaration | null;
  aggregate(name: string): AggregateDeclaration | null;
  readonly operators: readonly Declaration[];
  readonly functions: readonly Declaration[];
  readonly aggregates: readonly AggregateDeclaration[];
  readonly schema: Schema;
  /** Allowed words by place: `severity`, `suggestion`, `category`, `mode`, `unknown`, `target`, `trigger:transaction`, `status:entity`, `status:transaction`. */
  words(place: WordPlace): readonly string[];
}

export type WordPlace =
  | 'severity'
  | 'suggestion'
  | 'category'
  | 'mode'
  | 'unknown'
  | 'target'
  | 'trigger:transaction'
  | 'trigger:person'
  | 'trigger:company'
  | 'status:entity'
  | 'status:transaction'
  | 'currency';

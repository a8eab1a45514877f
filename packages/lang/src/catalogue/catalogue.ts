import type { AggregateName } from '../ast/aggregate-node.js';
import type { Type } from '../types/type.js';
import type { Numeric } from '@tamis/stdx';
import type { Outcome, Value } from '../values/value.js';
import type { Declaration, Example } from './declaration.js';
import type { Schema } from './field.js';
import type { PatternProblem } from './pattern-problem.js';

/** What an aggregate makes of the values of the matching records. */
export interface AggregateFold {
  /** Null: the value's type does not fit (E0302). */
  readonly result: (value: Type | null) => Type | null;
  /**
   * Exact; only `latest` and `earliest` depend on the order of the values, which is oldest first, equal times by arrival.
   * Unknown (`empty_window`) where there is no value for no records. Money arrives in one currency, which `type` names: the
   * evaluator has converted each record at its own rate, to the organization's base currency where the rule names none.
   * `count`: how many records matched; `known`: for how many the filter was true or false.
   */
  readonly fold: (values: readonly Value[], type: Type | null, count: Numeric, known: Numeric) => Outcome;
  /** What is enough to know instead of all values: the same result from it. Absent: only all values are. */
  readonly from?: FoldShortcut;
}

/** What a window that is kept as running state has to keep for a fold. */
export type FoldShortcut =
  /** How many records matched and were known: `fold` of no values. */
  | { readonly kind: 'counts' }
  /** Exact totals of the numbers behind the values; `number` is null for a value that has none: then all values are needed. */
  | {
      readonly kind: 'totals';
      readonly number: (value: Value, type: Type | null) => Numeric | null;
      readonly result: (totals: FoldTotals, type: Type | null) => Outcome;
    }
  /** How many different keys; `key` is null for a value that has none: then all values are needed. Beyond `most`, too. */
  | {
      readonly kind: 'distinct';
      readonly key: (value: Value, type: Type | null) => string | null;
      readonly most: number;
    }
  /** One value of all in ascending order: the one at `rank`, from 0. Where one does not fit all values are needed. */
  | {
      readonly kind: 'rank';
      readonly fits: (value: Value, type: Type | null) => boolean;
      readonly compare: (a: Value, b: Value) => -1 | 0 | 1;
      /** Values that have a number behind them are in the order of those. */
      readonly number: (value: Value, type: Type | null) => Numeric | null;
      /** `first` and `last` of the order are what a queue knows. */
      readonly rank: 'first' | 'last' | ((count: number) => number);
    }
  /** The newest or the oldest value. */
  | { readonly kind: 'end'; readonly end: 'newest' | 'oldest' };

/** Exact, not rounded. */
export interface FoldTotals {
  readonly count: number;
  /** A number only in canonical form. */
  readonly sum: Numeric;
  /** Sum of the squares. */
  readonly squares: Exclude<Numeric, number>;
}

/** An aggregate: what it takes and how it folds the values of the matching records, oldest first. */
export interface AggregateDeclaration extends AggregateFold {
  readonly name: AggregateName;
  readonly form: string;
  /** `none`: takes no value (`count`, unless `distinct` stands before it). */
  readonly value: 'none' | 'required';
  /** With the word `distinct` and a value; absent: the two do not go together (E0409). */
  readonly distinct?: AggregateFold;
  /** Without `where` it is E0404. */
  readonly needsFilter?: true;
  /** Reads rows whatever its filter, so its class is c4 (and its rows are capped). */
  readonly readsRows?: true;
  /** One matching record settles it, whatever failed in others. */
  readonly settledByOne?: true;
  /** For no records: a value in words, or `unknown`. */
  readonly empty: string;
  readonly since: number;
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
  /** Allowed words by place: `severity`, `suggestion`, `category`, `mode`, `unknown`, `target`, `trigger:transaction`, `status:entity`, `status:transaction`. Decisions, suggestions and labels stand weakest first. */
  words(place: VocabularyKind): readonly string[];
  /** Null: the pattern can be matched, in time linear in the text. */
  patternProblem(pattern: string): PatternProblem | null;
}

export type VocabularyKind =
  | 'severity'
  | 'suggestion'
  | 'category'
  | 'mode'
  | 'unknown'
  | 'target'
  | 'trigger:transaction'
  | 'trigger:person'
  | 'trigger:company'
  | 'trigger:userEvent'
  | 'status:entity'
  | 'status:transaction'
  | 'decision'
  | 'label'
  | 'evaluate'
  | 'channel'
  | 'algorithm'
  | 'listType'
  | 'alertType'
  | 'currency'
  /** Those of ISO 4217. */
  | 'currency:iso';

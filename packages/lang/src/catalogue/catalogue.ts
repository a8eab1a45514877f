import type { AggregateName } from '../ast/aggregate-node.js';
import type { Type } from '../types/type.js';
import type { Numeric } from '@tamis/stdx';
import type { Outcome, Value } from '../values/value.js';
import type { Declaration, Example } from './declaration.js';
import type { Schema } from './field.js';
import type { PatternProblem } from './pattern-problem.js';

/** How an aggregate combines the values of the matching records. */
export interface AggregateFold {
  /** Returns `null` if the type of the value does not fit (E0302). */
  readonly result: (value: Type | null) => Type | null;
  /**
   * Exact. Only `latest` and `earliest` depend on the order of the values, which is oldest first, and by arrival for equal times. If there
   * are no records and no value is defined for that, the result is unknown (`empty_window`). Money is passed in one currency, named by
   * `type`: the evaluator has converted each record at its own rate, to the organization's base currency if the rule names none. `count` is
   * the number of matching records, and `known` the number for which the filter was true or false.
   */
  readonly fold: (values: readonly Value[], type: Type | null, count: Numeric, known: Numeric) => Outcome;
  /** Data from which the same result can be computed without all values. If absent, all values are required. */
  readonly from?: FoldShortcut;
}

/** State that has to be maintained for a fold of a running window. */
export type FoldShortcut =
  /** Number of matching and known records: `fold` with no values. */
  | { readonly kind: 'counts' }
  /** Exact totals of the numbers of the values; `number` is null for a value without one, in which case all values are required. */
  | {
      readonly kind: 'totals';
      readonly number: (value: Value, type: Type | null) => Numeric | null;
      readonly result: (totals: FoldTotals, type: Type | null) => Outcome;
    }
  /**
   * Number of distinct keys; `key` is null for a value without one, in which case all values are required. The same applies beyond `most`.
   */
  | {
      readonly kind: 'distinct';
      readonly key: (value: Value, type: Type | null) => string | null;
      readonly most: number;
    }
  /** The value at position `rank`, from 0, in ascending order. If a value does not fit, all values are required. */
  | {
      readonly kind: 'rank';
      readonly fits: (value: Value, type: Type | null) => boolean;
      readonly compare: (a: Value, b: Value) => -1 | 0 | 1;
      /** Values that have a number are ordered by it. */
      readonly number: (value: Value, type: Type | null) => Numeric | null;
      /** A queue is sufficient for `first` and `last` of the order. */
      readonly rank: 'first' | 'last' | ((count: number) => number);
    }
  /** The newest or oldest value. */
  | { readonly kind: 'end'; readonly end: 'newest' | 'oldest' };

/** Exact, not rounded. */
export interface FoldTotals {
  readonly count: number;
  /** A `number` only in canonical form. */
  readonly sum: Numeric;
  /** Sum of the squares. */
  readonly squares: Exclude<Numeric, number>;
}

/** An aggregate: its arguments, and how it folds the values of the matching records, oldest first. */
export interface AggregateDeclaration extends AggregateFold {
  readonly name: AggregateName;
  readonly form: string;
  /** `none`: takes no value (`count`, unless preceded by `distinct`). */
  readonly value: 'none' | 'required';
  /** Fold for a value with the word `distinct`; if absent, `distinct` is not allowed (E0409). */
  readonly distinct?: AggregateFold;
  /** Without `where`, E0404 is reported. */
  readonly needsFilter?: true;
  /** Reads rows regardless of its filter, so its class is c4 (and its rows are capped). */
  readonly readsRows?: true;
  /** One matching record determines the result, even if reading others failed. */
  readonly settledByOne?: true;
  /** Result for no records: a value in words, or `unknown`. */
  readonly empty: string;
  readonly since: number;
  readonly documentation: string;
  readonly examples: readonly Example[];
}

/** Everything that a rule author can name. It is created by the library, and read by the checker and the evaluators. */
export interface Catalogue {
  readonly languageVersion: number;
  operator(name: string): Declaration | null;
  function(name: string): Declaration | null;
  aggregate(name: string): AggregateDeclaration | null;
  readonly operators: readonly Declaration[];
  readonly functions: readonly Declaration[];
  readonly aggregates: readonly AggregateDeclaration[];
  readonly schema: Schema;
  /**
   * Returns the allowed words by kind: `severity`, `suggestion`, `category`, `mode`, `unknown`, `target`, `trigger:transaction`,
   * `status:entity`, `status:transaction`. Decisions, suggestions and labels are sorted from weakest to strongest.
   */
  words(place: VocabularyKind): readonly string[];
  /** Returns `null` if the pattern can be matched in time linear in the text. */
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
  /** Currencies of ISO 4217. */
  | 'currency:iso';

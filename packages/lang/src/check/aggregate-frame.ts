import type { Expression } from '../ast/expression.js';
import type { AggregateSource } from '../catalogue/field.js';
import type { CostClass } from '../catalogue/declaration.js';
import type { Type } from '../types/type.js';

export const calendarUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** Window of an aggregate, where T is the logical time of the evaluation. Calendar lengths and units use the organization's time zone. */
export type FrameWindow =
  /** (T − D, T]. One of the two lengths is 0. `spanMs`: milliseconds; `spanMonths`: months. */
  | { readonly kind: 'last'; readonly spanMs: number; readonly spanMonths: number }
  /** From the start of the unit to T, both inclusive. Weeks start on Monday. */
  | { readonly kind: 'current'; readonly unit: CalendarUnit }
  /** The whole unit before the current one, from its start (inclusive) to its end (exclusive). */
  | { readonly kind: 'previous'; readonly unit: CalendarUnit }
  /** [t, T]. `start` is a date or datetime in the scope of the subject; a date stands for the start of that local day. */
  | { readonly kind: 'since'; readonly start: Expression }
  /** (−∞, T]. Also used for `last N` without a window, and for every source without a time. */
  | { readonly kind: 'allTime' };

/** A field of the record that must equal a field of the subject. */
export interface KeyEquality {
  /** JSON path in the subject of the evaluation; if the value there is absent or null, the aggregate is unknown (`missing_key`). */
  readonly subjectPath: readonly string[];
  /** JSON path in the record. */
  readonly recordPath: readonly string[];
  /** Type as which both are compared. */
  readonly type: Type;
}

/**
 * Determines which records belong to the current one: those for which all equalities of one alternative hold. `from`, `to` and `per` have
 * one alternative; `involving` has two (either side); `between` has two (either direction of the pair).
 */
export interface FrameLink {
  readonly kind: 'from' | 'to' | 'involving' | 'between' | 'per';
  readonly alternatives: readonly (readonly KeyEquality[])[];
}

/** The records of an aggregate. Aggregates with equal source, links, window and `last` share one fetch. */
export interface AggregateFrame {
  readonly source: AggregateSource;
  /** JSON path of the list in the subject, for the source `elements` and for `accounts`; `null` for every other source. */
  readonly listPath: readonly string[] | null;
  /** For a list: JSON path of what was executed to find it. If null, an absent list has no elements. */
  readonly foundWith: readonly string[] | null;
  /** JSON path of a record's time; `null` for sources without a time. */
  readonly timePath: readonly string[] | null;
  /** All links must match. Empty for lists of the subject. */
  readonly links: readonly FrameLink[];
  readonly window: FrameWindow;
  /** Whether the current record is excluded, regardless of its stored version. */
  readonly prior: boolean;
  /** Number of newest records of link and window that are considered, including the current one, before `where`; `null` for all. */
  readonly last: number | null;
  /** Whether equal values count once, compared by their type. */
  readonly distinct: boolean;
  /** c3: can be maintained as running state; c4: reads rows, and has the cap of language manual 5; c2: no window. */
  readonly cost: CostClass;
}

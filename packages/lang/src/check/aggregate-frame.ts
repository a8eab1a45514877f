import type { Expression } from '../ast/expression.js';
import type { AggregateSource } from '../catalogue/field.js';
import type { CostClass } from '../catalogue/declaration.js';
import type { Type } from '../types/type.js';

export const calendarUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** With T the logical time of the run; calendar lengths and units are those of the organization's zone. */
export type FrameWindow =
  /** (T − D, T]. One of both lengths is 0. `spanMs`: milliseconds; `spanMonths`: months. */
  | { readonly kind: 'last'; readonly spanMs: number; readonly spanMonths: number }
  /** From the start of the unit to T, both included. Weeks start on Monday. */
  | { readonly kind: 'current'; readonly unit: CalendarUnit }
  /** The whole unit before the current one, start included, end excluded. */
  | { readonly kind: 'previous'; readonly unit: CalendarUnit }
  /** [t, T]. `start` is a date or datetime of the subject's scope; a date stands for the start of that local day. */
  | { readonly kind: 'since'; readonly start: Expression }
  /** (−∞, T]: also what `last N` without a window reads, and every source without a time. */
  | { readonly kind: 'allTime' };

/** A field of the record that must equal a field of the subject. */
export interface KeyEquality {
  /** JSON path on the subject of the run; absent or null there: the aggregate is unknown (`missing_key`). */
  readonly subjectPath: readonly string[];
  /** JSON path on the record. */
  readonly recordPath: readonly string[];
  /** How both are compared. */
  readonly type: Type;
}

/**
 * Which records belong to the current one: those for which all equalities of one alternative hold. `from`, `to` and `per` have
 * one alternative; `involving` has two (either side); `between` has two (either direction of the pair).
 */
export interface FrameLink {
  readonly kind: 'from' | 'to' | 'involving' | 'between' | 'per';
  readonly alternatives: readonly (readonly KeyEquality[])[];
}

/** The records of an aggregate. Aggregates with equal source, links, window and `last` share one fetch. */
export interface AggregateFrame {
  readonly source: AggregateSource;
  /** JSON path of the list on the subject, for the source `elements` and for `accounts`; null for every other source. */
  readonly listPath: readonly string[] | null;
  /** Of a list: JSON path of what was run to find it; null: an absent list has no elements. */
  readonly foundWith: readonly string[] | null;
  /** JSON path of the time of a record; null for sources without a time. */
  readonly timePath: readonly string[] | null;
  /** All must hold. Empty for lists on the subject. */
  readonly links: readonly FrameLink[];
  readonly window: FrameWindow;
  /** Without the current record, whichever version of it is stored. */
  readonly prior: boolean;
  /** Only the newest so many of link and window, the current one included, before `where`; null: all. */
  readonly last: number | null;
  /** Each value once, compared by the value's type. */
  readonly distinct: boolean;
  /** c3: can be kept as running state; c4: reads rows, and has the cap of language manual 5; c2: no window. */
  readonly cost: CostClass;
}

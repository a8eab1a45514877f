import type { Type } from '@tamis/lang';

/** A stored field of a record as a test reads it. */
export interface FoldField {
  /** JSON path. */
  readonly path: readonly string[];
  readonly type: Type;
}

/** A number of a record: its own, or an amount. */
export interface FoldNumber {
  readonly path: readonly string[];
  /** The amounts of other currencies would have to be converted. Null: the number stands for itself. */
  readonly currency: { readonly path: readonly string[]; readonly code: string } | null;
}

export type FoldComparison = '=' | '<' | '<=' | '>' | '>=';

/**
 * What a filter asks of one record: true, false, or unknown where a field it reads is absent, joined as Kleene has it. What a value
 * of another type than its field's makes of it is not said: whoever folds must know that there is none.
 */
export type FoldTest =
  | { readonly kind: 'and' | 'or'; readonly items: readonly FoldTest[] }
  | { readonly kind: 'not'; readonly item: FoldTest }
  /** Never unknown. */
  | { readonly kind: 'present'; readonly field: FoldField }
  /** Texts as the collation of the field compares them: of a `ci` field they are folded. */
  | { readonly kind: 'oneOf'; readonly field: FoldField; readonly values: readonly (string | boolean)[] }
  /** `than`: decimal text. */
  | {
      readonly kind: 'compare';
      readonly number: FoldNumber;
      readonly operator: FoldComparison;
      readonly than: string;
    };

/** What is wanted of the values of the records that count. */
export type FoldOutput =
  | { readonly kind: 'counts' }
  | { readonly kind: 'sum' | 'least' | 'greatest'; readonly number: FoldNumber }
  | { readonly kind: 'distinct'; readonly field: FoldField };

/** An aggregate in a form in which a database can compute it. Its window says which records are linked. */
export interface FoldRequest {
  /** Says all of what is asked but the time of the run, so that it is the same however the rule set was compiled. */
  readonly id: string;
  /** Milliseconds since 1970 UTC; null: no start. */
  readonly from: number | null;
  readonly fromInclusive: boolean;
  readonly to: number;
  readonly toInclusive: boolean;
  /** Null: every record counts. */
  readonly where: FoldTest | null;
  readonly wanted: FoldOutput;
}

/** What a `FoldRequest` came to, the subject of the run left out. Pure JSON. */
export interface WindowTotals {
  /** Records in the window, before the filter. */
  readonly rows: number;
  /** Those for which the filter is true or false. */
  readonly known: number;
  /** Those for which it is true. */
  readonly matching: number;
  /** Of these, those that have the value, if one is read. */
  readonly count: number;
  /** Of `sum`, `least` and `greatest`: decimal text; null for no values. */
  readonly number?: string | null;
  /** Of `distinct`: the stored values, each once. */
  readonly values?: readonly unknown[];
}

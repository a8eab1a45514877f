import type { Type } from '@tamis/lang';

/** A stored field of a record that a condition reads. */
export interface FoldField {
  /** JSON path. */
  readonly path: readonly string[];
  readonly type: Type;
}

/** A number of a record: a plain number, or an amount. */
export interface FoldNumber {
  readonly path: readonly string[];
  /** Currency of an amount: amounts in other currencies would have to be converted. `null` for a plain number. */
  readonly currency: { readonly path: readonly string[]; readonly code: string } | null;
}

export type FoldComparison = '=' | '<' | '<=' | '>' | '>=';

/**
 * Condition on one record: true, false, or unknown if a field it reads is absent, combined by Kleene logic. The result for a value of
 * another type than its field's is not defined, so the folding source must know that there is none.
 */
export type FoldTest =
  | { readonly kind: 'and' | 'or'; readonly items: readonly FoldTest[] }
  | { readonly kind: 'not'; readonly item: FoldTest }
  /** Never unknown. */
  | { readonly kind: 'present'; readonly field: FoldField }
  /** Texts in the form in which the collation of the field compares them: case-folded for a `ci` field. */
  | { readonly kind: 'oneOf'; readonly field: FoldField; readonly values: readonly (string | boolean)[] }
  /** `than`: decimal text. */
  | {
      readonly kind: 'compare';
      readonly number: FoldNumber;
      readonly operator: FoldComparison;
      readonly than: string;
    };

/** The result required for the values of the records that count. */
export type FoldOutput =
  | { readonly kind: 'counts' }
  | { readonly kind: 'sum' | 'least' | 'greatest'; readonly number: FoldNumber }
  | { readonly kind: 'distinct'; readonly field: FoldField };

/** An aggregate in a form that a database can compute. Its window determines which records are linked. */
export interface FoldRequest {
  /** Identifies everything in the request except the time of the evaluation, so that it is the same however the rule set was compiled. */
  readonly id: string;
  /** Milliseconds since 1970 UTC; `null` for no start. */
  readonly from: number | null;
  readonly fromInclusive: boolean;
  readonly to: number;
  readonly toInclusive: boolean;
  /** `null` if every record counts. */
  readonly where: FoldTest | null;
  readonly wanted: FoldOutput;
}

/** Result of a `FoldRequest`, excluding the subject of the evaluation. Plain JSON. */
export interface WindowTotals {
  /** Records in the window, before the filter. */
  readonly rows: number;
  /** Records for which the filter is true or false. */
  readonly known: number;
  /** Records for which the filter is true. */
  readonly matching: number;
  /** Among these, records that have the value, if one is read. */
  readonly count: number;
  /** Result of `sum`, `least` and `greatest`: decimal text; `null` if there are no values. */
  readonly number?: string | null;
  /** Result of `distinct`: the stored values, without duplicates. */
  readonly values?: readonly unknown[];
}

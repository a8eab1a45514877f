import type { Catalogue, CheckOptions } from '@tamis/lang';

/** What the organization's data says about one field. */
export interface FieldStatistics {
  /** Share of records that have it, 0 to 1. */
  readonly fillRate?: number;
  /** Most frequent first, as the API stores them. */
  readonly topValues?: readonly (string | number | boolean)[];
  /** Probability -> value, as text. */
  readonly quantiles?: Readonly<Record<string, string>>;
}

/** A data list that text may name. */
export interface KnownList {
  readonly name: string;
  readonly type: string;
}

export interface LanguageServiceOptions extends Omit<CheckOptions, 'catalogue' | 'locate'> {
  readonly catalogue: Catalogue;
  /** Lists to offer after `list "` and `= "`. */
  readonly lists?: readonly KnownList[];
  /** By text path. */
  readonly schemaStatistics?: Readonly<Record<string, FieldStatistics>>;
}

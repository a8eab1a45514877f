import type { Catalogue, CheckOptions } from '@tamis/lang';

/** Statistics of the organization's data for one field. */
export interface FieldStatistics {
  /** Share of records that have the field, from 0 to 1. */
  readonly fillRate?: number;
  /** Most frequent first, as the API stores them. */
  readonly topValues?: readonly (string | number | boolean)[];
  /** Value as text, by probability. */
  readonly quantiles?: Readonly<Record<string, string>>;
}

/** A data list that rule text may refer to. */
export interface KnownList {
  readonly name: string;
  readonly type: string;
}

export interface LanguageServiceOptions extends Omit<CheckOptions, 'catalogue' | 'locate'> {
  readonly catalogue: Catalogue;
  /** Lists to propose after `list "` and `= "`. */
  readonly lists?: readonly KnownList[];
  /** By path as written in rule text. */
  readonly schemaStatistics?: Readonly<Record<string, FieldStatistics>>;
}

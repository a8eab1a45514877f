/** The kind of subject of an entry. */
export const entrySchemas = ['person', 'company', 'vessel', 'aircraft', 'other'] as const;
export type EntrySchema = (typeof entrySchemas)[number];

/** `weak_alias`: the list itself says that the name is a poor identifier. `original_script`: not in Latin script. */
export const entryNameKinds = ['primary', 'alias', 'weak_alias', 'original_script'] as const;
export type EntryNameKind = (typeof entryNameKinds)[number];

export interface EntryName {
  readonly text: string;
  readonly kind: EntryNameKind;
  /** ISO 639, if the list states it. */
  readonly language: string | null;
}

/** A birth on some day from `from` to `to`, both included. For an exact day both are equal. */
export interface EntryBirth {
  readonly from: string;
  readonly to: string;
}

export interface EntryIdentifier {
  readonly scheme: string;
  readonly value: string;
}

/** One person, company or object of a sanctions or PEP list, independent of the list's format. Dates are ISO dates without a time. */
export interface WatchlistEntry {
  /** Unique in its data set, and the same in each version of it. */
  readonly id: string;
  readonly dataset: string;
  readonly schema: EntrySchema;
  /** At least one. */
  readonly names: readonly EntryName[];
  readonly births: readonly EntryBirth[];
  /** ISO 3166, two letters. */
  readonly countries: readonly string[];
  readonly gender: 'male' | 'female' | null;
  readonly identifiers: readonly EntryIdentifier[];
  readonly topics: readonly string[];
  readonly programs: readonly string[];
  readonly listedOn: string | null;
  readonly source: string | null;
  /** Ids under which this or other lists know the same subject. */
  readonly referents: readonly string[];
  /** Hash over everything that may affect a result, so equal hashes need no new screening. */
  readonly contentHash: string;
}

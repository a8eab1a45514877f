/** What an entry is about. */
export const entrySchemas = ['person', 'company', 'vessel', 'aircraft', 'other'] as const;
export type EntrySchema = (typeof entrySchemas)[number];

/** `weak_alias`: the list itself says that it identifies badly. `original_script`: not in Latin letters. */
export const entryNameKinds = ['primary', 'alias', 'weak_alias', 'original_script'] as const;
export type EntryNameKind = (typeof entryNameKinds)[number];

export interface EntryName {
  readonly text: string;
  readonly kind: EntryNameKind;
  /** ISO 639, where the list tells. */
  readonly language: string | null;
}

/** A birth on some day from one to the other, both included. An exact day has both equal. */
export interface EntryBirth {
  readonly from: string;
  readonly to: string;
}

export interface EntryIdentifier {
  readonly scheme: string;
  readonly value: string;
}

/** One person, company or thing of a sanction or PEP list, whatever format the list has. Dates are ISO dates without a time. */
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
  /** Ids that this or other lists know the same one by. */
  readonly referents: readonly string[];
  /** Over everything that may change a result, so equal hashes need no new screening. */
  readonly contentHash: string;
}

/** The data of a list entry that matching needs. The entries of a watchlist contain all of it. */
export interface ListedEntry {
  readonly id: string;
  readonly dataset: string;
  readonly schema: EntrySchema;
  readonly names: readonly ListedName[];
  readonly births: readonly DateRange[];
  readonly countries: readonly string[];
  readonly gender: Gender | null;
  readonly identifiers: readonly Identifier[];
}

export const entrySchemas = ['person', 'company', 'vessel', 'aircraft', 'other'] as const;
export type EntrySchema = (typeof entrySchemas)[number];

/** What is known about an entry in addition to its names. */
export type EntryDetail = Pick<ListedEntry, 'births' | 'countries' | 'gender' | 'identifiers'>;

/** In the order in which equal scores are listed. */
export const nameKinds = ['primary', 'alias', 'original_script', 'weak_alias'] as const;
export type NameKind = (typeof nameKinds)[number];

export const genders = ['male', 'female'] as const;
export type Gender = (typeof genders)[number];

export interface ListedName {
  readonly text: string;
  readonly kind: NameKind;
  readonly language: string | null;
}

/** Days as `2001-12-31`; a year alone covers all its days. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export interface Identifier {
  readonly scheme: string;
  readonly value: string;
}

/** The party that is screened. Unknown data is empty and costs nothing. */
export interface ScreenedParty {
  /** `null` if it may be of any kind, as for the counterparty of a transfer. */
  readonly schema: EntrySchema | null;
  readonly names: readonly string[];
  readonly births: readonly DateRange[];
  readonly countries: readonly string[];
  readonly gender: Gender | null;
  readonly identifiers: readonly Identifier[];
}

export interface ScreeningOptions {
  /** In ten-thousandths; anything that scores lower is not a match. */
  readonly threshold: number;
  readonly weakAliases: boolean;
}

/** Returns whether two kinds may be the same: a person is not a ship, but `other` may be anything. */
export const mayBeSame = (ours: EntrySchema | null, theirs: EntrySchema): boolean =>
  ours === null || ours === theirs || ours === 'other' || theirs === 'other';

/** Returns whether names may be compared as acronyms. Initials stand for organizations and never for people. */
export const mayBeAcronym = (ours: EntrySchema | null, theirs: EntrySchema): boolean =>
  ours !== 'person' && theirs !== 'person';

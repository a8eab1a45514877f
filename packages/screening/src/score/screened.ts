/** What is on a list, as far as matching asks. The entries of a watchlist have all of it. */
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

/** What is known of an entry beside its names. */
export type EntryDetail = Pick<ListedEntry, 'births' | 'countries' | 'gender' | 'identifiers'>;

/** In the order in which equal scores are told. */
export const nameKinds = ['primary', 'alias', 'original_script', 'weak_alias'] as const;
export type NameKind = (typeof nameKinds)[number];

export const genders = ['male', 'female'] as const;
export type Gender = (typeof genders)[number];

export interface ListedName {
  readonly text: string;
  readonly kind: NameKind;
  readonly language: string | null;
}

/** Days as `2001-12-31`; a year alone is all its days. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export interface Identifier {
  readonly scheme: string;
  readonly value: string;
}

/** Who is screened. What is not known is empty, and costs nothing. */
export interface ScreenedParty {
  /** Null where it may be anything: the counterparty of a transfer. */
  readonly schema: EntrySchema | null;
  readonly names: readonly string[];
  readonly births: readonly DateRange[];
  readonly countries: readonly string[];
  readonly gender: Gender | null;
  readonly identifiers: readonly Identifier[];
}

export interface ScreeningOptions {
  /** In ten-thousandths: matches below are none. */
  readonly threshold: number;
  readonly weakAliases: boolean;
}

/** A person is no ship; `other` may be anything. */
export const mayBeSame = (ours: EntrySchema | null, theirs: EntrySchema): boolean =>
  ours === null || ours === theirs || ours === 'other' || theirs === 'other';

/** Initials stand for organizations and never for people. */
export const mayBeAcronym = (ours: EntrySchema | null, theirs: EntrySchema): boolean =>
  ours !== 'person' && theirs !== 'person';

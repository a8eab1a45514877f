import {
  type DateRange,
  entrySchemas,
  type EntrySchema,
  genders,
  type Gender,
  type ListedEntry,
  type NameKind,
  nameKinds,
} from '../score/screened.js';

/**
 * The facts that distinguish most entries from a party, as three numbers, without which every namesake would have to be read. The first
 * number, the head, contains facts with few possible values. The others are the first and the last day of the birth.
 */
export type EntryFacts = readonly [head: number, from: number, to: number];

/** For each name of an entry the index contains its mark and these facts, side by side for all bearers of the same name. */
export const numbersOfBearer = 4;

const genderShift = 3;
const identifiersShift = 5;
const countriesShift = 6;

/** Births that two numbers cannot represent: several, or not written as days. They are read from the entry. */
const otherBirths = [1, 0] as const;
const noBirth = [0, 0] as const;

/** 0 stands for unknown. */
export const codeOfGender = (gender: Gender | null): number => (gender === null ? 0 : 1 + genders.indexOf(gender));

/** `countries` is the number that all entries with these countries share. */
export function packFacts(entry: ListedEntry, countries: number): EntryFacts {
  const head =
    entrySchemas.indexOf(entry.schema) |
    (codeOfGender(entry.gender) << genderShift) |
    ((entry.identifiers.length > 0 ? 1 : 0) << identifiersShift) |
    (countries << countriesShift);
  const [birth] = entry.births;
  const days = birth === undefined ? noBirth : entry.births.length === 1 ? daysOf(birth) : null;
  return [head, ...(days ?? otherBirths)];
}

export const schemaOfFacts = (head: number): EntrySchema => entrySchemas[head & 7]!;
export const genderCodeOf = (head: number): number => (head >>> genderShift) & 3;
export const genderOfFacts = (head: number): Gender | null => genders[genderCodeOf(head) - 1] ?? null;
export const hasIdentifiers = (head: number): boolean => ((head >>> identifiersShift) & 1) === 1;
export const countriesOfFacts = (head: number): number => head >>> countriesShift;

/** Returns an entry with the kind of one of its names, as one number. */
export const markEntry = (entry: number, kind: NameKind): number => (entry << 2) | nameKinds.indexOf(kind);
export const entryOfMark = (mark: number): number => mark >>> 2;
export const kindOfMark = (mark: number): NameKind => nameKinds[mark & 3]!;

/** Whether births have to be read from the entry. */
export const hasOtherBirths = (from: number, to: number): boolean => from > to;

const partOfDay = /^(?<year>[0-9]{4})(?:-(?<month>[0-9]{2})(?:-(?<day>[0-9]{2}))?)?$/u;

/**
 * Returns the first and the last day of a range as numbers with the same order as the days, or `null` if a text is not a day, month or
 * year.
 */
export function daysOf({ from, to }: DateRange): readonly [number, number] | null {
  const [first, last] = [partOfDay.exec(from)?.groups, partOfDay.exec(to)?.groups];
  if (!first || !last) return null;
  const days = [dayNumber(first, { month: '01', day: '01' }), dayNumber(last, { month: '12', day: '31' })] as const;
  // A range is a single day if both ends have the same text.
  return days[0] > days[1] || (days[0] === days[1] && from !== to) ? null : days;
}

const dayNumber = (
  { year, month, day }: Readonly<Record<string, string | undefined>>,
  none: { readonly month: string; readonly day: string },
): number => Number(`${year!}${month ?? none.month}${day ?? none.day}`);

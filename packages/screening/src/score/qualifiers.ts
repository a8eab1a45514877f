import type { DateRange, EntryDetail, NameKind, ScreenedParty } from './screened.js';
import { weights } from './weights.js';
import { whole } from './word-grid.js';

export type QualifierKind = 'weak_alias' | 'country' | 'birth_year' | 'birth_day' | 'gender';

/** Something that counts against a match. Equal or unknown details never count in favour of one. */
export interface Qualifier {
  readonly of: QualifierKind;
  readonly ours: string;
  readonly theirs: string;
  /** Negative, in ten-thousandths. */
  readonly effect: number;
}

export const weakAliasCost = (nameScore: number, kind: NameKind): number =>
  kind === 'weak_alias' ? Math.round((nameScore * weights.weakAlias) / whole) : 0;

/** Returns everything that counts against a match. The total deduction is at most the score. */
export function qualifiersOf(
  party: ScreenedParty,
  entry: EntryDetail,
  matched: { readonly nameScore: number; readonly kind: NameKind },
): readonly Qualifier[] {
  let left = matched.nameScore;
  const qualifiers: Qualifier[] = [];
  const subtract = (of: QualifierKind, ours: string, theirs: string, cost: number): void => {
    const effect = Math.min(cost, left);
    if (effect === 0) return;
    left -= effect;
    qualifiers.push({ of, ours, theirs, effect: -effect });
  };
  const weak = weakAliasCost(matched.nameScore, matched.kind);
  if (weak > 0) subtract('weak_alias', '', matched.kind, weak);
  const born = birthConflict(party.births, entry.births);
  if (born) subtract(born.of, daysText(party.births), daysText(entry.births), born.cost);
  if (areDisjoint(party.countries, entry.countries))
    subtract('country', party.countries.join(' '), entry.countries.join(' '), weights.otherCountry);
  if (party.gender !== null && entry.gender !== null && party.gender !== entry.gender)
    subtract('gender', party.gender, entry.gender, weights.otherGender);
  return qualifiers;
}

export function areDisjoint(ours: readonly string[], theirs: readonly string[]): boolean {
  if (ours.length === 0 || theirs.length === 0) return false;
  const known = new Set(theirs.map((country) => country.toUpperCase()));
  return !ours.some((country) => known.has(country.toUpperCase()));
}

const firstDay = (day: string): string => (day.length >= 10 ? day : `${day.length === 4 ? `${day}-01` : day}-01`);
const lastDay = (day: string): string => (day.length >= 10 ? day : `${day.length === 4 ? `${day}-12` : day}-31`);
const isExact = ({ from, to }: DateRange): boolean => from === to && from.length >= 10;
const year = (day: string): string => day.slice(0, 4);
const rangeText = ({ from, to }: DateRange): string => (from === to ? from : `${from}/${to}`);
const daysText = (births: readonly DateRange[]): string => births.map(rangeText).join(' ');

const overlaps = (a: DateRange, b: DateRange): boolean =>
  firstDay(a.from) <= lastDay(b.to) && firstDay(b.from) <= lastDay(a.to);
const sharesYear = (a: DateRange, b: DateRange): boolean => year(a.from) <= year(b.to) && year(b.from) <= year(a.to);

/** `1971-05-04` may be `1971-04-05`, because countries write day and month in a different order. */
const isSwapped = (a: DateRange, b: DateRange): boolean =>
  isExact(a) && isExact(b) && `${year(a.from)}-${a.from.slice(8, 10)}-${a.from.slice(5, 7)}` === b.from.slice(0, 10);

/** Returns the result for the two most similar births. */
function birthConflict(
  ours: readonly DateRange[],
  theirs: readonly DateRange[],
): { readonly of: 'birth_year' | 'birth_day'; readonly cost: number } | null {
  let best: { readonly of: 'birth_year' | 'birth_day'; readonly cost: number } | null = null;
  for (const a of ours) {
    for (const b of theirs) {
      if (overlaps(a, b) || isSwapped(a, b)) return null;
      const days = isExact(a) && isExact(b);
      const conflict = days
        ? ({ of: 'birth_day', cost: weights.birthDay } as const)
        : ({ of: 'birth_year', cost: sharesYear(a, b) ? 0 : weights.birthYear } as const);
      if (best === null || conflict.cost < best.cost) best = conflict;
    }
  }
  return best?.cost === 0 ? null : best;
}

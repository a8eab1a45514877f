import { areDisjoint } from '../score/qualifiers.js';
import { mayBeAcronym, mayBeSame, type ScreenedParty } from '../score/screened.js';
import { weights } from '../score/weights.js';
import {
  codeOfGender,
  countriesOfFacts,
  daysOf,
  genderCodeOf,
  hasIdentifiers,
  hasOtherBirths,
  numbersOfBearer,
  schemaOfFacts,
} from './entry-facts.js';
import type { WatchlistIndex } from './watchlist-index.js';

type Days = readonly [first: number, last: number];

/** What counts against the bearers of a name for one party, from the numbers of the index alone. */
export class PartyBounds {
  readonly #bearers: Uint32Array;
  #party: ScreenedParty | null = null;
  #gender = 0;
  #births: readonly Days[] = [];
  /** Whether all births of the party are days that numbers can represent. */
  #readsBirths = true;
  /** By the countries of entries: 1 if none of them is a country of the party, 2 if one is. */
  readonly #countries: Uint8Array;

  constructor(readonly index: WatchlistIndex) {
    this.#bearers = index.sections.readingBearers;
    this.#countries = new Uint8Array(index.countries.length);
  }

  open(party: ScreenedParty): void {
    const births = party.births.map(daysOf).filter((days) => days !== null);
    this.#party = party;
    this.#gender = codeOfGender(party.gender);
    this.#readsBirths = births.length === party.births.length;
    this.#births = this.#readsBirths ? births : [];
    this.#countries.fill(0);
  }

  mayBeSame(bearer: number): boolean {
    return mayBeSame(this.#party!.schema, schemaOfFacts(this.#head(bearer)));
  }

  mayBeAcronym(bearer: number): boolean {
    return mayBeAcronym(this.#party!.schema, schemaOfFacts(this.#head(bearer)));
  }

  /**
   * Returns at most what qualifiers deduct from the score of a name, apart from a weak alias. Births are not checked if the rest already
   * suffices.
   */
  costOf(bearer: number, enough = Number.POSITIVE_INFINITY): number {
    const head = this.#head(bearer);
    const gender = genderCodeOf(head);
    const isOther = gender !== this.#gender && gender !== 0 && this.#gender !== 0;
    const cost =
      (this.#isElsewhere(countriesOfFacts(head)) ? weights.otherCountry : 0) + (isOther ? weights.otherGender : 0);
    return cost > enough ? cost : cost + this.#birthCost(bearer);
  }

  /** Whether the entry itself may contain more than its numbers. */
  hasMore(bearer: number): boolean {
    const at = numbersOfBearer * bearer;
    const [first, last] = [this.#bearers[at + 2]!, this.#bearers[at + 3]!];
    return (
      (this.#party!.births.length > 0 && first !== 0 && (!this.#readsBirths || hasOtherBirths(first, last))) ||
      (this.#party!.identifiers.length > 0 && hasIdentifiers(this.#head(bearer)))
    );
  }

  #head(bearer: number): number {
    return this.#bearers[numbersOfBearer * bearer + 1]!;
  }

  #birthCost(bearer: number): number {
    const births = this.#births;
    if (births.length === 0) return 0;
    const at = numbersOfBearer * bearer;
    const [first, last] = [this.#bearers[at + 2]!, this.#bearers[at + 3]!];
    if (first === 0 || hasOtherBirths(first, last)) return 0;
    let least = costOfDays(births[0]![0], births[0]![1], first, last);
    for (let birth = 1; birth < births.length; birth += 1)
      least = Math.min(least, costOfDays(births[birth]![0], births[birth]![1], first, last));
    return least;
  }

  #isElsewhere(countries: number): boolean {
    const known = this.#countries[countries]!;
    if (known !== 0) return known === 1;
    const elsewhere = areDisjoint(this.#party!.countries, this.index.countries[countries]!);
    this.#countries[countries] = elsewhere ? 1 : 2;
    return elsewhere;
  }
}

const yearOf = (day: number): number => Math.floor(day / 10_000);
/** Swaps day and month: the fifth of April for the fourth of May. */
const swapped = (day: number): number => 10_000 * yearOf(day) + 100 * (day % 100) + (Math.floor(day / 100) % 100);

/** Returns the deduction of `qualifiersOf` for births on these days. */
function costOfDays(first: number, last: number, otherFirst: number, otherLast: number): number {
  if (first <= otherLast && otherFirst <= last) return 0;
  if (first === last && otherFirst === otherLast) return swapped(first) === otherFirst ? 0 : weights.birthDay;
  const sharesYear = yearOf(first) <= yearOf(otherLast) && yearOf(otherFirst) <= yearOf(last);
  return sharesYear ? 0 : weights.birthYear;
}

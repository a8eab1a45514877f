import { seededRandom } from '@tamis/stdx';
import { contentHash, type EntryBirth, type EntryName, type WatchlistEntry } from '@tamis/watchlists';

import { inventCompany, inventVessel } from './company-names.js';
import { inventPerson } from './person-names.js';
import { RandomChoice } from './random-choice.js';

/** Number of people and of companies per hundred entries. The rest are ships. */
const people = 75;
const companies = 20;

const programs = ['SDGT', 'IRAN', 'UKRAINE', 'DPRK', 'SYRIA', 'SDNTK', 'CUBA', 'VENEZUELA', 'CYBER', 'DRC'];

/**
 * Generates invented entries with realistic name frequencies: a few very common words and a long tail. The same seed generates the same
 * entries, and a smaller count generates the first ones of a larger count.
 */
export function* generateEntries(seed: number, count: number, dataset = 'un_sc'): Generator<WatchlistEntry> {
  const choice = new RandomChoice(seededRandom(seed));
  for (let number = 1; number <= count; number += 1) {
    const entry = {
      ...invent(choice),
      id: String(1_000_000 + number),
      dataset,
      source: null,
      referents: [],
      topics: ['sanction'],
    };
    const whole = { ...entry, programs: [choice.frequent(programs)], listedOn: dayBetween(choice, 2001, 2026) };
    yield { ...whole, contentHash: contentHash(whole) };
  }
}

type Invented = Pick<WatchlistEntry, 'schema' | 'names' | 'births' | 'countries' | 'gender' | 'identifiers'>;

function invent(choice: RandomChoice): Invented {
  const kind = choice.below(100);
  if (kind < people) return person(choice);
  if (kind < people + companies) return company(choice);
  const identifiers = choice.chance(0.8) ? [{ scheme: 'imo', value: `9${choice.digits(6)}` }] : [];
  return {
    schema: 'vessel',
    names: namesOf([inventVessel(choice)]),
    births: [],
    countries: [],
    gender: null,
    identifiers,
  };
}

function person(choice: RandomChoice): Invented {
  const { name, aliases, weakAliases, country, gender } = inventPerson(choice);
  return {
    schema: 'person',
    names: namesOf([name, ...aliases], weakAliases),
    births: choice.chance(0.8) ? [birth(choice)] : [],
    countries: choice.chance(0.9) ? [country] : [],
    gender: choice.chance(0.7) ? gender : null,
    identifiers: choice.chance(0.3)
      ? [{ scheme: 'passport', value: `${'ABCDEFGH'.charAt(choice.below(8))}${choice.digits(7)}` }]
      : [],
  };
}

function company(choice: RandomChoice): Invented {
  const { name, aliases, country } = inventCompany(choice);
  const identifiers = choice.chance(0.3) ? [{ scheme: 'registration', value: choice.digits(10) }] : [];
  return {
    schema: 'company',
    names: namesOf([name, ...aliases]),
    births: [],
    countries: [country],
    gender: null,
    identifiers,
  };
}

/** Removes duplicate names. The first is the primary name of the entry. */
function namesOf(strong: readonly string[], weak: readonly string[] = []): readonly EntryName[] {
  const texts = new Set(strong);
  const names = [...texts].map((text, at): EntryName => ({
    text,
    kind: at === 0 ? 'primary' : 'alias',
    language: null,
  }));
  const added = weak
    .filter((text) => !texts.has(text))
    .map((text): EntryName => ({ text, kind: 'weak_alias', language: null }));
  return [...names, ...added];
}

/** Usually a day, sometimes a year. */
function birth(choice: RandomChoice): EntryBirth {
  const day = dayBetween(choice, 1940, 2000);
  if (choice.chance(0.8)) return { from: day, to: day };
  return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
}

const pad = (value: number): string => String(value).padStart(2, '0');
const dayBetween = (choice: RandomChoice, from: number, to: number): string =>
  `${from + choice.below(to - from)}-${pad(1 + choice.below(12))}-${pad(1 + choice.below(28))}`;

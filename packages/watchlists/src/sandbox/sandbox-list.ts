import type { EntryName, WatchlistEntry } from '../entry.js';
import { contentHash } from '../entry/content-hash.js';

type Draft = Pick<
  WatchlistEntry,
  'schema' | 'names' | 'births' | 'countries' | 'gender' | 'identifiers' | 'topics' | 'programs'
>;

const namesOf = (name: string, aliases: readonly string[], weak: readonly string[]): readonly EntryName[] => [
  { text: name, kind: 'primary', language: null },
  ...aliases.map((text) => ({ text, kind: 'alias' as const, language: null })),
  ...weak.map((text) => ({ text, kind: 'weak_alias' as const, language: null })),
];

/** Returns a day, a year, or the range between two days. */
function birthOf(text: string): WatchlistEntry['births'][number] {
  if (text.length === 4) return { from: `${text}-01-01`, to: `${text}-12-31` };
  const [from = text, to = from] = text.split('/');
  return { from, to };
}

const person = (
  ...[name, country, born, gender, aliases, weak, topic]: readonly [
    ...[name: string, country: string, born: string, gender: 'male' | 'female'],
    ...[aliases: readonly string[], weak: readonly string[], topic: string],
  ]
): Draft => ({
  ...{ schema: 'person', names: namesOf(name, aliases, weak), births: [birthOf(born)], countries: [country], gender },
  ...{ identifiers: [], topics: [topic], programs: ['SANDBOX'] },
});

/** `owner` is used for an ownership chain. */
const company = (
  ...[name, country, aliases, weak, topic, owner]: readonly [
    ...[name: string, country: string, aliases: readonly string[], weak: readonly string[], topic: string],
    owner?: string,
  ]
): Draft => ({
  ...{ schema: 'company', names: namesOf(name, aliases, weak), births: [], countries: [country], gender: null },
  ...{
    identifiers: [],
    topics: [topic],
    programs: owner === undefined ? ['SANDBOX'] : ['SANDBOX', `owned by ${owner}`],
  },
});

const vessel = (name: string, country: string, topic: string, imo: string): Draft => ({
  ...{ schema: 'vessel', names: namesOf(name, [], []), births: [], countries: [country], gender: null },
  ...{ identifiers: [{ scheme: 'imo', value: imo }], topics: [topic], programs: ['SANDBOX'] },
});

// Every name was made up for this list; nobody has it.
const drafts: readonly Draft[] = [
  person('Anton Drozdanov', 'RU', '1961-04-12', 'male', ['Antoni Drozdanow'], ['Tony D'], 'sanction'),
  person(
    'Yusuf al-Marwadi',
    'SY',
    '1974',
    'male',
    ['Youssef Al Marwady', 'Abu Hamid al-Marwadi'],
    ['Abu Hamid'],
    'sanction',
  ),
  person('Kim Sol-mi', 'KP', '1983-09-30', 'female', ['Kim Solmi'], [], 'sanction'),
  person('Ibrahim Tarkoun', 'LY', '1969-01-01/1970-12-31', 'male', ['Ibraheem Tarkun'], ['The Engineer'], 'sanction'),
  person('Milena Hradsky', 'BY', '1979-11-05', 'female', ['Milena Gradskaya'], [], 'sanction'),
  person('Ramón Quintarella Ossa', 'VE', '1958-02-20', 'male', ['Ramon Quintarella'], ['El Zurdo'], 'sanction'),
  person('Farid Gholambar', 'IR', '1966', 'male', ['Fareed Gholam-Bar'], [], 'sanction'),
  person('Zhao Weilun', 'CN', '1972-07-14', 'male', ['Chao Wei-lun'], ['Brother Wei'], 'sanction'),
  person('Nadezhda Orlinskaya', 'RU', '1988-03-03', 'female', ['Nadia Orlinska'], ['Nadia'], 'sanction'),
  person('Ousmane Bakilou', 'ML', '1980', 'male', ['Usman Bakilu'], ['Oussou'], 'sanction'),
  person('Mohamed Ben Tazarit', 'TN', '1977-10-09', 'male', ['Muhammad bin Tazarit'], ['Abu Tazar'], 'sanction'),
  person('Saw Htun Maung Lwin', 'MM', '1964-05-27', 'male', ['Htun Maung Lwin'], [], 'sanction'),
  person('Gabriel Montenaro Faria', 'BR', '1970-08-17', 'male', ['Gabriel M. Faria'], [], 'pep'),
  person('Lívia Tavarone Prates', 'BR', '1981-12-01', 'female', ['Livia T. Prates'], [], 'pep'),
  person('Ernesto Villadarga', 'AR', '1955-06-23', 'male', [], ['Tito'], 'pep'),
  person('Soledad Kirchbaum Ríos', 'AR', '1968-09-02', 'female', ['Soledad Kirchbaum'], [], 'pep'),
  person('Jorge Ibáñez Candamil', 'CO', '1963-03-19', 'male', [], [], 'pep'),
  person('Beatriz Olmaredo', 'MX', '1975-04-28', 'female', ['Beatriz Olmaredo Luna'], [], 'pep'),
  person('Henrik Stavelund', 'NO', '1959-01-11', 'male', [], [], 'pep'),
  person('Clara Whitmoorland', 'GB', '1967-07-07', 'female', ['Clara W. Moorland'], [], 'pep'),
  person('Pavel Drozdanov', 'RU', '1990-10-22', 'male', [], [], 'sanction.linked'),
  person('Renata Montenaro Faria', 'BR', '1998-05-16', 'female', [], [], 'pep.relative'),
  person('Tomás Farigalde', 'PY', '1971', 'male', ['Tomas Farigaldi'], ['Don Tomás'], 'crime'),
  person('Adaeze Okwunobi', 'NG', '1985-02-14', 'female', ['Ada Okwunobi'], ['Madam Ada'], 'crime'),
  company('Drozdanov Holding AG', 'CH', ['Drozdanov Beteiligungen'], ['DH'], 'sanction', 'Anton Drozdanov'),
  company('Northstar Drozd Shipping Ltd', 'CY', ['Northstar Drozd'], [], 'sanction.linked', 'Drozdanov Holding AG'),
  company('Meridian Drozd Trading FZE', 'AE', [], ['MDT'], 'sanction.linked', 'Northstar Drozd Shipping Ltd'),
  company('Korsol General Trading Corporation', 'KP', ['Korsol GTC'], [], 'sanction'),
  company('Marwadi Brothers Exchange', 'SY', ['Marwadi Bros. Money Exchange'], [], 'sanction'),
  company('Tarkoun Petroleum Services', 'LY', ['Tarkun Petrol'], [], 'sanction'),
  company('Gholambar Industrial Group', 'IR', ['GIG Industrial'], ['GIG'], 'sanction'),
  company('Weilun Precision Components Co Ltd', 'CN', ['Wei Lun Precision'], [], 'sanction'),
  company(
    'Quintarella Mineração e Exportação Ltda',
    'BR',
    ['Quintarella Minérios'],
    [],
    'sanction.linked',
    'Ramón Quintarella Ossa',
  ),
  company('Lwin Timber Enterprise', 'MM', [], [], 'sanction'),
  company('Bakilou Transport Sahel SARL', 'ML', ['Bakilu Transports'], [], 'sanction'),
  company('Tazarit Import-Export', 'TN', [], ['Tazar'], 'sanction'),
  company('Orlinskaya Media Foundation', 'RU', ['Fond Orlinskoy'], [], 'sanction'),
  company('Construtora Farigalde S.A.', 'PY', ['Farigalde Construcciones'], [], 'debarment'),
  vessel('Northstar Aurelia', 'PA', 'sanction.linked', '9123456'),
  vessel('Sol Mi 7', 'KP', 'sanction', '9234567'),
];

const code = 'sandbox';

/** The list that sandboxes screen against: invented names instead of the publishers' lists. */
export const sandboxList = {
  code,
  title: 'Test list of the sandbox',
  version: '1',
  topics: ['sanction', 'pep', 'crime', 'debarment'],
  entries: drafts.map((draft, index): WatchlistEntry => {
    const entry = {
      ...draft,
      id: `test-${index + 1}`,
      dataset: code,
      listedOn: '2020-01-01',
      source: null,
      referents: [],
    };
    return { ...entry, contentHash: contentHash(entry) };
  }),
} as const;

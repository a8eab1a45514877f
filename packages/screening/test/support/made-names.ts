import type { ListedEntry, ListedName, ScreenedParty } from '@tamis/screening';

export type Random = () => number;

/** Returns a random whole number below the limit. */
export const below = (limit: number, random: Random): number => Math.floor(random() * limit);
export const pick = <T>(items: readonly T[], random: Random): T => items[below(items.length, random)]!;

const given =
  'Maria Jose Ana Luiz Carlos Muhammad Ahmad Ali Hassan Ibrahim Sergei Vladimir Andrei Olga Natalia John Peter Mary Wei Jin Kim Abdul Omar Yusuf A. J.'.split(
    ' ',
  );
const family =
  'Silva Santos Oliveira Gonzalez Rodriguez Fernandez al-Masri Haddad Khan Rahman Ivanov Kuznetsov Shevchenko Petrenko Smith Johnson Okafor Mensah Nguyen Park de bin von'.split(
    ' ',
  );
const company =
  'Global Trading Shipping Energy Bank Holding Norte Andina Goodwill Good Will Star Marine Group Services International II III'.split(
    ' ',
  );
const forms = ['LLC', 'Ltd', 'S.A.', 'GmbH', 'AG', 'Ltda', 'Inc.', ''];
const begin = 'ka mo ri sha ter val ben dor gu hal jo kri lam nor os'.split(' ');
const middle = 'ba de li mo na ra sti to vi za'.split(' ');
const end = 'dov rez man ski ta len gor ic ues ad'.split(' ');

/** Returns a word that is not in any table. */
export const madeWord = (random: Random): string => {
  const word =
    pick(begin, random) + pick(middle, random) + (random() < 0.5 ? pick(middle, random) : '') + pick(end, random);
  return word.charAt(0).toUpperCase() + word.slice(1);
};

export const personName = (random: Random): string =>
  [
    random() < 0.8 ? pick(given, random) : madeWord(random),
    ...(random() < 0.4 ? [random() < 0.5 ? pick(given, random) : madeWord(random)] : []),
    random() < 0.4 ? pick(family, random) : madeWord(random),
    ...(random() < 0.3 ? [madeWord(random)] : []),
  ].join(' ');

export const companyName = (random: Random): string =>
  [
    random() < 0.5 ? madeWord(random) : pick(company, random),
    ...Array.from({ length: below(3, random) }, () => pick(company, random)),
    pick(forms, random),
  ]
    .join(' ')
    .trim();

/** Returns the word with one character removed, doubled, replaced or swapped with the next. */
export function respellWord(word: string, random: Random): string {
  if (word.length < 4) return word;
  const at = 1 + below(word.length - 2, random);
  const ways = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at - 1]! + word.slice(at),
    word.slice(0, at) + pick([...'aeiourstln'], random) + word.slice(at + 1),
    word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ];
  return pick(ways, random);
}

export const respell = (name: string, random: Random): string => {
  const words = name.split(' ');
  const at = below(words.length, random);
  return words.map((word, index) => (index === at ? respellWord(word, random) : word)).join(' ');
};

/** Changes a name in a way that does not make it a different name. */
export const vary = (name: string, random: Random): string =>
  pick(
    [
      (text: string) => text,
      (text: string) => respell(text, random),
      (text: string) => text.split(' ').toReversed().join(' '),
      (text: string) => text.replace(' ', ''),
      (text: string) => text.toUpperCase(),
      (text: string) => text.replace(/^(\w)\w+/u, '$1.'),
    ],
    random,
  )(name);

const day = (random: Random): string => `19${50 + below(50, random)}-0${1 + below(9, random)}-1${below(10, random)}`;

export function madeEntry(number: number, random: Random): ListedEntry {
  const isPerson = random() < 0.6;
  const name = isPerson ? personName(random) : companyName(random);
  const names: ListedName[] = [{ text: name, kind: 'primary', language: null }];
  if (random() < 0.5)
    names.push({ text: vary(name, random), kind: random() < 0.7 ? 'alias' : 'weak_alias', language: 'es' });
  const born = day(random);
  return {
    id: `entry-${number}`,
    dataset: pick(['first', 'second'], random),
    schema: isPerson ? 'person' : pick(['company', 'company', 'vessel', 'other'], random),
    names,
    births:
      random() < 0.4 ? [{ from: born, to: born }] : random() < 0.3 ? [{ from: '1960-01-01', to: '1969-12-31' }] : [],
    countries: random() < 0.5 ? [pick(['BR', 'RU', 'IR'], random)] : [],
    gender: random() < 0.3 ? pick(['male', 'female'], random) : null,
    identifiers:
      random() < 0.4
        ? [
            pick(
              [
                { scheme: 'passport', value: `${below(50, random)}` },
                { scheme: 'cpf', value: '***456789**' },
              ],
              random,
            ),
          ]
        : [],
  };
}

/** Returns a party, one of whose names is a variation of an entry's name. */
export function madeParty(entries: readonly ListedEntry[], random: Random): ScreenedParty {
  const listed = pick(pick(entries, random).names, random).text;
  const isPerson = random() < 0.6;
  const own = isPerson ? personName(random) : companyName(random);
  const born = day(random);
  return {
    schema: random() < 0.2 ? null : isPerson ? 'person' : 'company',
    names: random() < 0.7 ? [vary(listed, random)] : [own, vary(listed, random)],
    births: random() < 0.5 ? [{ from: born, to: born }] : [],
    countries: random() < 0.5 ? [pick(['BR', 'RU', 'IR'], random)] : [],
    gender: random() < 0.3 ? pick(['male', 'female'], random) : null,
    identifiers: pick(
      [[], [{ scheme: 'Passport', value: `${below(50, random)}` }], [{ scheme: 'CPF', value: '123.456.789-09' }]],
      random,
    ),
  };
}

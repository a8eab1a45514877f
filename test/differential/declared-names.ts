import type { TypeKind } from '@tamis/lang';

/** Declarations that rules refer to and include: constants, parameters, lists and definitions. */
const declarations: Readonly<Record<string, string>> = {
  watched: 'list watched = "watched"',
  gone: 'list gone = "gone"',
  FIVE: 'const FIVE = 2 + 3',
  SMALL: 'const SMALL = 0.30 USD',
  WORDS: 'const WORDS = ["web", "SAO", "mobile"]',
  COUNTRIES: 'const COUNTRIES = ["BR", "US"]',
  LETTERS: 'const LETTERS = `^[a-z]+`',
  LONG_AGO: 'const LONG_AGO = 2025-02-28',
  half: 'param half = 50%',
  limit_of: 'param limit_of = 100 USD between 10 USD and 1_000 USD step 10 USD',
  span: 'param span = 3d between 1d and 30d',
  home: 'param home = "BR"',
  is_large: 'define is_large(x) as x >= 100 USD or x < SMALL',
  is_some: 'define is_some(x) as x is present and x >= FIVE',
  is_known: 'define is_known(x) as x is present',
  either: 'define either(a, b) as a otherwise b',
  doubled: 'define doubled(x) as 2 * x',
  in_dollars: 'define in_dollars(x) as x as USD',
  is_early: 'define is_early(t) as hour(t, "America/New_York") < 9',
  is_listed: 'define is_listed(x) as x in watched or x in WORDS',
  soon: 'define soon as now + span',
};

/** Constants and parameters, by the kind of their value. */
export const namedValues: Readonly<Partial<Record<TypeKind, readonly string[]>>> = {
  number: ['FIVE', 'half'],
  money: ['SMALL', 'limit_of'],
  country: ['home'],
  duration: ['span'],
  date: ['LONG_AGO'],
};

/** Definitions with the kinds of their operands and of the result. */
export const definitions: readonly (readonly [name: string, operands: readonly TypeKind[], result: TypeKind])[] = [
  ['is_large', ['money'], 'bool'],
  ['is_some', ['number'], 'bool'],
  ['is_known', ['text'], 'bool'],
  ['is_early', ['datetime'], 'bool'],
  ['is_listed', ['text'], 'bool'],
  ['either', ['number', 'number'], 'number'],
  ['either', ['money', 'money'], 'money'],
  ['either', ['text', 'text'], 'text'],
  ['doubled', ['number'], 'number'],
  ['doubled', ['money'], 'money'],
  ['in_dollars', ['money'], 'money'],
  ['soon', [], 'datetime'],
];

export const declaredNames = new Map(
  Object.entries(declarations).map(([name, text]) => [
    name,
    text.split(' ')[0] as 'list' | 'const' | 'param' | 'define',
  ]),
);

/** Returns the declarations of the names in a text, and of the names that these use. */
export function declarationsOf(text: string): string {
  const named = new Set<string>();
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const word of next.match(/\w+/g) ?? []) {
      const declaration = Object.hasOwn(declarations, word) ? declarations[word] : undefined;
      if (declaration === undefined || named.has(word)) continue;
      named.add(word);
      pending.push(declaration);
    }
  return Object.entries(declarations)
    .flatMap(([name, declaration]) => (named.has(name) ? [declaration] : []))
    .join('\n');
}

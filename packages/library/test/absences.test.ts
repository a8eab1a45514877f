import { absenceLint } from '@tamis/lang';

import { checkSource, rule } from './check.js';

const absences = absenceLint({
  field: ([first, second], records) => {
    if (first === 'instrument') return 'no instruments';
    return records === 'accounts' && first === 'accountNumber' && second === undefined ? 'sealed' : null;
  },
  call: (name) => (name === 'screening' ? 'no screenings' : null),
  key: ([first]) => (first === 'channel' ? 'group by `paymentMethod`' : null),
});

/** Returns which absences are reported for a rule, and for which text. */
function told(source: string, wanted: string): readonly string[] {
  const lines = source.split('\n');
  return checkSource(source, { absences })
    .diagnostics.filter(({ code }) => code === wanted)
    .map(({ message, range }) => {
      const { start, end } = range!;
      return `${lines[start.line]!.slice(start.character, end.character)}: ${message}`;
    });
}

const define = 'define foreign as instrument.issuerCountry != "BR"';

it.each<readonly [title: string, source: string, expected: readonly string[]]>([
  [
    'a field',
    rule('instrument.bin = "411111"'),
    ['instrument.bin: `instrument.bin` is never available: no instruments'],
  ],
  [
    'a function',
    rule('screening(origin).hits > 0'),
    ['screening(origin).hits: `screening(…)` is never available: no screenings'],
  ],
  [
    'the key of a window',
    rule('count(transactions per instrument.bin in last 1h) > 3'),
    ['count(transactions per instrument.bin in last 1h): `instrument.bin` is never available: no instruments'],
  ],
  [
    'a field of the records of a window',
    rule('exists(origin.accounts where accountNumber = "1")'),
    ['accountNumber: `accountNumber` is never available: sealed'],
  ],
  [
    'a definition, where it is used',
    rule('foreign', { before: define }),
    ['foreign: `instrument.issuerCountry` is never available: no instruments'],
  ],
  [
    'a named value, once',
    rule('a or b', { lets: 'let a = instrument.bin = "1"\n  let b = instrument.bin = "2"' }),
    ['instrument.bin: `instrument.bin` is never available: no instruments'],
  ],
  ['nothing that is there', rule('originAccount.details.accountNumber = "1"'), []],
])('warns about %s that is never available', (_title, source, expected) => {
  expect(told(source, 'W1209')).toEqual(expected);
});

const byChannel = 'define often as count(transactions per channel in last 1h) > 3';
const unfound = 'records of `transactions` are not found by `channel`, text';

it.each<readonly [title: string, source: string, expected: readonly string[]]>([
  [
    'a window',
    rule('count(transactions per channel in last 1h) > 3'),
    [`count(transactions per channel in last 1h): ${unfound}`],
  ],
  ['a definition, once and where it is used', rule('often or not often', { before: byChannel }), [`often: ${unfound}`]],
  ['no window that finds its records', rule('count(transactions per paymentMethod in last 1h) > 3'), []],
])('reports a key of %s that finds no records', (_title, source, expected) => {
  expect(told(source, 'E0411')).toEqual(expected);
});

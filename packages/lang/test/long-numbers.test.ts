import { moneyText, numericText, type Money, type Numeric } from '@tamis/stdx';

import { literalValue, printExpression, readExpression, type Expression } from '../src/index.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';

const digits = (count: number): string => '1'.repeat(count);

/** Ways to write a number with this many digits. */
const spellings: readonly (readonly [what: string, spell: (count: number) => string])[] = [
  ['a number', (count) => digits(count)],
  ['a number with groups', (count) => digits(count).replace(/1$/, '_1')],
  ['a fraction', (count) => `1.${digits(count - 1)}`],
  ['an amount', (count) => `${digits(count)} USD`],
  ['a percentage', (count) => `${digits(count)}%`],
  ['a duration', (count) => `${digits(count)}s`],
  ['a distance', (count) => `${digits(count)} km`],
];

const codesOf = (source: string): readonly string[] => readExpression(source).diagnostics.map(({ code }) => code);

describe.each(spellings)('%s', (_what, spell) => {
  it('is limited to 100 digits', () => {
    expect(codesOf(spell(100))).toEqual([]);
    expect(codesOf(spell(101))).toEqual(['E0107']);
  });

  it('with the maximum number of digits is unchanged in its JSON form', () => {
    const { expression } = readExpression(`transaction.amount > ${spell(100)}`);
    const json = encodeConditions(expression as Expression, { target: 'transaction', names: new Map() });
    const { condition, diagnostics } = decodeConditions(json, { target: 'transaction' });
    expect(diagnostics).toEqual([]);
    expect(condition && printExpression(condition)).toBe(printExpression(expression as Expression));
  });
});

it('a JSON number with too many digits is rejected like its text', () => {
  const condition = { type: 'simple', field: 'amount', operator: 'gt', value: 1e300 };
  const { diagnostics } = decodeConditions(condition, { target: 'transaction' });
  expect(diagnostics.map(({ code }) => code)).toEqual(['E0107']);
});

/** Returns the CPU time for parsing and printing a number, plus a few milliseconds that any work may take. */
function costOf(number: string): number {
  const before = process.cpuUsage();
  const { expression, diagnostics } = readExpression(number);
  expect(printExpression(expression as Expression).replaceAll('_', '')).toBe(number);
  expect(diagnostics.map(({ code }) => code)).toEqual(['E0107']);
  const { user, system } = process.cpuUsage(before);
  return user + system + 5_000;
}

it.each([
  ['whole', (digits: number) => '1'.repeat(digits)],
  ['of zeros', (digits: number) => `0.${'0'.repeat(digits)}1`],
])('a number of 200,000 digits, %s, is parsed and printed in linear time', (_what, numberOf) => {
  const few = costOf(numberOf(20_000));
  // Ten times the digits; this would be a hundred times the work if each digit were compared with all after it.
  expect(costOf(numberOf(200_000))).toBeLessThan(30 * few);
});

it('a number is rounded half to even at 34 digits, and an amount keeps all its digits', () => {
  const value = (source: string) => literalValue(readExpression(source).expression as Expression);
  const most = digits(34);
  for (const [more, rounded] of [
    ['49', '1'],
    ['5', '2'],
    ['51', '2'],
  ] as const) {
    expect(numericText(value(`0.${most.slice(1)}1${more}`) as Numeric)).toBe(`0.${most.slice(1)}${rounded}`);
    expect(numericText(value(`-0.${most.slice(1)}1${more}`) as Numeric)).toBe(`-0.${most.slice(1)}${rounded}`);
  }
  expect(moneyText(value(`${digits(18)}.${digits(18)} USD`) as Money)).toBe(`${digits(18)}.${digits(18)} USD`);
});

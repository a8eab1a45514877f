import { printFile, readRules, revertEachChange } from '@tamis/lang';
import { flatText } from './flat-text.js';

const checkTakenBack = (before: string, after: string, expected: readonly (readonly string[])[]): void => {
  const [older, newer] = [before, after].map((source) => readRules(source).file);
  if (!older || !newer) throw new Error('no file');
  const found = revertEachChange(older, newer).map(({ clause, before: was, after: is, file }) => [
    clause,
    was,
    is,
    flatText(printFile(file)),
  ]);
  expect(found).toEqual(expected);
};

const rule = (condition: string, header = ''): string => `rule r { on transaction ${header}when ${condition} }`;

describe('reverting a single change of a rule', () => {
  it('covers a threshold, a window, an operator and a parameter', () => {
    const counted = (days: number, least: number): string =>
      rule(`count(transactions from origin in last ${days}d) >= ${least}`);
    checkTakenBack(counted(5, 4), counted(7, 3), [
      ['count(transactions from origin in last 7d) >= 3', '5d', '7d', counted(5, 3)],
      ['count(transactions from origin in last 7d) >= 3', '4', '3', counted(7, 4)],
    ]);
    checkTakenBack(rule('origin.riskScore > 5'), rule('origin.riskScore >= 5'), [
      ['origin.riskScore >= 5', 'origin.riskScore > 5', 'origin.riskScore >= 5', rule('origin.riskScore > 5')],
    ]);
    const limited = (limit: number): string => `param limit = ${limit} USD ${rule('transaction.amount > limit')}`;
    checkTakenBack(limited(5), limited(6), [['param limit', '5 USD', '6 USD', limited(5)]]);
  });

  it('covers an added or removed condition or item, also when a chain is formed or dissolved', () => {
    const [amount, risk] = ['transaction.amount > 5 USD', 'origin.riskScore > 5'];
    checkTakenBack(rule(amount), rule(`${amount} and ${risk}`), [[`${amount} and ${risk}`, '', risk, rule(amount)]]);
    checkTakenBack(rule(`${amount} and ${risk}`), rule(amount), [[amount, risk, '', rule(`${amount} and ${risk}`)]]);
    checkTakenBack(rule('transaction.channel in ["a", "b"]'), rule('transaction.channel in ["a", "c"]'), [
      ['transaction.channel in ["a", "c"]', '"b"', '', rule('transaction.channel in ["a", "c", "b"]')],
      ['transaction.channel in ["a", "c"]', '', '"c"', rule('transaction.channel in ["a"]')],
    ]);
  });

  it('covers headers that select the evaluated records, and no other headers', () => {
    const condition = 'origin.riskScore > 5';
    checkTakenBack(rule(condition), `rule r { on transaction (created) score 5 when ${condition} then suggest FLAG }`, [
      [
        'on',
        'transaction',
        'transaction (created)',
        `rule r { on transaction score 5 when ${condition} then suggest FLAG }`,
      ],
    ]);
    checkTakenBack(rule(condition), rule(condition), []);
  });
});

import fc from 'fast-check';
import { rules } from '@tamis/testkit/arbitraries';
import { describeChanges, printRule, readRules, sameTree, type RuleDeclaration } from '../src/index.js';

const rule = (parts: { score?: number; when?: string; rest?: string; lets?: string }): RuleDeclaration => {
  const { score = 25, when = 'sent >= 4', rest = '', lets = 'let sent = count(t from origin in last 1h)' } = parts;
  const { file, diagnostics } = readRules(
    `rule r "T" {\n on transaction\n score ${score}\n ${lets}\n when ${when}\n ${rest} }`,
  );
  expect(diagnostics).toEqual([]);
  return file.rules[0] as RuleDeclaration;
};

test.each([
  ['a threshold', { when: 'sent >= 4' }, { when: 'sent >= 3' }, ['threshold 4 → 3 (sent)']],
  ['the operator too', { when: 'sent >= 4' }, { when: 'sent > 3' }, ['condition sent >= 4 → sent > 3']],
  ['a score', { score: 25 }, { score: 30 }, ['score 25 → 30']],
  ['an action more', {}, { rest: 'then alert HIGH "{sent} payments"' }, ['adds alert HIGH "{sent} payments"']],
  ['an action less', { rest: 'then key "k" suggest FLAG' }, { rest: 'then suggest FLAG' }, ['removes key "k"']],
  [
    'an action changed',
    { rest: 'then suggest FLAG' },
    { rest: 'then suggest BLOCK' },
    ['suggest FLAG → suggest BLOCK'],
  ],
  ['a condition more', { when: 'sent >= 4' }, { when: 'sent >= 4 and origin.isPep' }, ['adds condition origin.isPep']],
  [
    'one term of three',
    { when: 'a and sent >= 4 and c' },
    { when: 'a and sent >= 5 and d' },
    ['removes condition c', 'threshold 4 → 5 (sent)', 'adds condition d'],
  ],
  [
    'how many of a group',
    { when: 'at least 2 of { a, b, c }' },
    { when: 'at least 1 of { a, b, c }' },
    ['at least 2 → 1'],
  ],
  [
    'a let',
    {},
    { lets: 'let sent = count(t from origin in last 2h)' },
    ['let sent: count(t from origin in last 1h) → count(t from origin in last 2h)'],
  ],
  ['the policy', {}, { rest: 'unknown review' }, ['unknown ignore → review']],
  ['a test', {}, { rest: 'test "x" { expect hit }' }, ['adds test "x"']],
  ['the layout', { when: 'a and b' }, { when: 'all { a, b }' }, []],
] as const)('a change of %s is described in words', (_name, before, after, changes) => {
  expect(describeChanges(rule(before), rule(after))).toEqual(changes);
});

test('two versions have described changes exactly when their trees differ', () => {
  fc.assert(
    fc.property(rules, rules, (before, after) => {
      expect(describeChanges(before, before)).toEqual([]);
      const isSame = sameTree(before, after);
      expect([printRule(before), describeChanges(before, after).length === 0]).toEqual([printRule(before), isSame]);
    }),
    { numRuns: 500 },
  );
});

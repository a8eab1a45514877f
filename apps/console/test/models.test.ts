import { withTest } from '../src/features/rules/model/with-test.js';
import { showValue } from '../src/features/transactions/model/show-value.js';
import fc from 'fast-check';

import { type GateName, gateState } from '../src/features/releases/model/gate-state.js';
import { emptyGuardForm, guardBodyOf, withMetric } from '../src/features/releases/model/guard-form.js';
import { textDiff } from '../src/features/releases/model/text-diff.js';
import {
  type Decision,
  flipCounts,
  flipsFirst,
  inOrder,
  isRuleFlip,
  type RecordFlip,
} from '../src/features/rules/model/flips.js';
import { mergedText, mergeTexts } from '../src/features/rules/model/merge-texts.js';
import { steadyRows } from '../src/shell/steady-rows.js';

const record = (id: string, before: Decision, after: Decision, rules: RecordFlip['rules'] = []): RecordFlip => ({
  evaluationId: id,
  recordType: 'transaction',
  recordId: id,
  externalId: id,
  occurredAt: '2026-03-01T10:00:00.000Z',
  amount: 1,
  currency: 'USD',
  before: { decision: before, riskScore: 0 },
  after: { decision: after, riskScore: 0 },
  rules,
});

describe('test inserted into rule source', () => {
  const test = 'test "one" {\n  expect hit\n}\n';

  it('is inserted at the end of the rule, whatever braces its strings and comments contain', () => {
    const source = `list a = "a"
rule x "{" {
  // a brace: }
  on transaction
  when transaction.channel = "}\\"{"
  then alert LOW "{transaction.amount}"
}
define near(y) as y > 1
`;
    const written = withTest(source, test)!;
    expect(written).toContain('"{transaction.amount}"\n\n  test "one" {\n    expect hit\n  }\n}\ndefine near');
    const twice = withTest(written, test.replace('one', 'two'))!;
    expect(twice.indexOf('"two"')).toBeGreaterThan(twice.indexOf('"one"'));
    expect(twice.endsWith('  }\n}\ndefine near(y) as y > 1\n')).toBe(true);
  });

  it('has no position when no rule ends', () => {
    expect(withTest('rule x { on transaction', test)).toBeNull();
    expect(withTest('matrix m { }', test)).toBeNull();
    expect(withTest('', test)).toBeNull();
  });
});

describe('flips', () => {
  const records = [record('a', 'APPROVE', 'APPROVE'), record('b', 'APPROVE', 'HOLD'), record('c', 'HOLD', 'REJECT')];

  it('lists flips first once the reader pauses, and keeps positions until then', () => {
    expect(flipsFirst(records)).toEqual(['b', 'c', 'a']);
    const places = ['c', 'a', 'b'];
    expect(inOrder(records, places).map(({ evaluationId }) => evaluationId)).toEqual(places);
    expect(inOrder(records, ['c']).map(({ evaluationId }) => evaluationId)).toEqual(['c', 'a', 'b']);
  });

  it('counts flips by their new decision', () => {
    expect(flipCounts([...records, record('d', 'APPROVE', 'REJECT')])).toEqual([
      ['REJECT', 2],
      ['HOLD', 1],
    ]);
  });

  it('reports no flips of a rule that is not active', () => {
    expect(isRuleFlip(record('a', 'HOLD', 'HOLD', [{ ruleKey: 'x', before: null, after: 'hit' }]))).toBe(false);
    expect(isRuleFlip(record('a', 'HOLD', 'HOLD', [{ ruleKey: 'x', before: 'no_hit', after: 'hit' }]))).toBe(true);
  });
});

describe('rows with stable positions', () => {
  const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));

  it('shows current data, marks removed rows and counts waiting ones', () => {
    expect(steadyRows(rows('a', 'b'), [{ id: 'c' }, { id: 'b', name: 'new' }])).toEqual({
      rows: [
        { row: { id: 'a' }, isGone: true },
        { row: { id: 'b', name: 'new' }, isGone: false },
      ],
      waiting: 1,
    });
  });
});

describe('merge of two changes to one text', () => {
  const base = 'a\nb\nc\nd\n';

  it('merges changes to different lines', () => {
    const parts = mergeTexts(base, 'A\nb\nc\nd\n', 'a\nb\nc\nD\n');
    expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([]);
    expect(mergedText(parts, [])).toBe('A\nb\nc\nD\n');
  });

  it.each([
    ['mine', 'a\nB1\nc\nd\n'],
    ['theirs', 'a\nB2\nc\nd\n'],
    ['both', 'a\nB1\nB2\nc\nd\n'],
  ] as const)('offers a choice for changes to the same line: %s', (choice, text) => {
    const parts = mergeTexts(base, 'a\nB1\nc\nd\n', 'a\nB2\nc\nd\n');
    expect(mergedText(parts, [choice])).toBe(text);
  });

  it('leaves no empty line where one change removed a line', () => {
    const parts = mergeTexts(base, 'a\nc\nd\n', 'a\nB2\nc\nd\n');
    expect(mergedText(parts, ['mine'])).toBe('a\nc\nd\n');
  });

  it('returns the changed text when only one side changed it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '\n') }),
        fc.string({ unit: fc.constantFrom('a', 'b', '\n') }),
        (one, other) => {
          expect(mergedText(mergeTexts(one, one, other), [])).toBe(other);
          expect(mergedText(mergeTexts(one, other, one), [])).toBe(other);
        },
      ),
    );
  });
});

describe('difference between two texts', () => {
  it('is shown line by line, with a few lines of context', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n');
    expect(textDiff(before, before.replace('8', 'x')).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'left out ',
      ...['same 5', 'same 6', 'same 7', 'removed 8', 'added x', 'same 9'],
    ]);
    expect(textDiff(before, before)).toEqual([{ kind: 'left out', text: '' }]);
  });
});

describe('gates', () => {
  const form = { reason: '', hasGuard: false, minReasonCharacters: 5 };
  const gate = (name: GateName, isAsked: boolean, isMet: boolean | null) => ({
    gate: name,
    isAsked,
    isMet,
    messages: [],
  });

  it.each([
    [gate('reason', true, null), form, 'unmet'],
    [gate('reason', true, null), { ...form, reason: 'seen in cases' }, 'met'],
    [gate('reason', false, null), form, 'optional'],
    [gate('guard', true, false), form, 'unmet'],
    [gate('guard', true, false), { ...form, hasGuard: true }, 'met'],
    [gate('secondPerson', true, null), form, 'waits'],
    [gate('dryRun', false, true), form, 'met'],
    [gate('tests', true, false), form, 'unmet'],
  ])('gate %j with form %j is %s', (each, filled, state) => {
    expect(gateState(each, filled)).toBe(state);
  });
});

describe('guard form', () => {
  const filled = { ...emptyGuardForm, isOn: true, value: '60' };

  it.each([
    [filled, { metric: 'hits', window: '24h', operator: 'lte', value: 60 }],
    [
      { ...filled, metric: 'hitRate' as const, value: '2,5' },
      { metric: 'hitRate', window: '24h', operator: 'lte', value: 0.025 },
    ],
    [
      { ...filled, kind: 'times' as const, value: '5' },
      { metric: 'hits', window: '24h', withinFactor: 5, of: 'dry_run' },
    ],
  ])('converts %j to %j', (form, limit) => {
    expect(guardBodyOf(form)).toEqual({ limits: [limit], action: 'notify' });
  });

  it('offers comparison with a dry run only for metrics that the dry run has', () => {
    const times = { ...filled, kind: 'times' as const };
    expect(withMetric(times, 'alerts').kind).toBe('times');
    expect(withMetric(times, 'rejects').kind).toBe('value');
  });

  it.each([{ ...filled, value: '' }, { ...filled, value: 'many' }, { ...filled, value: '-1' }, emptyGuardForm])(
    'returns null for %j',
    (form) => {
      expect(guardBodyOf(form)).toBeNull();
    },
  );
});

test.each([
  [{ $money: '900 USD' }, '900 USD'],
  [['a', { $date: '2025-01-01' }], '[a, 2025-01-01]'],
  [null, '–'],
  [true, 'true'],
  [{ a: 1 }, '{"a":1}'],
  [{ $money: '3149.530666666666666666666666666667 USD' }, '3149.5306… USD'],
  [{ $money: '0.123456 BTC' }, '0.123456 BTC'],
  [1 / 3, '0.3333…'],
  ['0.12345678', '0.12345678'],
])('shows %j as %s', (value, shown) => {
  expect(showValue(value)).toBe(shown);
});

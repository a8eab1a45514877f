import { renderCodeFrame } from '@tamis/lang';
import { runRuleTests } from '../../src/rule-tests/index.js';
import { runSource } from './support/run-source.js';

const frameOf = (source: string): string => {
  const [result] = runSource(source).results;
  const [diagnostic] = result?.diagnostics ?? [];
  if (!diagnostic) throw new Error('the test passed');
  return renderCodeFrame(diagnostic, { file: 'kyt.rules', source });
};

test('a failing expectation shows the values that decided it, and when the given records occur', () => {
  const source = `language 1
rule velocity_burst {
  on transaction
  let sent_1h = count(transactions from origin in last 1h)
  when sent_1h >= 5

  test "the fifth one fires" {
    given 4 transactions every 20m ending 5m ago { from: origin, amount: 100 BRL }
    when transaction { from: origin, amount: 100 BRL }
    expect hit
  }
}
`;
  expect(frameOf(source)).toBe(`error[E0704]: test failed
  ┌─ kyt.rules:10:5
 8│     given 4 transactions every 20m ending 5m ago { from: origin, amount: 100 BRL }
  │     ------------------------------------------------------------------------------ at T-5m, T-25m, T-45m, T-1h5m
10│     expect hit
  │     ^^^^^^^^^^ got: no hit
  = test "the fifth one fires" of velocity_burst
    \`sent_1h >= 5\` is false: sent_1h = 4`);
});

test('a failing case of a vary points to its outcome', () => {
  const source = `language 1
rule large {
  on transaction
  when transaction.amount > 10 USD

  test "edges" {
    when transaction { }
    vary transaction.amount {
      9.99 USD: no hit,
      10 USD: hit,
      missing: hit,
    }
  }
}
`;
  const [result] = runSource(source).results;
  expect(result?.cases.map(({ value, status, expected, got }) => [value, status, expected, got])).toEqual([
    ['9.99 USD', 'passed', 'no hit', []],
    ['10 USD', 'failed', 'hit', ['no hit']],
    ['missing', 'failed', 'hit', ['unknown']],
  ]);
  expect(frameOf(source)).toContain('10│       10 USD: hit,\n  │               ^^^ got: no hit\n');
  expect(result?.diagnostics[1]?.reason).toContain('is unknown: `amount` is missing');
});

test('rules with errors are reported and not tested, and the others are tested', () => {
  const source = `language 1
rule broken {
  on transaction
  when origin.contryCode = "BR"
  test "a" {
    when transaction { }
    expect hit
  }
}
rule fine {
  on transaction
  when transaction.status = "CREATED"
  test "b" {
    when transaction { }
    expect hit
  }
}
`;
  const report = runRuleTests(source);
  expect(report.diagnostics.map(({ code }) => code)).toContain('E0201');
  expect(report.results.map(({ title, status }) => [title, status])).toEqual([['b', 'passed']]);
});

test('hostile text produces diagnostics and never an exception', () => {
  for (const source of ['', 'rule', '('.repeat(10_000), 'test "x" { when', '\u0000', 'rule r { on transaction when'])
    expect(runRuleTests(source, { mutants: true }).results).toEqual([]);
});

test('amounts in two currencies are said to differ, whichever side is written first', () => {
  const rules = [
    'transaction.amount + 3 USD > 5 USD',
    '3 USD - transaction.amount < 1 USD',
    'transaction.amount / 3 USD > 1',
  ];
  for (const when of rules) {
    const source = `rule r {\n  on transaction\n  when ${when}\n  test "t" {\n    when transaction { amount: 5 BRL }\n    expect hit\n  }\n}\n`;
    expect(frameOf(source)).toContain('is unknown: `amount` cannot be read as money in one currency');
  }
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCodeFrame } from '@tamis/lang';
import { testDiagnosticCodes } from '../../src/rule-tests/index.js';
import { runSource } from './support/run-source.js';

const rule = (when: string, tests: string, lets = ''): string =>
  `language 1\nrule r {\n  on transaction\n  ${lets}\n  when ${when}\n${tests}\n}\n`;

const vary = (...cases: readonly string[]): string =>
  `  test "t" {\n    when transaction { }\n    vary transaction.amount {\n${cases.map((each) => `      ${each},\n`).join('')}    }\n  }`;

describe('coverage', () => {
  test('counts for each leaf the truth values that occurred', () => {
    const tests = `  test "t" {
    given origin { countryCode: missing }
    when transaction { }
    vary origin.riskScore {
      6: hit,
      5: no hit,
      missing: unknown,
    }
  }`;
    const source = rule('origin.riskScore > 5 and origin.countryCode is missing', tests);
    const { leaves, coverage } = runSource(source);
    expect(
      leaves.map(({ text, seenTrue, seenFalse, seenUnknown, nullable }) => ({
        text,
        seenTrue,
        seenFalse,
        seenUnknown,
        nullable,
      })),
    ).toEqual([
      { text: 'origin.riskScore > 5', seenTrue: true, seenFalse: true, seenUnknown: true, nullable: true },
      { text: 'origin.countryCode is missing', seenTrue: true, seenFalse: false, seenUnknown: false, nullable: false },
    ]);
    expect(coverage).toEqual({ conditions: 2, trueSeen: 2, falseSeen: 1, nullable: 1, unknownSeen: 1 });
  });

  test('reports a rule without tests', () => {
    expect(runSource('rule quiet {\n  on transaction\n  when transaction.amount > 5 USD\n}\n').untested).toEqual([
      'quiet',
    ]);
  });
});

describe('boundary coverage', () => {
  test.each([
    [
      'no case on it',
      'transaction.amount >= 5 USD',
      vary('6 USD: hit', '4 USD: no hit'),
      ['no test has `transaction.amount` exactly at 5 USD'],
    ],
    [
      'no case beside it',
      'transaction.amount >= 5 USD',
      vary('5 USD: hit'),
      ['no test has `transaction.amount` on the other side of 5 USD'],
    ],
    ['both', 'transaction.amount >= 5 USD', vary('5 USD: hit', '4.99 USD: no hit'), []],
    ['both, of an open comparison', 'transaction.amount > 5 USD', vary('5 USD: no hit', '5.01 USD: hit'), []],
    ['written with other zeros', 'transaction.amount >= 5 USD', vary('5.00 USD: hit', '4.99 USD: no hit'), []],
    ['no comparison with a constant', 'transaction.channel = "web"', '', []],
    [
      'one end of a range',
      'transaction.amount between 5 USD and 9 USD',
      vary('5 USD: hit', '4.99 USD: no hit'),
      ['no test has `transaction.amount` exactly at 9 USD'],
    ],
    [
      'both ends of a range',
      'transaction.amount between 5 USD and 9 USD',
      vary('5 USD: hit', '9 USD: hit', '9.01 USD: no hit'),
      [],
    ],
  ])('is reported for %s', (_title, when, tests, messages) => {
    expect(runSource(rule(when, tests)).boundaries.map(({ message }) => message)).toEqual(messages);
  });

  test('names the parameter whose value is the boundary', () => {
    const source = `param limit = 5 USD\n${rule('transaction.amount >= limit', vary('6 USD: hit')).replace('language 1\n', '')}`;
    expect(runSource(source).boundaries.map(({ code, message }) => [code, message])).toEqual([
      ['W1402', 'no test has `transaction.amount` exactly at limit'],
    ]);
  });
});

test('W1402 is reported as in the fixtures, and its correct example covers every boundary', () => {
  const folder = join(__dirname, '../../../../rules-fixtures/diagnostics');
  const source = readFileSync(join(folder, 'W1402.rules'), 'utf8');
  const frames = runSource(source).boundaries.map((each) => renderCodeFrame(each, { file: 'W1402.rules', source }));
  expect(`${frames.join('\n\n')}\n`).toBe(readFileSync(join(folder, 'W1402.txt'), 'utf8'));
  const example = testDiagnosticCodes.find(({ code }) => code === 'W1402')?.example;
  expect(runSource(example?.wrong ?? '').boundaries.map(({ code }) => code)).toEqual(['W1402']);
  expect(runSource(example?.right ?? '').boundaries).toEqual([]);
});

describe('mutants', () => {
  const survivorsOf = (source: string): string[] =>
    (runSource(source, { mutants: true }).mutants?.survivors ?? []).map(({ from, to }) => `${from} → ${to}`);

  test('of a comparison are all killed by a test on both sides of the boundary', () => {
    const source = rule('transaction.amount >= 10 USD', vary('10 USD: hit', '9.99 USD: no hit'));
    const { mutants } = runSource(source, { mutants: true });
    // The mutations are: `>`, one cent up and down, and a tenth up and down.
    expect(mutants).toEqual({ total: 5, killed: 5, survivors: [] });
  });

  test('survive a test away from the boundary, and are reported with their positions', () => {
    const source = rule('transaction.amount >= 10 USD', vary('50 USD: hit', '1 USD: no hit'));
    const { mutants } = runSource(source, { mutants: true });
    expect(mutants?.survivors[0]).toEqual({
      rule: 'r',
      from: 'transaction.amount >= 10 USD',
      to: 'transaction.amount > 10 USD',
      range: { start: { line: 4, character: 7 }, end: { line: 4, character: 35 } },
      hint: 'a test in which `transaction.amount` is exactly 10 USD',
    });
    expect(mutants?.survivors.map(({ to }) => to)).toEqual([
      'transaction.amount > 10 USD',
      'transaction.amount >= 9.99 USD',
      'transaction.amount >= 10.01 USD',
      'transaction.amount >= 9 USD',
      'transaction.amount >= 11 USD',
    ]);
  });

  test('cover and, or and items of a conjunction', () => {
    const source = rule(
      'transaction.channel = "web" and transaction.type = "TRANSFER"',
      '  test "t" {\n    when transaction { channel: "web", type: "TRANSFER" }\n    expect hit\n  }',
    );
    expect(survivorsOf(source)).toEqual([
      'and → or',
      'transaction.channel = "web" → (left out)',
      'transaction.type = "TRANSFER" → (left out)',
    ]);
  });

  test('cover windows, prior and counts', () => {
    const source = rule(
      'count(prior transactions from origin in last 2h) >= 1',
      '  test "t" {\n    given 1 transactions every 1h { }\n    when transaction { }\n    expect hit\n  }\n  test "u" {\n    when transaction { }\n    expect no hit\n  }',
    );
    expect(survivorsOf(source)).toEqual([
      'count(prior transactions from origin in last 2h) → count(prior transactions from origin in last 3h)',
    ]);
  });

  test('cover an explicit unknown clause', () => {
    const source = rule('transaction.amount > 5 USD\n  unknown review', vary('missing: unknown'));
    expect(survivorsOf(source)).toContain('unknown review → unknown ignore');
    const held = source.replace('    vary', '    expect decision REVIEW_REQUIRED\n    vary');
    expect(survivorsOf(held)).not.toContain('unknown review → unknown ignore');
  });

  test('cover constants, parameters and definitions in the rules that use them', () => {
    const source = `const small = 3 USD
define tiny(x) as x < small
${rule('tiny(transaction.amount)', vary('3 USD: no hit', '2.99 USD: hit')).replace('language 1\n', '')}`;
    const { mutants } = runSource(source, { mutants: true });
    expect(mutants?.survivors).toEqual([]);
    expect(mutants?.total).toBe(5);
  });

  test('are not made for rules whose tests fail or are missing', () => {
    expect(runSource(rule('transaction.amount > 5 USD', vary('5 USD: hit')), { mutants: true }).mutants?.total).toBe(0);
  });
});

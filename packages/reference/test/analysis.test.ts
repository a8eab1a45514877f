import { analyseRules, printExpression, type Finding } from '@tamis/lang';
import { check, findingsOf, matrix, ruleText } from './analysed-set.js';

const shown = (finding: Finding): string => {
  switch (finding.kind) {
    case 'subsumed':
    case 'equal':
      return `${finding.rule.key} ${finding.kind} ${finding.wider.key}`;
    case 'score':
      return `${finding.rule.key} score`;
    case 'neverTrue':
    case 'neverFalse':
    case 'deadBranch':
    case 'redundant':
      return `${finding.kind}: ${printExpression(finding.node)}`;
  }
};

const declarations =
  'const big = 100\nparam limit = 50 between 10 and 90\nlist blocked = "blocked"\ndefine over(x) as x > big\n';

const found = (...conditions: string[]): string[] => findingsOf(conditions, declarations).map(shown);

/** Conditions about which something can be concluded, and the expected finding. */
const planted: readonly (readonly [string, string])[] = [
  ['transaction.amount > 100 USD and transaction.amount < 50 USD', 'neverTrue'],
  ['transaction.amount between 1 USD and 5 USD and transaction.amount >= 5.01 USD', 'neverTrue'],
  ['transaction.amount as EUR > 10 EUR and transaction.amount < 9 EUR', 'neverTrue'],
  ['transaction.amount > 100 and transaction.amount <= 100', 'neverTrue'],
  ['origin.riskScore > 80 and not (origin.riskScore >= 50)', 'neverTrue'],
  ['80 < origin.riskScore and 50 > origin.riskScore', 'neverTrue'],
  ['origin.riskScore in [1, 2] and origin.riskScore in [3, 4]', 'neverTrue'],
  ['origin.riskScore > big and origin.riskScore < 100', 'neverTrue'],
  ['over(origin.riskScore) and origin.riskScore = 100', 'neverTrue'],
  ['origin.riskScore > limit and origin.riskScore <= limit', 'neverTrue'],
  ['origin.riskScore > destination.riskScore and destination.riskScore > origin.riskScore', 'neverTrue'],
  ['origin.countryCode = destination.countryCode and destination.countryCode != origin.countryCode', 'neverTrue'],
  ['origin.countryCode is missing and origin.countryCode = "BR"', 'neverTrue'],
  ['origin.countryCode is missing and origin.countryCode != "BR"', 'neverTrue'],
  ['transaction.metadata.x is missing and transaction.metadata.x > 5', 'neverTrue'],
  ['origin.taxId is empty and origin.taxId = "1"', 'neverTrue'],
  ['transaction.type = "PAYMENT" and transaction.type = "REFUND"', 'neverTrue'],
  ['origin.name = "José" and origin.name = "Josef"', 'neverTrue'],
  ['origin.name = "José" and origin.name != "JOSE"', 'neverTrue'],
  ['origin.taxId in blocked and origin.taxId not in blocked', 'neverTrue'],
  ['origin.name matches `^a` and origin.name not matches `^a`', 'neverTrue'],
  ['origin.isPep and not origin.isPep', 'neverTrue'],
  ['origin.isPep = false and origin.isPep', 'neverTrue'],
  ['transaction.transactedAt is within last 1h and transaction.transactedAt is not within last 24h', 'neverTrue'],
  ['count(transactions from origin in last 1h) < 0', 'neverTrue'],
  ['count(transactions from origin in last 1h) > 4 and count(transactions from origin in last 60m) < 5', 'neverTrue'],
  ['hour(transaction.transactedAt) > 23', 'neverTrue'],
  ['length(origin.name) < 0', 'neverTrue'],
  ['at least 2 of { origin.riskScore < 1, origin.riskScore between 2 and 3, origin.riskScore > 4 }', 'neverTrue'],
  ['none { origin.riskScore > 5, origin.riskScore <= 5 }', 'neverTrue'],
  ['count(transactions from origin in last 1h) >= 0', 'neverFalse'],
  ['origin.riskScore > 5 or origin.riskScore <= 5', 'neverFalse'],
  ['not (origin.riskScore > 5 and origin.riskScore < 4)', 'neverFalse'],
  ['origin.type in ["person", "company"] or origin.type not in ["person"]', 'neverFalse'],
  ['transaction.flagged or not transaction.flagged', 'neverFalse'],
  ['origin.riskScore > 5 and origin.riskScore > 3', 'redundant: origin.riskScore > 3'],
  ['origin.riskScore > 5 or origin.riskScore > 3', 'redundant: origin.riskScore > 5'],
  ['any { origin.isPep, origin.riskScore > 3, origin.riskScore > 4 }', 'redundant: origin.riskScore > 4'],
  ['origin.isPep and origin.isPep', 'redundant: origin.isPep'],
  [
    'transaction.type in ["PAYMENT", "REFUND"] and transaction.type = "PAYMENT"',
    'redundant: transaction.type in ["PAYMENT", "REFUND"]',
  ],
  ['origin.riskScore > 50 and any { origin.riskScore < 10, origin.isPep }', 'deadBranch: origin.riskScore < 10'],
  [
    'transaction.amount > 9 USD and (origin.isPep or transaction.amount = 3 USD)',
    'deadBranch: transaction.amount = 3 USD',
  ],
  [
    'any { origin.isPep, transaction.amount > 9 USD and transaction.amount < 3 USD }',
    'neverTrue: transaction.amount > 9 USD and transaction.amount < 3 USD',
  ],
  [
    'count(transactions from origin in last 1h where amount > 9 USD and amount < 3 USD) > 2',
    'neverTrue: amount > 9 USD and amount < 3 USD',
  ],
];

/** Conditions about which nothing can be concluded, although they look similar. */
const innocent: readonly string[] = [
  'transaction.amount > 100 USD and transaction.amount < 50 EUR',
  'transaction.amount > 100 and transaction.amount < 50 USD',
  'transaction.amount > 100 USD and destinationAccount.details.taxId is missing',
  'origin.riskScore > 5 and destination.riskScore < 5',
  'origin.riskScore > limit and origin.riskScore < 10',
  'origin.riskScore > limit or origin.riskScore < 95',
  'origin.countryCode is missing or origin.countryCode != "BR"',
  'origin.countryCode is present and origin.countryCode != "BR"',
  'transaction.amount > transaction.amount as USD and transaction.amount as USD > transaction.amount',
  'origin.name = "Jose" and exact(origin.name) = "JOSE"',
  'transaction.metadata.x > 5 or transaction.metadata.x = "a"',
  'count(transactions from origin in last 1h) > 4 and count(transactions from origin in last 2h) < 5',
  'count(transactions from origin in last 1h) > 4 and count(prior transactions from origin in last 1h) < 5',
  'origin.riskScore > 4 and origin.riskScore < 5',
  'origin.taxId in blocked and destination.taxId not in blocked',
  'at least 2 of { origin.riskScore < 1, origin.riskScore between 0 and 3, origin.riskScore > 4 }',
];

describe('conditions', () => {
  it.each(planted)('%s: %s', (condition, expected) => {
    const [finding, ...more] = found(condition);
    expect(more).toEqual([]);
    expect(finding).toMatch(new RegExp(`^${expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  });

  it.each(innocent)('%s: reports nothing', (condition) => {
    expect(found(condition)).toEqual([]);
  });

  it('a `let` that is never true is reported at its definition', () => {
    const { rules } = check(
      'rule r {\n  on transaction\n  let odd = origin.riskScore > 5 and origin.riskScore < 3\n  when origin.isPep or odd\n}\n',
    );
    expect(analyseRules(rules).map(shown)).toContain('neverTrue: origin.riskScore > 5 and origin.riskScore < 3');
  });

  it('names the conflicting parts and what each of them requires', () => {
    const [finding] = findingsOf([
      'origin.isPep and transaction.amount > 100 USD and origin.riskScore > 3 and transaction.amount < 50 USD',
    ]);
    if (finding?.kind !== 'neverTrue') throw new Error('it is found');
    expect(finding.grounds.map(({ needs, witness }) => ({ needs, fields: witness?.fields }))).toEqual([
      {
        needs: 'transaction.amount as USD > 100 USD',
        fields: { 'transaction.amount': { amount: '101', currency: 'USD' } },
      },
      {
        needs: 'transaction.amount as USD < 50 USD',
        fields: { 'transaction.amount': { amount: '49', currency: 'USD' } },
      },
    ]);
  });
});

describe('rules of one matrix', () => {
  it.each([
    [['origin.riskScore > 5', 'origin.riskScore > 10'], ['r1 subsumed r0']],
    [['origin.riskScore > 5', 'origin.riskScore > 5'], ['r1 equal r0']],
    [['origin.riskScore > 5', 'not (origin.riskScore <= 5)'], ['r1 equal r0']],
    [['origin.isPep', 'origin.isPep and transaction.flagged'], ['r1 subsumed r0']],
    [['origin.isPep or transaction.flagged', 'transaction.flagged'], ['r1 subsumed r0']],
    [['transaction.type in ["PAYMENT", "REFUND"]', 'transaction.type = "REFUND" and origin.isPep'], ['r1 subsumed r0']],
    [['over(origin.riskScore)', 'origin.riskScore >= 101'], ['r1 subsumed r0']],
    [['origin.riskScore > limit', 'origin.riskScore > limit and origin.isPep'], ['r1 subsumed r0']],
    [
      [
        'at least 2 of { origin.isPep, transaction.flagged, origin.riskScore > 5 }',
        'origin.isPep and origin.riskScore > 7',
      ],
      ['r1 subsumed r0'],
    ],
    [
      ['count(transactions from origin in last 1h) > 3', 'count(transactions from origin in last 1h) >= 5'],
      ['r1 subsumed r0'],
    ],
    [['origin.riskScore > 5', 'origin.riskScore < 10'], []],
    [['origin.riskScore > limit', 'origin.riskScore > 90'], []],
    [['origin.riskScore != 5', 'origin.riskScore is missing'], []],
  ])('%j: %j', (conditions, expected) => {
    expect(found(...conditions)).toEqual(expected);
  });

  const set = (wide: string, narrow: string): string[] => {
    const text = (key: string, head: string, when: string): string =>
      `rule ${key} {\n  on transaction\n  ${head}\n  when ${when}\n}\n`;
    const source = `${matrix}${text('wide', wide, 'origin.isPep')}${text('narrow', narrow, 'origin.isPep and transaction.flagged')}`;
    return analyseRules(check(source).rules).map(shown);
  };

  it('are compared when one runs wherever the other does', () => {
    expect(set('matrix m', 'matrix m')).toEqual(['narrow subsumed wide']);
    expect(set('matrix m', 'matrix m scope { countries: ["BR"] }')).toEqual(['narrow subsumed wide']);
    expect(set('matrix m scope { countries: ["BR"] }', 'matrix m')).toEqual([]);
    expect(set('matrix m', '')).toEqual([]);
    expect(set('matrix m', 'matrix m evaluate async')).toEqual([]);
    expect(set('matrix m mode shadow', 'matrix m')).toEqual([]);
    expect(set('matrix m effective from 2026-01-01', 'matrix m')).toEqual([]);
  });

  it('are reported with a context that both hit and one that only the wider one hits', () => {
    const [finding] = findingsOf(['origin.riskScore > 5', 'origin.riskScore > 10']);
    expect(finding).toMatchObject({
      witness: { fields: { 'origin.riskScore': 11 }, facts: {} },
      onlyWider: { fields: { 'origin.riskScore': 10 }, facts: {} },
    });
  });
});

describe('scores', () => {
  const scores = (...points: number[]): string[] =>
    analyseRules(
      check(matrix + points.map((score, index) => ruleText(`r${index}`, `origin.riskScore = ${index}`, score)).join(''))
        .rules,
      { matrices: check(matrix).matrices },
    ).map(shown);

  it('matter when they can carry a total of the others across a boundary', () => {
    expect(scores(30, 30)).toEqual([]);
    expect(scores(20, 10)).toEqual([]);
    expect(scores(20, -15, 25)).toEqual([]);
    expect(scores(100)).toEqual([]);
  });

  it('do not matter when they cannot', () => {
    expect(scores(10)).toEqual(['r0 score']);
    expect(scores(-10)).toEqual(['r0 score']);
    expect(scores(40, 5)).toEqual(['r1 score']);
    expect(scores(5, 5, 5)).toEqual(['r0 score', 'r1 score', 'r2 score']);
  });

  it.each([1, 2, 3, 4, 5])('agree with an enumeration of all combinations (set %i)', (seed) => {
    const values = Array.from({ length: 6 }, (_, index) => ((seed * 7919 + index * 104_729) % 41) - 15);
    const boundaries = [30, 60, 80];
    const level = (total: number): number => boundaries.filter((each) => total >= each).length;
    const found = scores(...values);
    for (const [index, score] of values.entries()) {
      const others = values.filter((_, at) => at !== index);
      const totals = Array.from({ length: 2 ** others.length }, (_, mask) =>
        others.reduce((sum, each, at) => sum + ((mask >> at) & 1) * each, 0),
      );
      if (found.includes(`r${index} score`))
        expect(totals.every((total) => level(total) === level(total + score))).toBe(true);
    }
  });
});

describe('a large rule set', () => {
  it('of 1,000 rules is analysed within a work limit', () => {
    const source = `${matrix}${Array.from({ length: 1_000 }, (_, index) =>
      ruleText(
        `r${index}`,
        `transaction.amount > ${index} USD and origin.riskScore > ${index % 90} and any { origin.taxId in ["a", "c${index}"], count(transactions from origin in last ${(index % 48) + 1}h) >= ${index % 7} }`,
      ),
    ).join('')}`;
    const { rules, matrices } = check(source);
    const before = process.cpuUsage();
    const findings = analyseRules(rules, { matrices });
    const took = process.cpuUsage(before).user / 1_000;
    expect(rules).toHaveLength(1_000);
    expect(findings.length).toBeGreaterThan(100);
    // Processor time; ten times what an idle machine needs.
    expect(took).toBeLessThan(5_000);
  });
});

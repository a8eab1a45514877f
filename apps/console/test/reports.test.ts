import { makeReport } from '@tamis/testkit/reports';
import fc from 'fast-check';

import { daysOf } from '../src/features/dry-runs/model/days.js';
import { changeOf, type MatchesSearch, matchFilter } from '../src/features/dry-runs/model/matches-search.js';
import { wholeMatrix } from '../src/features/dry-runs/model/figures.js';
import { chooseMatches, type OpenReport, readReport, shownOf } from '../src/features/dry-runs/report/read-report.js';

const open = (text: string): OpenReport => {
  const read = readReport(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

describe('report file', () => {
  const report = open(makeReport(90));

  it.each([
    ['', 'notJson'],
    ['[]', 'notReport'],
    ['{"records":{},"candidates":[]}', 'notReport'],
    ['{"success":true,"dryRun":{"id":"x"}}', 'ofServer'],
  ])('is rejected for %j: %s', (text, problem) => {
    expect(readReport(text)).toBe(problem);
  });

  it('is never partially read, whatever a file contains', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(['notReport', 'ofServer']).toContain(readReport(JSON.stringify(value)));
      }),
    );
  });

  it('keeps every digit of an amount', () => {
    const long = open(makeReport(3).replace('"amount": 0.5', '"amount": 12345678901234567.89'));
    expect(shownOf(long.matches[0]!).amount).toBe('12345678901234567.89');
  });

  it('applies every filter, and omits from each figure its own filter', () => {
    const { counts, order } = chooseMatches(report, { rule: 'second', change: 'gained' });
    expect([counts.records, order.length]).toEqual([30, 30]);
    expect(counts.decisions).toEqual([{ from: 'APPROVE', to: 'HOLD', records: 30 }]);
    expect(counts.rules.map(({ ruleKey, records }) => [ruleKey, records])).toEqual([
      ['first', 30],
      ['second', 30],
      ['third', 30],
    ]);
    const ofFraud = chooseMatches(report, { label: 'positive' }).counts;
    expect(ofFraud).toMatchObject({
      records: 9,
      labels: [
        { label: 'unlabelled', records: 81 },
        { label: 'positive', records: 9 },
      ],
    });
    expect(chooseMatches(report, { until: '2024-12-31' }).counts.records).toBe(0);
    expect(chooseMatches(report, { since: '2025-01-01', from: 'APPROVE', to: 'REJECT' }).counts.records).toBe(30);
    expect(chooseMatches(report, { change: 'lost' }).counts.records).toBe(0);
  });

  it('sorts by newest first or by largest amount', () => {
    const [newest] = chooseMatches(report, {}).order;
    const [largest] = chooseMatches(report, { sort: 'amount' }).order;
    expect([newest, largest]).toEqual([89, 89]);
  });

  it('counts for each further filter value the records that choosing it leaves', () => {
    const value = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const searches = fc
      .record({
        from: value('APPROVE' as const, 'HOLD' as const),
        to: value('HOLD' as const, 'REJECT' as const),
        rule: value('first', 'third'),
        label: value('positive' as const, 'unlabelled' as const),
      })
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined)) as MatchesSearch);
    fc.assert(
      fc.property(searches, (search) => {
        const { counts } = chooseMatches(report, search);
        for (const { from, to, records } of counts.decisions)
          expect(chooseMatches(report, { ...search, from: from!, to }).counts.records).toBe(records);
        for (const { label, records } of counts.labels)
          expect(chooseMatches(report, { ...search, label }).counts.records).toBe(records);
        for (const { ruleKey, change, records } of counts.rules)
          expect(chooseMatches(report, { ...search, rule: ruleKey, change }).counts.records).toBe(records);
      }),
    );
  });

  it('has a matrix of all its records, with unchanged ones on the diagonal', () => {
    expect(wholeMatrix(report.figures).reduce((sum, { records }) => sum + records, 0)).toBe(90);
  });

  it('includes every day from the first to the last', () => {
    const { perDay } = report.figures;
    const days = daysOf({ ...report.figures, perDay }, [{ date: '2025-01-03', records: 2 }]);
    expect(days.map(({ date, chosen }) => [date, chosen])).toEqual([
      ['2025-01-01', 0],
      ['2025-01-02', 0],
      ['2025-01-03', 2],
    ]);
  });
});

describe('query of a dry run', () => {
  it('defaults to changed decisions without a chosen rule, and to gained hits without a baseline', () => {
    expect(changeOf({}, true)).toBe('flipped');
    expect(changeOf({}, false)).toBe('gained');
    expect(changeOf({ clause: 'x' }, true)).toBeUndefined();
    expect(matchFilter({ since: '2026-03-01', until: '2026-03-02', from: 'HOLD' }, true)).toEqual({
      change: 'flipped',
      decisionFrom: 'HOLD',
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-02T23:59:59.999Z',
    });
  });
});

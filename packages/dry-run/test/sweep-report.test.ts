import { currentValue, sweepCandidates, sweepReport, sweptValues, valueWithinBudget } from '../src/index.js';
import { contentOf, payment, reportOf } from './replay.js';

const rule = (declaration: string, when = 'transaction.amount >= limit'): ReturnType<typeof contentOf> =>
  contentOf(`param ${declaration}\nrule spent { on transaction score 80 when ${when} then alert HIGH "spent" }`);

const checkValues = (declaration: string, when: string, steps: number, values: readonly string[]): void => {
  expect(sweptValues(rule(declaration, when), 'limit', steps)).toEqual({ ok: true, value: values });
};

describe('sweep values', () => {
  it('are spread evenly over the declared range, on its grid if it has one', () => {
    const amount = 'transaction.amount >= limit';
    checkValues('limit = 50 USD between 10 USD and 100 USD', amount, 3, ['10 USD', '55 USD', '100 USD']);
    checkValues('limit = 50 USD between 10 USD and 100 USD step 30 USD', amount, 50, [
      '10 USD',
      '40 USD',
      '70 USD',
      '100 USD',
    ]);
    checkValues('limit = 50 USD between 0 USD and 10 USD', amount, 4, ['0 USD', '3.33 USD', '6.67 USD', '10 USD']);
    const window = 'count(transactions from origin in last limit) > 2';
    checkValues('limit = 1h between 30m and 1d', window, 3, ['30m', '735m', '1d']);
    checkValues('limit = 3 between 2 and 20 step 1', 'count(transactions from origin in last 1h) > limit', 2, [
      '2',
      '20',
    ]);
    checkValues('limit = 88% between 75% and 99% step 1%', 'origin.riskScore >= limit', 3, ['75%', '87%', '99%']);
  });

  it('require a parameter with a range', () => {
    const content = rule('limit = 50 USD');
    expect(sweptValues(content, 'limit', 3)).toEqual({ ok: false, error: { kind: 'noRange', param: 'limit' } });
    expect(sweptValues(content, 'other', 3)).toEqual({ ok: false, error: { kind: 'noParameter', param: 'other' } });
    expect([currentValue(content, 'limit'), currentValue(content, 'other')]).toEqual(['50 USD', null]);
  });
});

describe('sweep report', () => {
  // Frauds of 40 and 70, cleared ones of 30 and 60, one per day.
  const payments = [30, 40, 60, 70].map((amount, day) =>
    payment(`p${day}`, String(amount), day * 86_400_000, amount % 30 === 0 ? 'cleared' : 'fraud'),
  );
  const content = rule('limit = 50 USD between 10 USD and 100 USD step 5 USD');
  const values = ['20 USD', '35 USD', '65 USD', '80 USD'];
  const candidates = sweepCandidates(content, 'limit', values);
  if (!candidates.ok) throw new Error(candidates.error.kind);
  const dryRun = reportOf({ baseline: null, candidates: candidates.value }, payments);

  it('contains the figures of each value, the frontier and the trend of hits', () => {
    const report = sweepReport(dryRun, { param: 'limit', current: '50 USD', rule: 'spent' });
    const figures = report.points.map(({ hits, positivesCaught, falseAlarms }) => [hits, positivesCaught, falseAlarms]);
    expect(figures).toEqual([
      [4, 2, 2],
      [3, 2, 1],
      [1, 1, 0],
      [0, 0, 0],
    ]);
    expect(report.frontier).toEqual(['35 USD', '65 USD']);
    expect(report.monotone).toEqual({ hits: 'fall', breaksAt: [] });
    const ofAll = sweepReport(dryRun, { param: 'limit', current: null, rule: null });
    expect(ofAll.points).toEqual(report.points);
  });

  it('reports where the trend of hits breaks', () => {
    const odd = {
      ...dryRun,
      candidates: [0, 2, 1].map((at) => dryRun.candidates[at] as (typeof dryRun.candidates)[0]),
    };
    const asked = { param: 'limit', current: null, rule: 'spent' };
    expect(sweepReport(odd, asked).monotone).toEqual({ hits: 'neither', breaksAt: ['35 USD'] });
  });

  it('suggests the value that catches most within an alert budget', () => {
    const report = sweepReport(dryRun, { param: 'limit', current: null, rule: 'spent' });
    const suggested = [10, 1, 0.5, 0].map((budget) => valueWithinBudget(report, budget)?.value ?? null);
    expect(suggested).toEqual(['35 USD', '35 USD', '65 USD', '80 USD']);
    expect(valueWithinBudget(report, -1)).toBeNull();
  });

  it('suggests the value that uses most of the budget if no payment is labelled as fraud', () => {
    const unlabelled = reportOf(
      { baseline: null, candidates: candidates.value },
      payments.map((each) => ({ ...each, label: null })),
    );
    const report = sweepReport(unlabelled, { param: 'limit', current: null, rule: 'spent' });
    const suggested = [10, 1, 0.9, 0.5, 0].map((budget) => valueWithinBudget(report, budget)?.value ?? null);
    expect(suggested).toEqual(['20 USD', '35 USD', '65 USD', '65 USD', '80 USD']);
  });
});

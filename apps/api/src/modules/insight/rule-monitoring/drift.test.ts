import { type Drift, driftStatus, driftPeriods, inputStatus } from './domain/drift.js';
import { expectedBandOf } from './domain/expected-band.js';
import { stabilityIndex, stabilityOf } from './domain/population-stability.js';

describe('population stability index', () => {
  it('is zero for equal shares, symmetric, and grows with the difference', () => {
    expect(stabilityIndex([50, 50], [500, 500])).toBeCloseTo(0, 4);
    const [there, back] = [stabilityIndex([700, 300], [300, 700]), stabilityIndex([300, 700], [700, 300])];
    expect(there).toBeCloseTo(back, 9);
    // (0.3 − 0.7) ln(0.3 / 0.7) + (0.7 − 0.3) ln(0.7 / 0.3)
    expect(there).toBeCloseTo(0.8 * Math.log(7 / 3), 2);
    expect(stabilityIndex([700, 300], [600, 400])).toBeLessThan(there);
  });

  const numbers = (count: number, of: (n: number) => number): readonly number[] =>
    Array.from({ length: count }, (_, n) => of(n));

  it('uses ten bins for numbers, fewer for equal values, and reports the bin that changed most', () => {
    const reference = numbers(1_000, (n) => n);
    const moved = numbers(1_000, (n) => n + 100);
    const found = stabilityOf(reference, moved, { kind: 'number' });
    expect(found?.topChange).toEqual({ from: null, below: 100, reference: 0.1, now: 0 });
    const halves = numbers(1_000, (n) => n % 2);
    expect(stabilityOf(halves, halves, { kind: 'number' })?.psi).toBeCloseTo(0, 9);
  });

  it('uses the twenty most frequent values plus the rest, and is null for few values or objects', () => {
    const texts = numbers(1_000, (n) => n % 40).map(String);
    const others = texts.map((text) => `${text}x`);
    const text = { kind: 'text', collation: 'cs' } as const;
    expect(stabilityOf(texts, others, text)?.topChange).toMatchObject({ value: null, reference: 0.5, now: 1 });
    expect(stabilityOf(texts.slice(0, 199), texts, text)).toBeNull();
    expect(stabilityOf(texts, texts, { kind: 'object' })).toBeNull();
  });
});

describe('rule drift status', () => {
  const fill = (reference: number | null, now: number | null) => ({ reference, now });
  const inputs: readonly [number | null, ReturnType<typeof fill>, string][] = [
    [0.09, fill(1, 1), 'stable'],
    [0.1, fill(1, 1), 'watch'],
    [0.25, fill(1, 1), 'watch'],
    [0.26, fill(1, 1), 'drifted'],
    [null, fill(0.5, 0.41), 'stable'],
    [null, fill(0.5, 0.3), 'drifted'],
    [null, fill(null, 0.3), 'stable'],
  ];
  it.each(inputs)('for a stability index of %s and fill rates of %j is %s', (psi, fillRate, status) => {
    expect(inputStatus({ psi, fillRate })).toBe(status);
  });

  const rates: readonly [number | null, number | null, Drift['status']][] = [
    [0.01, 0.019, 'stable'],
    [0.01, 0.02, 'drifted'],
    [0.0001, 0.001, 'stable'],
    [0, 0.002, 'drifted'],
    [null, 0.5, 'stable'],
  ];
  it.each(rates)('for a previous unknown rate of %s and a current one of %s is %s', (expected, observed, status) => {
    expect(driftStatus({ inputs: [], unknownRate: { expected, observed } })).toBe(status);
  });

  const now = new Date('2026-06-30T00:00:00Z');
  const ages: readonly [string, number | null, readonly number[] | null][] = [
    ['never evaluated', null, null],
    ['half an hour old', 0.5, null],
    ['five hours old', 5, [5, 1]],
    ['three days old', 72, [72, 24]],
    ['a month old', 720, [720, 384]],
  ];
  it.each(ages)('for a version %s compares with the first days of that version', (_, hours, reference) => {
    const ago = (count: number) => new Date(now.getTime() - count * 3_600_000);
    const times = driftPeriods(hours === null ? null : ago(hours), now);
    expect(times.reference).toEqual(reference && { from: ago(reference[0]!), to: ago(reference[1]!) });
  });
});

it('expected band of daily hits matches the variation of independent hits and is never below zero', () => {
  expect(expectedBandOf({ hits: 1_000, days: 10, dryRunId: 'dry' })).toEqual({ low: 83, high: 117, source: 'dry' });
  expect(expectedBandOf({ hits: 1, days: 10, dryRunId: 'dry' })).toEqual({ low: 0, high: 1, source: 'dry' });
});

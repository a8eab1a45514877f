import type { Domain, Range } from './value-set.js';

const from = (at: number): Range => ({ low: { at, closed: true }, high: null });
const between = (low: number, high: number): Range => ({
  low: { at: low, closed: true },
  high: { at: high, closed: true },
});
const numbers = (within: Range, whole = false): Domain => ({ kind: 'ranges', whole, within });

/** Aggregates whose numbers have a known range, regardless of the records. */
export const aggregateDomains: Readonly<Record<string, Domain>> = {
  count: numbers(from(0), true),
  share: numbers(between(0, 1)),
  stddev: numbers(from(0)),
};

/** Functions whose numbers have a known range. */
export const functionDomains: Readonly<Record<string, Domain>> = {
  abs: numbers(from(0)),
  dayOfMonth: numbers(between(1, 31), true),
  hour: numbers(between(0, 23), true),
  length: numbers(from(0), true),
  minute: numbers(between(0, 59), true),
  month: numbers(between(1, 12), true),
  similarity: numbers(between(0, 1)),
};

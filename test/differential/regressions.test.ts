import type { EvaluationOutcome } from '@tamis/engine';
import { compiled, created, referenceOf, runEngine, setOf } from './differential.js';
import { now, type TestWorld } from './worlds.js';

/** Rules and data for which engine and reference once differed, or one of them failed. */

const world = (records: TestWorld['records'] = []): TestWorld => ({
  context: { id: 'now', originEntityId: 'e1', transactedAt: new Date(now).toISOString() },
  records,
  lists: new Map(),
});

function same(condition: string, data: TestWorld): EvaluationOutcome {
  const content = setOf([`rule r { on transaction when ${condition} }`]);
  const outcome = runEngine(compiled(content), data, created);
  expect(outcome).toEqual(referenceOf(content)(data, created));
  return outcome;
}

it('a date literal starts in the organization time zone, also when combined with a time literal', () => {
  expect(same('2026-01-15T12:00:00Z - 2026-01-15 = 9h', world()).hits).toEqual([0]);
});

it('a stored time that is not text and cannot be converted to text is outside every window', () => {
  const record = { id: 'r1', originEntityId: 'e1', transactedAt: { toString: 1 } };
  expect(same('count(prior transactions from origin in last 30d) = 0', world([record])).hits).toEqual([0]);
});

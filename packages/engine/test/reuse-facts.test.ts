import { gatherFacts, InMemoryFacts, mergeFacts, requestMoreFacts, reuseFacts } from '../src/index.js';
import type { CompiledRuleSet, Facts } from '../src/index.js';
import { created, listId, now, rule, setOf } from './single-rule.js';

const hourMs = 3_600_000;
const record = (beforeMs: number, amount: string) => ({
  originEntityId: 'e1',
  destinationEntityId: 'e2',
  amount,
  currency: 'USD',
  transactedAt: new Date(now - beforeMs).toISOString(),
});

const context = { ...record(0, '10'), originEntity: { taxId: 't1' } };
const source = new InMemoryFacts(new Map([[listId, new Set(['t1'])]]));
for (const [at, amount] of [30, 20, 2, 1].entries()) source.add(record(amount * hourMs, String(100 * (at + 1))));

const conditions = [
  'transaction.amount >= 5 USD',
  'count(transactions from origin in last 24h) >= 3',
  'count(transactions from origin in last 24h) >= 4',
  'count(transactions from origin in last 48h) >= 5',
  'sum(amount as USD of prior transactions from origin in last 3h) > 600 USD',
  'origin.taxId in list "watched"',
  'count(transactions to destination in last 24h) = 0 or origin.taxId in list "watched"',
];

/** Gathers facts as a host does: known facts are reused, and only the rest is requested. */
function factsFrom(known: CompiledRuleSet, wanted: CompiledRuleSet): { facts: Facts; asked: number } {
  const before = { facts: gatherFacts(known, context, created, source), requests: known.requests(context, created) };
  const requests = wanted.requests(context, created);
  const { facts, missing } = reuseFacts(before, requests);
  const first = mergeFacts(facts, source.gather(missing, now));
  const steps = requestMoreFacts(wanted, context, created, { facts: first, requests });
  let step = steps.next();
  while (!step.done) step = steps.next(source.gather(step.value, now));
  return { facts: step.value, asked: missing.windows.length + missing.reads.length + missing.rates.length };
}

describe('facts read for other rules', () => {
  it.each(conditions.flatMap((known) => conditions.map((wanted) => [known, wanted] as const)))(
    'for %s give %s the same outcome as its own facts',
    (known, wanted) => {
      const [before, after] = [setOf(rule(known)), setOf(rule(wanted, { key: 'x' }), rule(known))];
      for (const set of [after, setOf(rule(wanted))]) {
        const own = set.evaluate(context, gatherFacts(set, context, created, source), created);
        expect(JSON.stringify(set.evaluate(context, factsFrom(before, set).facts, created))).toBe(JSON.stringify(own));
      }
    },
  );

  it('suffice for rules with the same needs, in any rule order', () => {
    const both = setOf(rule(conditions[1]!), rule(conditions[4]!, { key: 'x' }));
    expect(factsFrom(both, setOf(rule(conditions[4]!), rule(conditions[2]!, { key: 'x' }))).asked).toBe(0);
    expect(factsFrom(setOf(rule(conditions[1]!)), setOf(rule(conditions[2]!))).asked).toBe(0);
  });

  it('leave only missing facts to be requested', () => {
    const both = setOf(rule(conditions[1]!), rule(conditions[5]!, { key: 'x' }));
    expect(factsFrom(setOf(rule(conditions[1]!)), both).asked).toBe(1);
    expect(factsFrom(setOf(rule(conditions[0]!)), both).asked).toBe(2);
  });
});

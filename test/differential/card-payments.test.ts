import { checkRuleSet, compileRuleSet, foldFacts, InMemoryFacts, type TransactionRecord } from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import { readFileSync } from 'node:fs';
import { sampleTransactions, sampleRules, watchedCustomers } from '../../bench/src/sample/card-transactions.js';

const expected = JSON.parse(
  readFileSync(new URL('../../rules-fixtures/samples/expected.json', import.meta.url), 'utf8'),
) as {
  readonly byRule: Record<string, number>;
  readonly unknownByRule: Record<string, number>;
  readonly decisions: Record<string, number>;
  readonly whole: { readonly caught: number; readonly falseAlarms: number };
};

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

describe('the 10,000 card payments', () => {
  const content = sampleRules();
  const compiled = compileRuleSet(content);
  const checked = checkRuleSet(content);
  if (!compiled.ok || !checked.ok) throw new Error('the rules of the sample do not compile');
  const set = compiled.value;
  const lists = new Map([[watchedCustomers, new Set<string>()]]);

  it('get the hits, unknowns and decisions that a program of its own computed from the data', () => {
    const facts = new InMemoryFacts(lists);
    const [byRule, unknownByRule, decisions]: Record<string, number>[] = [{}, {}, {}];
    const whole = { caught: 0, falseAlarms: 0 };
    for (const { record, run, isFraud } of sampleTransactions()) {
      const outcome = set.evaluate(record, foldFacts(set, record, run, facts), run);
      facts.add(record);
      for (const rule of outcome.outcomes)
        add((rule.outcome === 'hit' ? byRule : unknownByRule) ?? {}, set.rules[rule.rule]?.checked.key ?? '');
      add(decisions ?? {}, outcome.decision);
      if (outcome.decision !== 'APPROVE') whole[isFraud ? 'caught' : 'falseAlarms'] += 1;
    }
    expect({ byRule, unknownByRule, decisions, whole }).toMatchObject({
      byRule: expected.byRule,
      unknownByRule: expected.unknownByRule,
      decisions: expected.decisions,
      whole: { caught: expected.whole.caught, falseAlarms: expected.whole.falseAlarms },
    });
  });

  it('get the same outcomes from the reference evaluator', () => {
    const facts = new InMemoryFacts(lists);
    const records: TransactionRecord[] = [];
    for (const { record, run } of sampleTransactions().slice(0, 1_200)) {
      const gathered = facts.gather(set.requests(record, run), run.now);
      if (records.length % 6 === 0)
        expect(set.evaluate(record, gathered, run)).toEqual(
          evaluateCheckedReference(checked.value, content, record, { records, lists }, run),
        );
      facts.add(record);
      records.push(record);
    }
  });
});

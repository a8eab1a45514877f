import { checkRuleSet, compileRuleSet, foldFacts, InMemoryFacts, type TransactionRecord } from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import { reportPromise } from '@tamis/testkit';
import { readFileSync } from 'node:fs';
import {
  type SampleTransaction,
  sampleTransactions,
  sampleRules,
  watchedCustomers,
} from '../../bench/src/sample/card-transactions.js';

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

interface Quality {
  readonly precision: number;
  readonly recall: number;
  /** The harmonic mean of both. */
  readonly f1: number;
}

function qualityOf(judged: readonly (readonly [isFraud: boolean, isCaught: boolean])[]): Quality {
  const both = judged.filter(([isFraud, isCaught]) => isFraud && isCaught).length;
  const precision = both / (judged.filter(([, isCaught]) => isCaught).length || 1);
  const recall = both / (judged.filter(([isFraud]) => isFraud).length || 1);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) };
}

describe('10,000 card payments', () => {
  const content = sampleRules();
  const compiled = compileRuleSet(content);
  const checked = checkRuleSet(content);
  if (!compiled.ok || !checked.ok) throw new Error('the rules of the sample do not compile');
  const set = compiled.value;
  const lists = new Map([[watchedCustomers, new Set<string>()]]);

  type Decided = SampleTransaction & { readonly outcome: ReturnType<typeof set.evaluate> };
  let all: readonly Decided[] | undefined;
  /** Returns each transaction with the outcome of the rules, in order of time. */
  function decided(): readonly Decided[] {
    const facts = new InMemoryFacts(lists);
    return (all ??= sampleTransactions().map((each) => {
      const { record, run } = each;
      const outcome = set.evaluate(record, foldFacts(set, record, run, facts), run);
      facts.add(record);
      return { ...each, outcome };
    }));
  }

  it('get the hits, unknowns and decisions that an independent program computed from the data', () => {
    const [byRule, unknownByRule, decisions]: Record<string, number>[] = [{}, {}, {}];
    const whole = { caught: 0, falseAlarms: 0 };
    for (const { isFraud, outcome } of decided()) {
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

  it('promise 30: are caught better by the rules of the sample than by any one amount', () => {
    const judged = decided().map(({ record, isFraud, outcome }) => {
      return { isFraud, isCaught: outcome.decision !== 'APPROVE', amount: Number(record['amount']) };
    });
    const [byRules, ...byAmount] = [
      qualityOf(judged.map(({ isFraud, isCaught }) => [isFraud, isCaught])),
      ...[100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000].map((limit) =>
        qualityOf(judged.map(({ isFraud, amount }) => [isFraud, amount > limit])),
      ),
    ] as const;
    const best = byAmount.reduce((a, b) => (b.f1 > a.f1 ? b : a));
    const words = ({ precision, recall }: Quality): string =>
      `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`;
    reportPromise(30, {
      figure: `card fraud in ${judged.length} payments: ${words(byRules)} by the shipped rules; ${words(best)} by the best one amount`,
      target: 'better than one amount threshold',
      holds: byRules.f1 > best.f1,
    });
    expect(byRules.f1).toBeGreaterThan(best.f1);
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

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import {
  compileInSteps,
  compileRuleSet,
  type CompiledRuleSet,
  readMeanings,
  type RuleSetContent,
} from '../src/index.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const rule = (index: number, condition: string): RuleSetContent['rules'][number] => ({
  ruleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  version: 1,
  status: 'active',
  source: `rule stepped_${index} { on transaction (created) score 1 when ${condition} then alert LOW "{transaction.amount}" }`,
  externalId: null,
  createdAt: '2026-01-01T00:00:00Z',
});

const setOf = (conditions: readonly string[]): RuleSetContent => ({
  rules: conditions.map((condition, index) => rule(index, condition)),
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
});

const windows = (from: number): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    index % 3 === 0
      ? `count(transactions from origin in last ${index + 1}h) > ${from}`
      : `transaction.amount > ${from + index} USD`,
  );

/**
 * Compiles several sets one step at a time, alternately and in separate tasks, with everything garbage-collected that is not referenced.
 */
async function compileInTurns(asked: readonly Parameters<typeof compileInSteps>[]): Promise<CompiledRuleSet[]> {
  const all = asked.map((given) => compileInSteps(...given));
  const done: CompiledRuleSet[] = [];
  for (let turn = 0; Object.keys(done).length < all.length; turn += 1) {
    for (const [index, steps] of all.entries()) {
      const step = done[index] ? null : steps.next();
      if (!step?.done) continue;
      if (!step.value.ok) throw new Error(JSON.stringify(step.value.error));
      done[index] = step.value.value;
    }
    if (turn % 5 === 0) collect();
    await setImmediate();
  }
  return done;
}

const now = Date.parse('2026-01-02T00:00:00Z');
const run = { evaluationId: 'e', target: 'transaction', trigger: 'created', now } as const;
const context = {
  id: 't',
  originEntityId: 'e',
  transactedAt: new Date(now).toISOString(),
  amount: 105,
  currency: 'USD',
  amountInBase: 105,
};

function toldBy(set: CompiledRuleSet): unknown {
  const { windows: asked } = set.requests(context, run);
  const rows = (count: number) => Array.from({ length: count }, () => [now - 1]);
  const facts = { windows: Object.fromEntries(asked.map(({ id }) => [id, rows(8)])) };
  return [asked, JSON.parse(JSON.stringify(set.evaluate(context, facts, run))) as unknown];
}

describe('rule sets compiled in steps, interleaved with other compilations and discarded syntax trees', () => {
  it('equal those compiled in one go', async () => {
    const contents = [setOf(windows(5)), setOf(windows(100)), setOf([...windows(5).slice(0, 11), 'hour(now) < 25'])];
    const atOnce = contents.map((content) => {
      const result = compileRuleSet(structuredClone(content));
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    });
    const previous = [atOnce[0]!];
    const stepped = await compileInTurns([
      [contents[0]!],
      [contents[1]!],
      [contents[2]!, { previous }],
      [contents[1]!, { previous }],
    ]);
    const expected = [0, 1, 2, 1].map((at) => toldBy(atOnce[at]!));
    expect(stepped.map(toldBy)).toEqual(expected);
    expect(JSON.stringify(expected)).toContain('"hits":[');
    const reading = readMeanings(contents[1]!);
    while (!reading.next().done) await setImmediate();
    expect(stepped.map(({ version }) => version)).toEqual([0, 1, 2, 1].map((at) => atOnce[at]!.version));
  });

  it('report every rule with errors, as when compiled in one go', async () => {
    const broken = setOf(['transaction.amuont > 1 USD', 'transaction.amount > 1 USD', 'transaction.amount > true']);
    const steps = compileInSteps(broken);
    let step = steps.next();
    for (; !step.done; step = steps.next()) await setImmediate();
    expect(step.value).toEqual(compileRuleSet(broken));
    expect(step.value.ok).toBe(false);
  });
});

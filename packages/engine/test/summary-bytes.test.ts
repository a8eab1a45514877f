import fc from 'fast-check';
import { compileRuleSet, prepareSummary, type CompiledRuleSet, type EvaluationOutcome } from '../src/index.js';
import { contentOf, created, rule } from './single-rule.js';

const applied = { evaluationId: 'ev-1', alerts: [], status: null, customKeys: [] };

function setOf(conditions: readonly string[], then: readonly string[]): CompiledRuleSet {
  const content = contentOf(
    ...conditions.map((condition, index) => rule(condition, { key: `r${index + 1}`, then: then[index % then.length] })),
  );
  const ages = content.rules.map((each, index) => ({
    ...each,
    createdAt: new Date(index * 1000).toISOString(),
    // Condition ids of only some rules, each shared by few of them.
    ...(index % 3 === 2 ? { conditionIds: [`a"é${index % 2}`, `b${index}`, 'c', 'd'] } : {}),
  }));
  const result = compileRuleSet({ ...content, rules: ages });
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value;
}

const conditions = Array.from({ length: 12 }, (_, index) => [
  `transaction.channel = "é${index}" and transaction.metadata.x >= ${index}`,
  `transaction.metadata.x > ${index} or transaction.category contains "ü${index}"`,
  `transaction.metadata.flag = true and transaction.amount >= ${index} USD and transaction.createdAt is present`,
]).flat();

interface Item {
  readonly ruleKey: string;
  readonly outcome: string;
  readonly conditions: readonly object[];
}
interface Parsed {
  readonly rulesHit: readonly Item[];
  readonly rulesNoHit: readonly Item[];
  readonly totalScore: number;
}

/** Returns the members of the summary that depend on rules, built as objects from the outcome. */
function expected(set: CompiledRuleSet, outcome: EvaluationOutcome): Pick<Parsed, 'rulesHit' | 'rulesNoHit'> {
  const item = (index: number): Item => {
    const found = outcome.outcomes.find((each) => each.rule === index);
    const { items, checked } = set.rules[index]!;
    return {
      ruleKey: checked.key,
      outcome: found?.outcome ?? 'no_hit',
      conditions: items.map(({ id, field, operator, value }, leaf) => {
        const { actual, outcome: came } = found?.leaves[leaf] ?? {};
        return {
          id,
          field,
          operator,
          ...(value === null ? {} : { value }),
          ...(actual === undefined ? {} : { actual }),
          ...(came === undefined ? {} : { outcome: came }),
        };
      }),
    };
  };
  const counting = new Set(outcome.outcomes.filter(({ counts }) => counts).map((each) => each.rule));
  return {
    rulesHit: outcome.evaluated.filter((index) => counting.has(index)).map(item),
    rulesNoHit: outcome.evaluated.filter((index) => !counting.has(index)).map(item),
  };
}

const shown = ({ ruleKey, outcome, conditions: leaves }: Item): Item => ({
  ruleKey,
  outcome,
  conditions: leaves.map((leaf) => Object.fromEntries(Object.entries(leaf).filter(([member]) => member !== 'because'))),
});

describe('summary bytes', () => {
  it('stay unchanged when further summaries are created', () => {
    const set = setOf(conditions, ['']);
    const summary = prepareSummary(set);
    const made = Array.from({ length: 40 }, (_, x) => {
      const outcome = set.evaluate(
        { metadata: { x, flag: true }, amount: x, currency: 'USD' },
        { windows: {} },
        created,
      );
      return { parts: summary.renderChunks(outcome, applied), text: summary.render(outcome, applied) };
    });
    for (const { parts, text } of made) expect(Buffer.concat(parts).toString()).toBe(text);
  });

  const set = setOf(conditions, ['', 'unknown hit', 'unknown review', 'then suggest FLAG']);
  const full = prepareSummary(set);
  const short = prepareSummary(set, { list: 'hits' });
  const texts = fc.oneof(
    fc.constantFrom('é3', 'ü1', '"', '\\', '\n', '\u2028', 'x'.repeat(500)),
    fc.string({ unit: 'binary' }),
  );
  const numbers = fc.oneof(
    fc.integer({ max: 12 }),
    fc.integer().map((hundredths) => hundredths / 100),
    fc.constantFrom(0, -0, 0.1, 1.005, -99.9, 21_474_836.47, 21_474_836.48, 1e21, 5e-7),
    fc.double(),
  );
  const contexts = fc.record({
    channel: fc.option(texts, { nil: undefined }),
    category: fc.option(texts, { nil: undefined }),
    metadata: fc.record({ x: fc.option(numbers, { nil: undefined }), flag: fc.boolean() }),
    amount: fc.oneof(numbers, numbers.map(String)),
    currency: fc.constantFrom('USD', 'usd', '"é'),
    createdAt: fc.constant('2026-03-01T10:00:00.000Z'),
  });

  it('parse to the same value as the outcome built from objects, whatever the data', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const outcome = set.evaluate(context, { windows: {} }, created);
        const parts = full.renderChunks(outcome, applied);
        const bytes = full.renderBytes(outcome, applied);
        expect(Buffer.concat(parts).equals(bytes)).toBe(true);
        const parsed = JSON.parse(bytes.toString()) as Parsed;
        const want = expected(set, outcome);
        expect(parsed.totalScore).toBe(outcome.totalScore);
        expect({ hit: parsed.rulesHit.map(shown), no: parsed.rulesNoHit.map(shown) }).toEqual(
          JSON.parse(JSON.stringify({ hit: want.rulesHit, no: want.rulesNoHit })),
        );
        expect(full.render(outcome, applied)).toBe(bytes.toString());
        // The expected text was rendered from the evaluation; here it is rendered from the contents of the outcome.
        expect(full.render({ ...outcome }, applied)).toBe(bytes.toString());
        const hits = JSON.parse(short.render(outcome, applied)) as Parsed;
        expect(hits.rulesHit).toEqual(parsed.rulesHit);
        expect(hits.rulesNoHit).toEqual(parsed.rulesNoHit.filter((each) => each.outcome !== 'no_hit'));
      }),
    );
  });

  it('do not mix up the values of two rule sets with the same rules', () => {
    const [one, again] = [setOf(conditions, ['']), setOf(conditions, [''])];
    const summary = prepareSummary(one);
    const context = { channel: 'é3', category: 'ü1', metadata: { x: 6.25, flag: true }, amount: 4, currency: 'USD' };
    const render = (from: CompiledRuleSet): string =>
      summary.render(from.evaluate(context, { windows: {} }, created), applied);
    const expectedText = render(one);
    expect([render(again), render(one), render(again)]).toEqual([expectedText, expectedText, expectedText]);
  });

  it.each([20, 200])(
    'report alternatives the same right after the run and after another run, for %i rules',
    (count) => {
      const alternatives = Array.from({ length: count }, (_, index) => {
        const low = `transaction.metadata.x > ${index % 9}`;
        const text = `transaction.category = "ü${index % 3}"`;
        const flag = 'transaction.metadata.flag = true';
        return [
          `(${low} or ${text}) and transaction.amount > ${index % 4} USD`,
          `not (${low} and ${flag}) and (${text} or not (${flag}))`,
          `(${text} or (${flag} and ${low})) and not (transaction.channel = "é${index % 5}")`,
          `(${low} or transaction.channel != transaction.category) and transaction.metadata.x != ${100 + index}`,
          `(${low} or transaction.channel != transaction.category) and ${flag}`,
        ][index % 5] as string;
      });
      const indexed = setOf(alternatives, ['']);
      const summary = prepareSummary(indexed);
      fc.assert(
        fc.property(contexts, contexts, (context, other) => {
          const outcome = indexed.evaluate(context, { windows: {} }, created);
          const inRun = summary.render(outcome, applied);
          indexed.evaluate(other, { windows: {} }, created);
          expect(summary.render(outcome, applied)).toBe(inRun);
          expect(summary.render({ ...outcome }, applied)).toBe(inRun);
        }),
      );
    },
  );

  it('are complete if the hits take more than one memory chunk', () => {
    const many = Array.from({ length: 150 }, (_, index) => [
      `transaction.metadata.x >= ${index % 7} and transaction.channel != "é${index}" and transaction.metadata.flag = true`,
      `transaction.category contains "${'long '.repeat(1 + (index % 40))}" or not (transaction.metadata.flag = false)`,
    ]).flat();
    const large = setOf(many, ['']);
    const [summary, ofHits] = [prepareSummary(large), prepareSummary(large, { list: 'hits' })];
    const made = ['é', 'long '.repeat(100), '"\\"'].map((category) => {
      const context = { channel: 'ü', category, metadata: { x: 6.25, flag: true } };
      const outcome = large.evaluate(context, { windows: {} }, created);
      return { outcome, parts: ofHits.renderChunks(outcome, applied), text: summary.render(outcome, applied) };
    });
    for (const { outcome, parts, text } of made) {
      const hits = JSON.parse(Buffer.concat(parts).toString()) as Parsed;
      expect(Buffer.concat(parts).length).toBeGreaterThan(65_536);
      expect(hits.rulesHit.map(shown)).toEqual(JSON.parse(JSON.stringify(expected(large, outcome).rulesHit)));
      expect(hits.rulesHit).toEqual((JSON.parse(text) as Parsed).rulesHit);
    }
  });
});

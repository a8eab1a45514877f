import type { RuleContent, RuleSetContent, EvaluationOutcome } from '@tamis/engine';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { compiled, created, ruleSets, runEngine } from './differential.js';
import { wellTypedRules } from './well-typed-rules.js';
import { worlds, type TestWorld } from './worlds.js';

interface Ran {
  readonly outcome: EvaluationOutcome;
  /** Ids of rules by their index. */
  readonly ids: readonly string[];
  readonly content: RuleSetContent;
}

function ran(content: RuleSetContent, world: TestWorld): Ran {
  const set = compiled(content);
  return { outcome: runEngine(set, world, created), ids: set.rules.map((rule) => rule.content.ruleId), content };
}

/** Returns the ids of the rules that hit. */
const hitsOf = ({ outcome, ids }: Ran): readonly string[] => outcome.hits.map((index) => ids[index] ?? '').sort();

/** Returns the result of an evaluation, independently of the order and the names of its rules. */
function verdictOf(run: Ran): unknown {
  const { totalScore, riskScore, riskLevel, suggestion, decision } = run.outcome;
  return { totalScore, riskScore, riskLevel, suggestion, decision };
}

const withRules = (content: RuleSetContent, rules: readonly RuleContent[]): RuleSetContent => ({ ...content, rules });

const extraRules = fc.array(wellTypedRules, { minLength: 1, maxLength: 3 }).map((rules) =>
  rules.map((rule, index): RuleContent => ({
    ruleId: `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    version: 1,
    status: 'active',
    source: rule(`extra_${index + 1}`),
    externalId: null,
    createdAt: '2026-01-02T00:00:00.000Z',
  })),
);

/** Puts the condition of the rule in brackets and adds a condition that never holds. */
const thatNeverHits = (rule: RuleContent): RuleContent => {
  const source = rule.source
    .replace(/\n {2}when ([^]*?)\n(?=unknown| {2}unknown| {2}then|\})/, '\n  when ($1) and 1 = 2\n')
    .replace(/\n {2}unknown hit\n/, '\n');
  if (!source.includes('and 1 = 2')) throw new Error(`no condition in ${rule.source}`);
  return { ...rule, source };
};

/** Returns the same rules with different times and priorities, so that they are evaluated in another order. */
const inAnotherOrder = (content: RuleSetContent): fc.Arbitrary<RuleSetContent> =>
  fc
    .tuple(
      fc.shuffledSubarray([...content.rules], { minLength: content.rules.length }),
      fc.array(fc.record({ day: fc.integer({ min: 1, max: 28 }), priority: fc.integer({ min: 1, max: 1_000 }) }), {
        minLength: content.rules.length,
        maxLength: content.rules.length,
      }),
    )
    .map(([rules, places]) =>
      withRules(
        content,
        rules.map((rule, index) => ({
          ...rule,
          source: rule.source.replace(/ {2}priority \d+/, `  priority ${places[index]?.priority ?? 1}`),
          createdAt: new Date(Date.UTC(2026, 0, places[index]?.day ?? 1)).toISOString(),
        })),
      ),
    );

describe('evaluation outcome', () => {
  const runs = propertyRuns(400);

  it('has the same score, decision and hits in any rule order, given priority and age', () => {
    const sets = ruleSets.chain((content) => inAnotherOrder(content).map((other) => [content, other] as const));
    fc.assert(
      fc.property(sets, worlds, ([content, other], world) => {
        const [first, second] = [ran(content, world), ran(other, world)];
        expect(verdictOf(second)).toEqual(verdictOf(first));
        expect(hitsOf(second)).toEqual(hitsOf(first));
      }),
      runs,
    );
  });

  it('promise 14: has the same score, decision, hits and effects with shadow rules and without them', () => {
    let shadowHits = 0;
    fc.assert(
      fc.property(ruleSets, extraRules, worlds, (content, extra, world) => {
        const shadows = extra.map((rule): RuleContent => ({ ...rule, status: 'shadow' }));
        const [without, beside] = [ran(content, world), ran(withRules(content, [...content.rules, ...shadows]), world)];
        shadowHits += hitsOf(beside).length - hitsOf(without).length;
        expect(verdictOf(beside)).toEqual(verdictOf(without));
        const isReal = ({ ruleId }: { readonly ruleId: string }): boolean => !ruleId.startsWith('e');
        const { effects } = beside.outcome;
        expect(effects.filter(isReal)).toEqual(without.outcome.effects);
        expect(effects.filter((effect) => !isReal(effect) && effect.mode === 'apply')).toEqual([]);
        expect(hitsOf(beside).filter((ruleId) => isReal({ ruleId }))).toEqual(hitsOf(without));
      }),
      runs,
    );
    expect(shadowHits).toBeGreaterThan(runs.numRuns / 20);
  });

  it('does not change when a rule without a hit is added', () => {
    fc.assert(
      fc.property(ruleSets, extraRules, worlds, (content, extra, world) => {
        const [without, beside] = [
          ran(content, world),
          ran(withRules(content, [...content.rules, ...extra.map(thatNeverHits)]), world),
        ];
        expect(verdictOf(beside)).toEqual(verdictOf(without));
        expect(hitsOf(beside)).toEqual(hitsOf(without));
        expect(beside.outcome.effects).toEqual(without.outcome.effects);
        expect(beside.outcome.decisionBecause).toEqual(without.outcome.decisionBecause);
      }),
      runs,
    );
  });

  it('has the sum of the scores of its hits as its score', () => {
    let scored = 0;
    fc.assert(
      fc.property(ruleSets, worlds, (content, world) => {
        const set = compiled(content);
        const { outcomes, totalScore } = runEngine(set, world, created);
        const tenths = outcomes
          .filter(({ counts, rule }) => counts && set.rules[rule]?.shadow === false)
          .map(({ rule }) => Math.round(10 * (set.rules[rule]?.checked.score ?? NaN)));
        if (totalScore !== 0) scored += 1;
        expect(totalScore).toBe(tenths.reduce((sum, score) => sum + score, 0) / 10);
      }),
      runs,
    );
    expect(scored).toBeGreaterThan(runs.numRuns / 10);
  });
});

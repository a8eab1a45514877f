import {
  checkRuleSet,
  compileRuleSet,
  gatherFacts,
  InMemoryFacts,
  type CompiledRuleSet,
  type Facts,
  type RuleSetContent,
  type EvaluationParams,
  type EvaluationOutcome,
} from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import fc from 'fast-check';
import { goneList, now, watchedList, type TestWorld } from './worlds.js';
import { wellTypedRules } from './well-typed-rules.js';

export const created: EvaluationParams = {
  evaluationId: '00000000-0000-4000-8000-00000000000e',
  target: 'transaction',
  trigger: 'created',
  now,
};

export function setOf(sources: readonly string[]): RuleSetContent {
  return {
    rules: sources.map((source, index) => ({
      ruleId: `d0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      version: index + 1,
      status: index % 5 === 4 ? 'shadow' : 'active',
      source,
      externalId: null,
      createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 3))).toISOString(),
    })),
    lists: {
      watched: { id: watchedList, name: 'watched', type: 'custom' },
      gone: { id: goneList, name: 'gone', type: 'custom' },
    },
    baseCurrency: 'USD',
    timezone: 'America/Sao_Paulo',
    numberFormat: '1.234,5',
  };
}

export const ruleSets: fc.Arbitrary<RuleSetContent> = fc
  .array(wellTypedRules, { minLength: 1, maxLength: 5 })
  .map((rules) => setOf(rules.map((rule, index) => rule(`rule_${index + 1}`))));

/** The generator must produce text that the checker accepts; a rejected rule fails the test with its diagnostics. */
export function compiled(content: RuleSetContent, options = {}): CompiledRuleSet {
  const result = compileRuleSet(content, options);
  if (!result.ok)
    throw new Error(
      `${JSON.stringify(result.error, null, 2)}\n${content.rules.map(({ source }) => source).join('\n')}`,
    );
  return result.value;
}

export function factsFor(set: CompiledRuleSet, { context, records, lists }: TestWorld, run: EvaluationParams): Facts {
  const facts = new InMemoryFacts(lists);
  for (const record of records) facts.add(record);
  return gatherFacts(set, context, run, facts);
}

export const runEngine = (set: CompiledRuleSet, world: TestWorld, run: EvaluationParams): EvaluationOutcome =>
  set.evaluate(world.context, factsFor(set, world, run), run);

/** Returns the reference evaluator for one rule set. */
export function referenceOf(content: RuleSetContent): (world: TestWorld, run: EvaluationParams) => EvaluationOutcome {
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  return ({ context, records, lists }, run) =>
    evaluateCheckedReference(checked.value, content, context, { records, lists }, run);
}

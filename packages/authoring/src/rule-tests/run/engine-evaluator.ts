import {
  compileCheckedRules,
  gatherFacts,
  InMemoryFacts,
  type RecordSource,
  type EvaluationParams,
} from '@tamis/engine';
import type { TestWorld } from '../world/test-world.js';
import { worldDataSource } from '../world/world-data-source.js';
import type { ListAliases } from '../world/world-builder.js';
import type { Evaluator, RulesUnderTest } from './evaluator.js';

/** A test is an evaluation on demand, over all matrices of its rules, so that triggers do not matter. */
export const testRun = (
  { target, now }: TestWorld,
  { rules, content: { matrices = [] } }: RulesUnderTest,
): EvaluationParams => ({
  target,
  now,
  trigger: 'manual',
  matrices: matrices.map(({ key }) => key),
  stage: rules[0]?.checked.evaluate ?? 'sync',
  evaluationId: '00000000-0000-4000-8000-00000000e7a1',
});

/** Returns the facts of the world of a test: its records, and the data that functions look up in it. */
function worldFacts(world: TestWorld, lists: ListAliases): InMemoryFacts {
  const facts = new InMemoryFacts({ answer: worldDataSource(world, lists), rates: world.rates });
  for (const { source, record } of world.records) facts.add(record, source as RecordSource);
  return facts;
}

/** Executes tests on the engine that decides in production. */
export const engineEvaluator: Evaluator = (under) => {
  const { rules, content, lists } = under;
  const compiled = compileCheckedRules(rules, content);
  return (world) => {
    const run = testRun(world, under);
    const facts = gatherFacts(compiled, world.context, run, worldFacts(world, lists));
    return {
      outcome: compiled.evaluate(world.context, facts, run),
      examined: compiled.examine(world.context, facts, run),
    };
  };
};

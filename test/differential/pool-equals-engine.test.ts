import type { EvaluationOutcome } from '@tamis/engine';
import { EnginePool, InlinePool, type Evaluation, type EvaluationPool } from '@tamis/engine-pool';
import fc from 'fast-check';
import { compiled, created, factsFor, ruleSets } from './differential.js';
import { worlds } from './worlds.js';

/** Returns the parts of an evaluation that can be read without parsing it. */
const readAtOnce = (evaluation: Evaluation) => {
  const { decision, totalScore, riskScore, riskLevel, suggestion } = evaluation;
  return { decision, totalScore, riskScore, riskLevel, suggestion, hits: evaluation.hits() };
};

const textOf = (evaluation: Evaluation) => JSON.stringify(evaluation.outcome());

const atOnce = ({ decision, totalScore, riskScore, riskLevel, suggestion, outcomes }: EvaluationOutcome) => {
  const hits = outcomes.filter(({ counts }) => counts).map(({ rule }) => rule);
  return { decision, totalScore, riskScore, riskLevel, suggestion, hits };
};

describe('pool with random rules and data', () => {
  const pools: readonly EvaluationPool[] = [
    new EnginePool({ threads: 1, maxBatch: 1, deadlineMs: 20_000 }),
    new EnginePool({ threads: 2, maxBatch: 16, deadlineMs: 20_000 }),
    new InlinePool(),
  ];

  afterAll(() => Promise.all(pools.map((pool) => pool.destroy())));

  it('gives the outcomes of the engine in this thread, singly and in batches, with two, one or no worker threads', async () => {
    const samples = fc.sample(fc.tuple(ruleSets, fc.array(worlds, { minLength: 8, maxLength: 8 })), {
      numRuns: 12,
      seed: 20260115,
    });
    for (const [content, several] of samples) {
      const set = compiled(content);
      const jobs = several.map((world) => ({ world, facts: factsFor(set, world, created) }));
      const inThisThread = jobs.map(({ world, facts }) => set.evaluate(world.context, facts, created));
      for (const pool of pools) {
        const key = pool.load(content);
        const together = jobs.map(({ world, facts }) =>
          pool.evaluate({
            key,
            contextJson: JSON.stringify(world.context),
            factsJson: JSON.stringify(facts),
            params: created,
          }),
        );
        const made = await Promise.all(together);
        expect(made.map((evaluation) => evaluation.outcome())).toEqual(inThisThread);
        expect(made.map((evaluation) => evaluation.outcomeJson())).toEqual(made.map(textOf));
        expect(made.map(readAtOnce)).toEqual(inThisThread.map(atOnce));
      }
    }
  });
});

import { EnginePool } from '@tamis/engine-pool';
import fc from 'fast-check';
import { compiled, created, factsFor, ruleSets } from './differential.js';
import { worlds } from './worlds.js';

describe('the pool on random rules and data', () => {
  const pools = [
    new EnginePool({ threads: 1, maxBatch: 1, deadlineMs: 20_000 }),
    new EnginePool({ threads: 2, maxBatch: 16, deadlineMs: 20_000 }),
  ];

  afterAll(() => Promise.all(pools.map((pool) => pool.destroy())));

  it('gives the outcomes of the engine in this thread, alone and in batches, with one thread and with two', async () => {
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
          pool.evaluate(key, JSON.stringify(world.context), JSON.stringify(facts), created),
        );
        expect(await Promise.all(together)).toEqual(inThisThread);
      }
    }
  }, 60_000);
});

import { EnginePool, FaultPlan } from '../src/index.js';
import { payment, scoreOf, setOf, until } from './transactions.js';

/** Rules that all add the same number: an evaluation that mixed two of these sets would have a sum that no set has. */
const generation = (number: number) =>
  setOf(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `r${index}`,
        `rule r${index} "Rule ${index}" { on transaction score ${number} when transaction.amount >= ${(index % 9) + 1} USD }`,
      ]),
    ),
  );

describe('switch from one rule set to the next', () => {
  it('under load fails no evaluation and mixes no rule sets', async () => {
    const pool = new EnginePool({ threads: 2, maxBatch: 4, deadlineMs: 20_000 });
    let key = pool.load(generation(1));
    const expected = new Map([[key, 40]]);
    let done = false;
    let count = 0;
    const lane = async (): Promise<void> => {
      while (!done) {
        const asked = key;
        const evaluation = await pool.evaluate(payment(asked, 500));
        expect([evaluation.key, evaluation.totalScore]).toEqual([asked, expected.get(asked)]);
        expect(evaluation.outcome().outcomes.map(({ rule }) => rule)).toEqual(evaluation.hits());
        count += 1;
      }
    };
    const lanes = Array.from({ length: 12 }, lane);
    for (let number = 2; number <= 8; number++) {
      const next = pool.load(generation(number));
      expected.set(next, 40 * number);
      if (number % 2 === 0) await pool.prepare(next);
      const before = count;
      const old = key;
      key = next;
      pool.unload(old);
      await until(() => count > before + 100);
    }
    done = true;
    await Promise.all(lanes);
    expect(pool.snapshot()).toMatchObject({ answered: count, deaths: { crashed: 0, deadline: 0 }, sets: 1 });
    await pool.destroy();
  });

  it('compiles the next rule set in every worker before it is used, while the old one remains in use', async () => {
    const faults = new FaultPlan([{ at: 'long', kind: 'pause' }]);
    const pool = new EnginePool({ threads: 2, deadlineMs: 60_000, faults });
    const old = pool.load(generation(1));
    await pool.prepare(old);
    const long = scoreOf(pool, payment(old, 500, 'long'));
    await until(() => faults.triggerCount('long') === 1);
    const next = pool.load(generation(2));
    const prepared = pool.prepare(next);
    await until(() => pool.snapshot().workers.some(({ compilations }) => compilations === 2));
    expect(await scoreOf(pool, payment(old, 500))).toBe(40);
    faults.release('long');
    expect(await long).toBe(40);
    await prepared;
    expect(await scoreOf(pool, payment(next, 500))).toBe(80);
    expect(pool.snapshot().workers.map(({ compilations }) => compilations)).toEqual([2, 2]);
    await pool.destroy();
  });
});

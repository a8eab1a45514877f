import { EnginePool, InlinePool, type EvaluationPool } from '../src/index.js';
import { above, payment, reasonOf, scoreOf, setOf } from './transactions.js';

const pools: Readonly<Record<string, (setBytesPerWorker?: number) => EvaluationPool>> = {
  'worker threads': (setBytesPerWorker = 1e9) =>
    new EnginePool({ threads: 2, maxBatch: 8, deadlineMs: 20_000, setBytesPerWorker }),
  'this thread': (setBytesPerWorker = 1e9) => new InlinePool({ setBytesPerWorker }),
};

describe.each(Object.entries(pools))('pool of %s', (_name, open) => {
  let pool: EvaluationPool;

  afterEach(() => pool.destroy());

  it('returns the right outcome for each of many evaluations over several rule sets', async () => {
    pool = open();
    const limits = [10, 50, 100];
    const keys = limits.map((limit) => pool.load(above(limit)));
    const amounts = Array.from({ length: 150 }, (_, index) => index);
    const scores = await Promise.all(
      amounts.map((amount, index) => scoreOf(pool, payment(keys[index % 3] as string, amount))),
    );
    expect(scores).toEqual(amounts.map((amount, index) => (amount >= limits[index % 3]! ? limits[index % 3] : 0)));
  });

  it('returns the same key for equal content, and another if only a name differs', () => {
    pool = open();
    const content = above(10);
    const renamed = setOf({ r1: content.rules[0]!.source.replace('"Large"', '"Big"') });
    expect(pool.load({ ...content })).toBe(pool.load(content));
    expect(pool.load(renamed)).not.toBe(pool.load(content));
  });

  it('rejects an unknown key, and a rule set with rules that have errors', async () => {
    pool = open();
    const broken = pool.load(setOf({ r1: 'rule x "X" { on transaction when transaction.amuont > 1 }' }));
    expect(await reasonOf(pool.evaluate(payment('nothing', 1)))).toBe('unknown_set');
    expect(await reasonOf(pool.prepare('nothing'))).toBe('unknown_set');
    expect(await reasonOf(pool.evaluate(payment(broken, 1)))).toBe('set_invalid');
    const key = pool.load(above(10));
    pool.unload(key);
    expect(await reasonOf(pool.evaluate(payment(key, 1)))).toBe('unknown_set');
  });

  it('rejects an evaluation that is not valid JSON and answers the others of its batch', async () => {
    pool = open();
    const key = pool.load(above(10));
    const bad = reasonOf(pool.evaluate({ ...payment(key, 20), contextJson: '{' }));
    const good = scoreOf(pool, payment(key, 20));
    expect([await bad, await good]).toEqual(['failed', 10]);
    expect(pool.snapshot()).toMatchObject({ answered: 1, refused: { failed: 1 } });
  });

  it('evicts the least recently used rule sets and recompiles them when needed', async () => {
    pool = open(140_000);
    const limits = [1, 2, 3, 4, 5, 6];
    const keys = limits.map((limit) => pool.load(above(limit)));
    for (let round = 0; round < 3; round++)
      expect(await Promise.all(keys.map((key) => scoreOf(pool, payment(key, 9))))).toEqual(limits);
    const { workers } = pool.snapshot();
    for (const { setBytes, sets } of workers) {
      expect(setBytes).toBeLessThanOrEqual(140_000);
      expect(sets).toBeLessThan(limits.length);
    }
    const evictions = workers.reduce((sum, worker) => sum + worker.evictions, 0);
    const compilations = workers.reduce((sum, worker) => sum + worker.compilations, 0);
    expect(evictions).toBeGreaterThan(0);
    expect(compilations).toBe(evictions + workers.reduce((sum, worker) => sum + worker.sets, 0));
  });

  it('runs a rule set that exceeds the memory bound by itself', async () => {
    pool = open(1);
    const key = pool.load(above(10));
    expect(await scoreOf(pool, payment(key, 20))).toBe(10);
    expect(await scoreOf(pool, payment(key, 20))).toBe(10);
  });

  it('accepts nothing once it is closing', async () => {
    pool = open();
    const key = pool.load(above(10));
    const closing = pool.destroy();
    expect(await reasonOf(pool.evaluate(payment(key, 20)))).toBe('closed');
    await closing;
  });
});

describe('pool of worker threads', () => {
  it('answers evaluations requested before their rule set was unloaded', async () => {
    const pool = new EnginePool({ threads: 1, maxBatch: 2, deadlineMs: 20_000 });
    const key = pool.load(above(10));
    const asked = Array.from({ length: 9 }, () => scoreOf(pool, payment(key, 20)));
    pool.unload(key);
    expect(await reasonOf(pool.evaluate(payment(key, 20)))).toBe('unknown_set');
    expect(await Promise.all(asked)).toEqual(asked.map(() => 10));
    await pool.destroy();
  });

  it('frees the memory of unloaded rule sets', async () => {
    const pool = new EnginePool({ threads: 1, deadlineMs: 20_000 });
    const keys = [1, 2, 3].map((limit) => pool.load(above(limit)));
    for (const key of keys) await pool.prepare(key);
    expect(pool.snapshot().workers).toMatchObject([{ sets: 3, evictions: 0 }]);
    keys.slice(0, 2).forEach((key) => pool.unload(key));
    expect(await scoreOf(pool, payment(keys[2]!, 5))).toBe(3);
    expect(pool.snapshot().workers).toMatchObject([{ sets: 1, evictions: 0 }]);
    await pool.destroy();
  });

  it('sends the evaluations of one turn as a batch and reports their number', async () => {
    const pool = new EnginePool({ threads: 1, maxBatch: 16, deadlineMs: 20_000 });
    const key = pool.load(above(10));
    await pool.prepare(key);
    await Promise.all(Array.from({ length: 16 }, () => pool.evaluate(payment(key, 20))));
    const { batchSizes, runUs, waitUs, answered } = pool.snapshot();
    expect(batchSizes).toMatchObject({ count: 1, sum: 16 });
    expect(batchSizes.counts[batchSizes.bounds.indexOf(16)]).toBe(1);
    expect([runUs.count, waitUs.count, answered]).toEqual([16, 16, 16]);
    await pool.destroy();
  });
});

import { EnginePool, FaultPlan } from '../src/index.js';
import { above, payment, refusalOf, scoreOf, until } from './transactions.js';

describe('pool with a busy worker', () => {
  let faults: FaultPlan;
  let pool: EnginePool;
  let key: string;
  let busy: Promise<number>;

  beforeEach(async () => {
    faults = new FaultPlan([{ at: 'long', kind: 'pause' }]);
    pool = new EnginePool({ threads: 1, maxBatch: 4, deadlineMs: 60_000, maxWaiting: 10, faults });
    key = pool.load(above(10));
    await pool.prepare(key);
    busy = scoreOf(pool, payment(key, 20, 'long'));
    await until(() => faults.triggerCount('long') === 1);
  });

  afterEach(() => pool.destroy());

  it('queues up to its limit, rejects the next evaluation with a retry time, and continues when it can', async () => {
    const waiting = Array.from({ length: 10 }, () => scoreOf(pool, payment(key, 20)));
    const refused = await refusalOf(pool.evaluate(payment(key, 20)));
    expect(refused).toMatchObject({ name: 'PoolError', reason: 'overloaded' });
    expect(refused.retryAfterMs).toBeGreaterThanOrEqual(100);
    expect(pool.snapshot()).toMatchObject({ waiting: 10, underWay: 1, refused: { overloaded: 1 } });
    faults.release('long');
    expect(await busy).toBe(10);
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 10));
    expect(await scoreOf(pool, payment(key, 20))).toBe(10);
    expect(pool.snapshot()).toMatchObject({ waiting: 0, answered: 12 });
  });

  it('answers everything requested before it closes', async () => {
    const waiting = Array.from({ length: 9 }, () => scoreOf(pool, payment(key, 20)));
    let closed = false;
    const closing = pool.destroy().then(() => (closed = true));
    expect((await refusalOf(pool.evaluate(payment(key, 20)))).reason).toBe('closed');
    expect(closed).toBe(false);
    faults.release('long');
    expect(await Promise.all([busy, ...waiting])).toEqual([10, ...waiting.map(() => 10)]);
    await closing;
    expect(pool.threadIds()).toEqual([]);
  });

  it('does not count a delay of the main thread against a worker that has answered', async () => {
    const quick = new EnginePool({ threads: 1, deadlineMs: 50 });
    const own = quick.load(above(10));
    await quick.prepare(own);
    const asked = scoreOf(quick, payment(own, 20));
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + 300;
    while (performance.now() < end);
    expect(await asked).toBe(10);
    expect(quick.snapshot().deaths).toEqual({ deadline: 0, crashed: 0 });
    await quick.destroy();
    faults.release('long');
  });
});

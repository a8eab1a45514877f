import type { RuleSetContent, Run } from '@tamis/engine';
import { EnginePool, PoolError } from '../src/index.js';

const run: Run = {
  evaluationId: 'e',
  target: 'transaction',
  trigger: 'created',
  now: Date.parse('2026-01-15T12:00:00Z'),
};
const noFacts = '{"windows":{},"memberships":{}}';

function setOf(source: string): RuleSetContent {
  return {
    rules: [
      { ruleId: 'r1', version: 1, status: 'active', source, externalId: null, createdAt: '2026-01-01T00:00:00Z' },
    ],
    lists: {},
    baseCurrency: 'USD',
    timezone: 'UTC',
  };
}

const above = (amount: number): RuleSetContent =>
  setOf(`rule large "Large" { on transaction score ${amount} when transaction.amount >= ${amount} USD }`);
const busy = setOf('rule busy "Busy" { on transaction when count(transactions from origin in last 30d) > 5 }');

const payment = (amount: string): string => JSON.stringify({ amount, currency: 'USD', originEntityId: 'e1' });

const manyRows = (count: number): string =>
  `{"windows":{"0":[${'[1768478400000],'.repeat(count)}[1768478400000]]},"memberships":{}}`;

async function reasonOf(evaluation: Promise<unknown>): Promise<string> {
  const error = await evaluation.then(
    () => 'an outcome',
    (thrown: unknown) => thrown,
  );
  return error instanceof PoolError ? error.reason : String(error);
}

/** Ends the worker thread while it evaluates the given item of its batch, counted from 1. */
async function dieAtItem(pool: EnginePool, item: number): Promise<void> {
  while (pool.progress()[0] !== item) await new Promise((resolve) => setTimeout(resolve, 1));
  await Promise.all(pool.workers().map((worker) => worker.terminate()));
}

describe('the pool', () => {
  let pool: EnginePool;

  afterEach(() => pool.destroy());

  it('answers each of many evaluations with its own outcome, over several rule sets', async () => {
    pool = new EnginePool({ threads: 2, maxBatch: 8, deadlineMs: 20_000 });
    const limits = [10, 50, 100];
    const keys = limits.map((limit) => pool.load(above(limit)));
    const amounts = Array.from({ length: 150 }, (_, index) => index);
    const outcomes = await Promise.all(
      amounts.map((amount, index) => pool.evaluate(keys[index % 3] as string, payment(String(amount)), noFacts, run)),
    );
    const expected = amounts.map((amount, index) => (amount >= (limits[index % 3] as number) ? limits[index % 3] : 0));
    expect(outcomes.map(({ totalScore }) => totalScore)).toEqual(expected);
  });

  it('gives equal content one key, and content that differs in a name another', () => {
    pool = new EnginePool({ threads: 1, maxBatch: 1, deadlineMs: 20_000 });
    const content = above(10);
    const renamed = setOf(content.rules[0]?.source.replace('"Large"', '"Big"') ?? '');
    expect(pool.load({ ...content })).toBe(pool.load(content));
    expect(pool.load(renamed)).not.toBe(pool.load(content));
  });

  it('refuses a key under which nothing is loaded, and a set whose rules have errors', async () => {
    pool = new EnginePool({ threads: 1, maxBatch: 4, deadlineMs: 20_000 });
    const broken = pool.load(setOf('rule x "X" { on transaction when transaction.amuont > 1 }'));
    expect(await reasonOf(pool.evaluate('nothing', '{}', noFacts, run))).toBe('unknown_set');
    expect(await reasonOf(pool.evaluate(broken, '{}', noFacts, run))).toBe('set_invalid');
    const key = pool.load(above(10));
    pool.unload(key);
    expect(await reasonOf(pool.evaluate(key, '{}', noFacts, run))).toBe('unknown_set');
  });

  it('refuses an evaluation that is no JSON and answers the others of its batch', async () => {
    pool = new EnginePool({ threads: 1, maxBatch: 4, deadlineMs: 20_000 });
    const key = pool.load(above(10));
    const [bad, good] = [pool.evaluate(key, '{', noFacts, run), pool.evaluate(key, payment('20'), noFacts, run)];
    expect(await reasonOf(bad)).toBe('failed');
    expect((await good).totalScore).toBe(10);
  });

  it('ends a worker that is stuck, refuses only the evaluation it was stuck in, and goes on', async () => {
    pool = new EnginePool({ threads: 1, maxBatch: 8, deadlineMs: 200 });
    const key = pool.load(busy);
    const small = manyRows(9);
    expect((await pool.evaluate(key, payment('1'), small, run)).outcomes).toHaveLength(1);
    const endless = manyRows(8_000_000);
    const [first, stuck, last] = [small, endless, small].map((facts) => pool.evaluate(key, payment('1'), facts, run));
    expect(await reasonOf(stuck as Promise<unknown>)).toBe('deadline');
    expect((await first)?.outcomes).toHaveLength(1);
    expect((await last)?.outcomes).toHaveLength(1);
  }, 60_000);

  it('evaluates a batch again whose worker died, and refuses what dies twice', async () => {
    pool = new EnginePool({ threads: 1, maxBatch: 8, deadlineMs: 60_000 });
    const key = pool.load(busy);
    await pool.evaluate(key, payment('1'), manyRows(9), run);
    const long = manyRows(2_500_000);
    const [first, twice, last] = [manyRows(9), long, manyRows(9)].map((facts) =>
      pool.evaluate(key, payment('1'), facts, run),
    );
    const reason = reasonOf(twice as Promise<unknown>);
    await dieAtItem(pool, 2);
    await dieAtItem(pool, 2);
    expect(await reason).toBe('crashed');
    expect((await first)?.outcomes).toHaveLength(1);
    expect((await last)?.outcomes).toHaveLength(1);
  }, 120_000);

  it('answers what is under way before it closes, and takes nothing more', async () => {
    pool = new EnginePool({ threads: 1, maxBatch: 2, deadlineMs: 20_000 });
    const key = pool.load(above(10));
    const underWay = Array.from({ length: 7 }, () => pool.evaluate(key, payment('20'), noFacts, run));
    const closing = pool.destroy();
    expect(await reasonOf(pool.evaluate(key, payment('20'), noFacts, run))).toBe('closed');
    expect((await Promise.all(underWay)).map(({ totalScore }) => totalScore)).toEqual([10, 10, 10, 10, 10, 10, 10]);
    await closing;
  });
});

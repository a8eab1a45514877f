import { EnginePool, FaultPlan, type Fault, type FaultKind, type PoolEvent, type PoolOptions } from '../src/index.js';
import { above, payment, reasonOf, refusalOf, scoreOf, setOf } from './transactions.js';

/** A spinning worker uses a processor until it is ended, so most of the stuck ones pause instead. */
const killers: readonly FaultKind[] = ['exit', 'pause', 'allocate', 'throw'];
const crashes: readonly FaultKind[] = ['exit', 'allocate', 'throw'];

describe('when a worker dies', () => {
  let pool: EnginePool;
  let faults: FaultPlan;
  let events: PoolEvent[];

  function open(planned: readonly Fault[], options: Partial<PoolOptions> = {}): void {
    events = [];
    faults = new FaultPlan(planned);
    pool = new EnginePool({
      threads: 2,
      maxBatch: 8,
      deadlineMs: 20_000,
      setBytesPerWorker: 1e6,
      heapBesidesSetsMb: 64,
      onEvent: (event) => events.push(event),
      faults,
      ...options,
    });
  }

  afterEach(() => pool.destroy());

  it.each(crashes)('by %s, the current evaluation is retried and no other is lost', async (kind) => {
    open([{ at: 'e3', kind, times: 1 }], { threads: 1 });
    const key = pool.load(above(10));
    const scores = await Promise.all(
      Array.from({ length: 6 }, (_, index) => scoreOf(pool, payment(key, 20, `e${index}`))),
    );
    expect(scores).toEqual([10, 10, 10, 10, 10, 10]);
    expect(faults.triggerCount('e3')).toBe(2);
    expect(pool.snapshot()).toMatchObject({ answered: 6, deaths: { crashed: 1, deadline: 0 } });
    expect(events).toMatchObject([{ kind: 'workerDied', cause: 'crashed', key, evaluationId: 'e3', ruleId: null }]);
  });

  it('because an evaluation is stuck, that one is rejected and the others of its batch are answered', async () => {
    open([{ at: 'e3', kind: 'spin' }], { threads: 1, deadlineMs: 3_000 });
    const key = pool.load(above(10));
    const asked = Array.from({ length: 6 }, (_, index) => pool.evaluate(payment(key, 20, `e${index}`)));
    expect(await reasonOf(asked[3]!)).toBe('deadline');
    const rest = await Promise.all(asked.filter((_, index) => index !== 3));
    expect(rest.map(({ totalScore }) => totalScore)).toEqual([10, 10, 10, 10, 10]);
    expect(pool.snapshot()).toMatchObject({ refused: { deadline: 1 }, deaths: { crashed: 0, deadline: 1 } });
  });

  it('twice during the same evaluation, that one is rejected', async () => {
    open([{ at: 'e1', kind: 'exit' }]);
    const key = pool.load(above(10));
    const asked = ['e0', 'e1', 'e2'].map((id) => pool.evaluate(payment(key, 20, id)));
    expect(await reasonOf(asked[1]!)).toBe('crashed');
    expect((await asked[0]!).totalScore + (await asked[2]!).totalScore).toBe(20);
    expect(faults.triggerCount('e1')).toBe(2);
  });

  it('while idle, a new one replaces it', async () => {
    open([]);
    const key = pool.load(above(10));
    await pool.prepare(key);
    const before = pool.threadIds();
    await pool.endThreads();
    await pool.prepare(key);
    expect(pool.threadIds()).toHaveLength(2);
    expect(pool.threadIds().filter((id) => before.includes(id))).toEqual([]);
    expect(await scoreOf(pool, payment(key, 20))).toBe(10);
  });

  it('at any time for any cause, every evaluation is answered at most once and only with its own outcome', async () => {
    const count = 400;
    const planned = Array.from({ length: 12 }, (_, index): Fault => {
      const at = `e${(index * 167) % count}`;
      return { at, kind: index === 1 ? 'spin' : killers[index % killers.length]!, times: 1 };
    });
    open(planned, { deadlineMs: 3_000 });
    const process0 = process.pid;
    const keys = Array.from({ length: 40 }, (_, index) => pool.load(above(index + 1)));
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        pool.evaluate(payment(keys[index % 40]!, 1_000, `e${index}`)).then(
          (evaluation) => evaluation.totalScore,
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
    const stuck = planned.filter(({ kind }) => kind === 'spin' || kind === 'pause').map(({ at }) => at);
    answers.forEach((answer, index) => {
      if (stuck.includes(`e${index}`)) expect(answer).toContain('no outcome within 3000 ms');
      else expect(answer).toBe((index % 40) + 1);
    });
    expect(planned.filter(({ at }) => faults.triggerCount(at) === 0)).toEqual([]);
    expect(pool.snapshot().deaths).toEqual({ deadline: stuck.length, crashed: planned.length - stuck.length });
    await pool.prepare(keys[0]!);
    expect(pool.threadIds()).toHaveLength(2);
    expect(process.pid).toBe(process0);
  });

  describe('promise 13: of one rule three times', () => {
    const rules = (killer: string) => ({
      calm: 'rule calm "Calm" { on transaction score 1 when transaction.amount >= 1 USD }',
      killer: `rule killer "Killer" { on transaction score 2 when transaction.amount >= ${killer} USD }`,
      late: 'rule late "Late" { on transaction score 4 when transaction.amount >= 3 USD }',
    });

    it.each(['exit', 'pause', 'allocate'] as const)(
      'by %s, the rule is named and quarantined and other rule sets continue',
      async (kind) => {
        open([{ at: 'killer', kind }], { deadlineMs: kind === 'pause' ? 3_000 : 20_000 });
        const [bad, good] = [pool.load(setOf(rules('2'))), pool.load(above(10))];
        const reasons: string[] = [];
        while (reasons.at(-1) !== 'quarantined') reasons.push(await reasonOf(pool.evaluate(payment(bad, 20))));
        expect(reasons).toEqual(
          kind === 'pause' ? ['deadline', 'deadline', 'deadline', 'quarantined'] : ['crashed', 'quarantined'],
        );
        expect(await refusalOf(pool.evaluate(payment(bad, 20)))).toMatchObject({ ruleId: 'killer' });
        const { deaths, quarantined } = pool.snapshot();
        expect(deaths.crashed + deaths.deadline).toBe(3);
        expect(quarantined).toMatchObject([{ key: bad, ruleId: 'killer' }]);
        expect(events.filter((event) => event.kind === 'quarantined')).toMatchObject([
          { key: bad, ruleId: 'killer', deaths: 3 },
        ]);
        expect(await scoreOf(pool, payment(good, 20))).toBe(10);
      },
      60_000,
    );

    it('rule sets with that rule are rejected, and one with the rule changed is evaluated', async () => {
      open([{ at: 'killer', kind: 'exit', times: 3 }]);
      const bad = pool.load(setOf(rules('2')));
      for (let tries = 0; tries < 2; tries++) await refusalOf(pool.evaluate(payment(bad, 20)));
      const other = pool.load(setOf({ ...rules('2'), more: rules('2').late.replaceAll('late', 'more') }));
      expect(await reasonOf(pool.evaluate(payment(other, 20)))).toBe('quarantined');
      const changed = pool.load(setOf(rules('5')));
      expect(await scoreOf(pool, payment(changed, 20))).toBe(7);
    });

    it('the rule runs again once released', async () => {
      open([{ at: 'killer', kind: 'exit', times: 3 }]);
      const bad = pool.load(setOf(rules('2')));
      for (let tries = 0; tries < 2; tries++) await refusalOf(pool.evaluate(payment(bad, 20)));
      expect(await reasonOf(pool.evaluate(payment(bad, 20)))).toBe('quarantined');
      expect(pool.release(bad)).toBe(true);
      expect(pool.release(bad)).toBe(false);
      expect(await scoreOf(pool, payment(bad, 20))).toBe(7);
    });
  });
});

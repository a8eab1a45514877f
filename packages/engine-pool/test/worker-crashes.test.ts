import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { EnginePool, FaultPlan, PoolError, type EvaluationRequest, type Fault, type FaultKind } from '../src/index.js';
import { payment, setOf } from './transactions.js';

/** In addition to one that spins. A full heap is tested separately with the other deaths. */
const kinds: readonly FaultKind[] = ['exit', 'throw'];
const evaluations = 100;
/** One set each, identified by its score, so that no rule kills three workers and is quarantined. */
const setCount = evaluations;

const rulesOf = (index: number) =>
  setOf({
    [`r${index}`]: `rule large "Large" { on transaction score ${index + 1} when transaction.amount >= ${index + 1} USD then alert HIGH "paid" key "k${index}" }`,
  });

/** A host that applies each effect it receives, and repeats a rejected request. */
class Host {
  readonly applied = new Map<string, number>();
  refusals = 0;

  constructor(private readonly pool: EnginePool) {}

  async evaluate(request: EvaluationRequest): Promise<number> {
    for (;;) {
      try {
        const evaluation = await this.pool.evaluate(request);
        for (const { id } of evaluation.outcome().effects) this.applied.set(id, (this.applied.get(id) ?? 0) + 1);
        return evaluation.totalScore;
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        if (!['deadline', 'crashed', 'failed'].includes(error.reason)) throw error;
        this.refusals += 1;
      }
    }
  }
}

describe('promise 12: a dying worker loses and doubles nothing', () => {
  it(
    'promise 12: at any seeded moment and for any cause, every effect is applied once and the pool is full again',
    async () => {
      const moments = propertyRuns(50);
      const perRun = 25;
      let struck = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.nat(evaluations - 1), { minLength: perRun, maxLength: perRun }),
          fc.nat(kinds.length - 1),
          async (places, first) => {
            const planned = places.map((place, index): Fault => {
              // Each evaluation that spins costs a whole deadline.
              const kind = index === 0 ? 'spin' : kinds[(first + index) % kinds.length];
              return { at: `e${place}`, kind: kind ?? 'exit', times: 1 };
            });
            const faults = new FaultPlan(planned);
            const options = {
              threads: 2,
              maxBatch: 8,
              deadlineMs: 2_000,
              setBytesPerWorker: 1e6,
              heapBesidesSetsMb: 64,
            };
            const pool = new EnginePool({ ...options, faults });
            try {
              const host = new Host(pool);
              const keys = Array.from({ length: setCount }, (_, index) => pool.load(rulesOf(index)));
              const scores = await Promise.all(
                Array.from({ length: evaluations }, (_, index) =>
                  host.evaluate(payment(keys[index % setCount] ?? '', 1_000, `e${index}`)),
                ),
              );
              expect(scores).toEqual(scores.map((_, index) => (index % setCount) + 1));
              expect(host.applied.size).toBe(2 * evaluations);
              expect(new Set(host.applied.values())).toEqual(new Set([1]));
              expect(planned.filter(({ at }) => faults.triggerCount(at) === 0)).toEqual([]);
              struck += planned.length;
              expect(pool.threadIds()).toHaveLength(2);
            } finally {
              await pool.destroy();
            }
          },
        ),
        { ...moments, numRuns: Math.ceil(moments.numRuns / perRun), endOnFailure: true },
      );
      expect(struck).toBeGreaterThanOrEqual(moments.numRuns);
    },
    propertyTimeoutMs,
  );
});

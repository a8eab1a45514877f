import { ok } from '@tamis/stdx';
import fc from 'fast-check';

import { bulkhead } from 'cockatiel';

import { aloneOnFailure, Batcher, type BatcherOptions } from './batcher.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a batcher whose groups finish when the test says so. */
function held(options: Pick<BatcherOptions<number, number>, 'maxBatchSize' | 'maxConcurrency' | 'takeTurn'>) {
  const begun: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const work = new Batcher<number, number>({
    ...options,
    processBatch: async (_key, items) => {
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await new Promise<void>((end) => begun.push({ items, end }));
      underWay -= 1;
      return items.map((item) => ok(item * 2));
    },
  });
  return { work, begun, mostAtOnce: () => mostAtOnce };
}

describe('batched work', () => {
  it('starts immediately below the concurrency limit, and then with all items that arrived in the meantime', async () => {
    const { work, begun } = held({ maxBatchSize: 10, maxConcurrency: 2 });
    const answers = [work.enqueue('a', 1)];
    await nextTurn();
    answers.push(work.enqueue('a', 2), work.enqueue('a', 3));
    await nextTurn();
    answers.push(work.enqueue('a', 4));
    await nextTurn();
    answers.push(work.enqueue('a', 5));
    expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    begun[1]!.end();
    await nextTurn();
    expect(begun.at(-1)!.items).toEqual([4, 5]);
    begun[0]!.end();
    begun[2]!.end();
    expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
  });

  it('waits for its turn among batches of all keys and includes items that arrived in the meantime', async () => {
    const turns = bulkhead(1, 100);
    const { work, begun, mostAtOnce } = held({
      maxBatchSize: 10,
      maxConcurrency: 2,
      takeTurn: (_, work) => turns.execute(work),
    });
    const answers = [work.enqueue('a', 1), work.enqueue('b', 2)];
    await nextTurn();
    answers.push(work.enqueue('b', 3));
    await nextTurn();
    expect(begun.map(({ items }) => items)).toEqual([[1]]);
    begun[0]!.end();
    await nextTurn();
    expect(begun.at(-1)!.items).toEqual([2, 3]);
    for (let ended = 1; ended < begun.length; ended += 1) begun[ended]!.end();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
    expect(mostAtOnce()).toBe(1);
  });

  it('is retried item by item when a batch fails', async () => {
    const tried: (readonly number[])[] = [];
    const work = new Batcher<number, number>({
      maxBatchSize: 10,
      maxConcurrency: 1,
      processBatch: aloneOnFailure((_key, items) => {
        tried.push(items);
        if (items.includes(2)) return Promise.reject(new Error('two'));
        return Promise.resolve(items.map((item) => item * 2));
      }),
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => work.enqueue('a', item)));
    expect(outcomes).toMatchObject([{ value: 2 }, { reason: { message: 'two' } }, { value: 6 }]);
    expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('processes every item once and in order, and completes, however items arrive and batches end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          maxBatchSize: fc.integer({ min: 1, max: 4 }),
          maxConcurrency: fc.integer({ min: 1, max: 3 }),
        }),
        fc.array(fc.constantFrom('item', 'turn', 'end'), { maxLength: 60 }),
        async (options, steps) => {
          const { work, begun, mostAtOnce } = held(options);
          const answers: Promise<number>[] = [];
          let ended = 0;
          const endOne = (): void => {
            if (ended < begun.length) begun[ended++]!.end();
          };
          for (const step of steps)
            if (step === 'item') answers.push(work.enqueue('a', answers.length));
            else if (step === 'turn') await nextTurn();
            else endOne();
          for (let turns = 0; turns < 3 * steps.length + 3; turns += 1) {
            await nextTurn();
            endOne();
          }
          const numbers = answers.map((_, index) => index);
          expect(await Promise.all(answers)).toEqual(numbers.map((number) => number * 2));
          expect(begun.flatMap(({ items }) => items)).toEqual(numbers);
          expect(begun.every(({ items }) => items.length > 0 && items.length <= options.maxBatchSize)).toBe(true);
          expect(mostAtOnce()).toBeLessThanOrEqual(options.maxConcurrency);
        },
      ),
    ));
});

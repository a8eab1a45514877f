import { setImmediate, setTimeout } from 'node:timers/promises';

import { PeriodicTask } from './periodic-task.js';
import { waitUntil } from '../../test/support/wait-until.js';

describe('what a task does in batches', () => {
  const task = (): PeriodicTask => new PeriodicTask('test', 'nothing was done', 1, () => Promise.resolve());

  it.each([
    [0, [3]],
    [2, [3]],
    [3, [3, 3]],
    [7, [3, 3, 3]],
  ])('of %i things, asks for three at a time until there are fewer', async (there, asked) => {
    let left = there;
    const most: number[] = [];
    const done = await task().runInBatches(3, (few) => {
      most.push(few);
      const taken = Math.min(left, few);
      left -= taken;
      return Promise.resolve(taken);
    });
    expect([done, left, most]).toEqual([there, 0, asked]);
  });

  it('of several organizations, goes through one after the other and counts all', async () => {
    const left = new Map([
      ['a', 4],
      ['b', 0],
      ['c', 3],
    ]);
    const asked: string[] = [];
    const done = await task().runInOrganizations([...left.keys()], 3, (id, few) => {
      asked.push(id);
      const taken = Math.min(left.get(id)!, few);
      left.set(id, left.get(id)! - taken);
      return Promise.resolve(taken);
    });
    expect([done, asked]).toEqual([7, ['a', 'a', 'b', 'c', 'c']]);
  });

  it('ends after the batch it was stopped in, and begins none then', async () => {
    const stopping = task();
    let begun = 0;
    const some = async (few: number): Promise<number> => {
      begun += 1;
      await stopping.stop();
      return begun < 9 ? few : 0;
    };
    expect([await stopping.runInBatches(3, some), await stopping.runInBatches(3, some), begun]).toEqual([3, 0, 1]);
  });
});

describe('a task that takes longer than the time between two', () => {
  it('is under way once at a time, begins again after it has ended, and is waited for when it is stopped', async () => {
    const ends: (() => void)[] = [];
    const task = new PeriodicTask('test', 'nothing was done', 1, () => new Promise<void>((end) => ends.push(end)));
    task.start();
    await waitUntil(() => ends.length > 0);
    await setTimeout(20);
    expect(ends).toHaveLength(1);
    ends[0]!();
    await waitUntil(() => ends.length > 1);
    let isOver = false;
    const stopped = task.stop().then(() => (isOver = true));
    await setImmediate();
    expect(isOver).toBe(false);
    ends[1]!();
    await stopped;
    expect(ends).toHaveLength(2);
  });
});

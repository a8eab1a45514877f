import { setImmediate, setTimeout } from 'node:timers/promises';

import { PeriodicTask } from '../src/platform/periodic-task.js';
import { until } from './support/until.js';

describe('a task that takes longer than the time between two', () => {
  it('is under way once at a time, begins again after it has ended, and is waited for when it is stopped', async () => {
    const ends: (() => void)[] = [];
    const task = new PeriodicTask('test', 'nothing was done', 1, () => new Promise<void>((end) => ends.push(end)));
    task.start();
    await until(() => ends.length > 0);
    await setTimeout(20);
    expect(ends).toHaveLength(1);
    ends[0]!();
    await until(() => ends.length > 1);
    let isOver = false;
    const stopped = task.stop().then(() => (isOver = true));
    await setImmediate();
    expect(isOver).toBe(false);
    ends[1]!();
    await stopped;
    expect(ends).toHaveLength(2);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';

import { ownerOf } from './database/process-leases.js';
import { PeriodicTask, type WorkOwners } from './periodic-task.js';

const owning = (isMine: boolean): WorkOwners => ({
  processId: 'one',
  findOthers: () => Promise.resolve([]),
  isMine: () => isMine,
});

describe('periodic work shared by several processes', () => {
  it('is divided among the processes, and only the share of a leaving process is reassigned', () => {
    const kinds = Array.from({ length: 60 }, (_, n) => `kind ${n}`);
    const all = ['a', 'b', 'c', 'd'];
    const before = kinds.map((kind) => ownerOf(kind, all));
    expect(new Set(before)).toEqual(new Set(all));
    const after = kinds.map((kind) => ownerOf(kind, ['a', 'b', 'd']));
    for (const [n, owner] of before.entries()) if (owner !== 'c') expect(after[n]).toBe(owner);
    expect(after).not.toContain('c');
  });

  it('is polled by its owner, by others a tenth as often, and by those at full rate while they find some', async () => {
    const looks = { owner: 0, other: 0, finding: 0 };
    const look = (name: keyof typeof looks, found: number): PeriodicTask =>
      new PeriodicTask(name, 'nothing was counted', 1, () => {
        looks[name] += 1;
        return Promise.resolve(found);
      });
    const tasks = [look('owner', 0), look('other', 0), look('finding', 1)];
    for (const [n, task] of tasks.entries()) task.startAmong(owning(n === 0), 'some');
    while (looks.owner < 200) await sleep(1);
    for (const task of tasks) await task.stop();
    expect(looks.other).toBeGreaterThan(0);
    expect(looks.other).toBeLessThan(looks.owner / 2);
    expect(looks.finding).toBeGreaterThan(looks.owner / 2);
  });
});

import { readConfig } from '../config/index.js';
import { Admission, type Entry, isDeferrable } from './index.js';

const payment: Entry = { owner: 'a', isKnown: true, deferrable: false };
const list: Entry = { owner: 'a', isKnown: true, deferrable: true };
const of = (owner: string, entry: Entry): Entry => ({ ...entry, owner });

/** Returns a test harness that records what happens to requests in the order in which they enter. */
function door(running: number, waiting: number) {
  const admission = new Admission({ running, waiting });
  const log: string[] = [];
  const enter = (name: string, entry: Entry): (() => void) =>
    admission.admit(
      entry,
      () => log.push(`${name} starts`),
      ({ status, members }) => log.push(`${name} ${status} ${String(members?.['retryAfterSeconds'])}`),
    );
  return { log, enter };
}

describe('admission of requests', () => {
  it('starts requests while there are free places, and queues the rest in order', () => {
    const { log, enter } = door(4, 10);
    const leave = ['1', '2', '3', '4'].map((name, n) => enter(name, of(`o${n}`, payment)));
    enter('5', payment);
    enter('6', of('b', payment));
    expect(log).toEqual(['1 starts', '2 starts', '3 starts', '4 starts']);
    leave[2]!();
    leave[2]!(); // twice is once
    expect(log.slice(4)).toEqual(['5 starts']);
    leave[0]!();
    expect(log.slice(5)).toEqual(['6 starts']);
  });

  it('reserves half of the places from lists and imports, and starts non-deferrable requests first', () => {
    const { log, enter } = door(4, 10);
    const first = enter('list 1', of('a', list));
    enter('list 2', of('b', list));
    enter('list 3', of('c', list));
    enter('payment 1', of('d', payment));
    const paid = enter('payment 2', of('e', payment));
    enter('payment 3', of('f', payment));
    expect(log).toEqual(['list 1 starts', 'list 2 starts', 'payment 1 starts', 'payment 2 starts']);
    first();
    expect(log.slice(4)).toEqual(['payment 3 starts']);
    paid();
    expect(log.slice(5)).toEqual(['list 3 starts']);
  });

  it('rejects lists before payments when too many wait, each with a retry time', () => {
    const { log, enter } = door(1, 4);
    const leave = enter('running', of('x', payment));
    enter('list 1', of('a', list));
    enter('list 2', of('b', list));
    enter('payment 1', of('c', payment));
    enter('payment 2', of('d', payment));
    enter('list 3', of('e', list));
    expect(log.splice(0)).toEqual(['running starts', 'list 3 503 1']);
    enter('payment 3', of('e', payment));
    enter('payment 4', of('f', payment));
    enter('payment 5', of('g', payment));
    expect(log.splice(0)).toEqual(['list 2 503 1', 'list 1 503 1', 'payment 5 503 1']);
    leave();
    expect(log).toEqual(['payment 1 starts']);
  });

  it('reserves half of all places for others, however much one organization sends', () => {
    const { log, enter } = door(4, 4);
    for (let n = 1; n <= 6; n += 1) enter(`a${n}`, payment);
    expect(log.splice(0)).toEqual(['a1 starts', 'a2 starts', 'a5 503 1', 'a6 503 1']);
    enter('b1', of('b', payment));
    enter('b2', of('b', payment));
    enter('b3', of('b', payment));
    expect(log).toEqual(['b1 starts', 'b2 starts']);
  });

  it('reserves most places for known callers, however many unknown ones there are', () => {
    const { log, enter } = door(20, 20);
    const unknown = (owner: string): Entry => ({ owner, isKnown: false, deferrable: false });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter(name, unknown('a'));
    expect(log.splice(0)).toEqual(['a1 starts', 'a2 starts', 'a5 503 1']);
    for (const owner of ['b', 'c', 'd']) for (const n of [1, 2, 3]) enter(`${owner}${n}`, unknown(owner));
    expect(log.splice(0)).toEqual(['b1 starts', 'b2 starts', 'c1 starts', 'd1 503 1', 'd2 503 1', 'd3 503 1']);
    for (let n = 1; n <= 15; n += 1) enter(`k${n}`, of(`o${n}`, payment));
    expect(log).toEqual(Array.from({ length: 15 }, (_, n) => `k${n + 1} starts`));
  });

  it('drops a queued request whose caller has disconnected', () => {
    const { log, enter } = door(1, 2);
    const leave = enter('1', of('a', payment));
    const gone = enter('2', of('b', payment));
    enter('3', of('c', payment));
    gone();
    leave();
    expect(log).toEqual(['1 starts', '3 starts']);
  });

  it('recognizes lists and imports by their paths', () => {
    for (const [method, path, expected] of [
      ['GET', '/entities', true],
      ['GET', '/data-lists/:id/items', true],
      ['POST', '/data-lists/:id/items', true],
      ['POST', '/batch-import/import/transactions', true],
      ['GET', '/entities/:id', false],
      ['GET', '/auth/test', false],
      ['POST', '/transactions', false],
      ['PATCH', '/rules/:id', false],
    ] as const)
      expect([path, isDeferrable(method, path)]).toEqual([path, expected]);
  });

  it('reads its limits from the environment', () => {
    const read = (more: object) => readConfig({ DATABASE_URL: 'postgres://u@h/d', ...more });
    expect(read({})).toMatchObject({ value: { maxRunningRequests: 100, maxWaitingRequests: 1_000 } });
    expect(read({ MAX_RUNNING_REQUESTS: '0', MAX_WAITING_REQUESTS: 'many' })).toMatchObject({
      error: [expect.stringContaining('MAX_RUNNING_REQUESTS'), expect.stringContaining('MAX_WAITING_REQUESTS')],
    });
  });
});

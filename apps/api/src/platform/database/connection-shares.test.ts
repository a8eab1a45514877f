import { ConnectionShareError, ConnectionShares } from './connection-shares.js';

/** Longer than any test takes. */
const patience = 600_000;

describe('connection shares', () => {
  /** Starts work that holds a connection until it is told to end. */
  const begin = (shares: ConnectionShares, organization: string, log: string[] = []) => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const done = shares.hold(organization, () => {
      log.push(organization);
      return ended;
    });
    return { end, done };
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('leave some connections to others, however many one organization requests', async () => {
    const shares = new ConnectionShares(5, patience);
    const log: string[] = [];
    const greedy = Array.from({ length: 20 }, () => begin(shares, 'greedy', log));
    const modest = [begin(shares, 'modest', log), begin(shares, 'modest', log)];
    await settle();
    expect(log).toEqual(['greedy', 'greedy', 'modest', 'modest']);
    for (const { end } of [...greedy, ...modest]) end();
    await Promise.all([...greedy, ...modest].map(({ done }) => done));
    expect(log).toHaveLength(22);
  });

  it('give the next connection to the organization with the fewest, in request order', async () => {
    const shares = new ConnectionShares(5, patience);
    const log: string[] = [];
    const first = ['a', 'a', 'b', 'b'].map((name) => begin(shares, name, log));
    const waiting = ['a', 'b', 'c'].map((name) => begin(shares, name, log));
    first[0]!.end();
    await settle();
    expect(log.slice(4)).toEqual(['c']);
    first[1]!.end();
    await settle();
    expect(log.slice(4)).toEqual(['c', 'a']);
    for (const { end } of [...first, ...waiting]) end();
    await Promise.all([...first, ...waiting].map(({ done }) => done));
    expect(log.slice(4)).toEqual(['c', 'a', 'b']);
  });

  it('let a holder take another connection, which would otherwise wait for itself', async () => {
    const shares = new ConnectionShares(2, patience);
    const nested = () => shares.hold('a', () => shares.hold('a', () => shares.hold('b', async () => 'done')));
    expect(await Promise.all([nested(), nested(), nested()])).toEqual(['done', 'done', 'done']);
  });

  it('count work that continues after its connection was returned', async () => {
    const shares = new ConnectionShares(2, patience);
    let later: Promise<string> | undefined;
    let start = (): void => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));
    await shares.hold('a', async () => {
      later = started.then(() => shares.hold('a', async () => 'later'));
    });
    const log: string[] = [];
    const other = begin(shares, 'b', log);
    void later!.then((what) => log.push(what));
    start();
    await settle();
    expect(log).toEqual(['b']);
    other.end();
    await Promise.all([other.done, later]);
    expect(log).toEqual(['b', 'later']);
  });

  it('time out while waiting, and are returned after an error', async () => {
    const shares = new ConnectionShares(2, 1);
    const first = begin(shares, 'a');
    await expect(shares.hold('a', async () => undefined)).rejects.toThrow(ConnectionShareError);
    first.end();
    await first.done;
    await expect(shares.hold('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await shares.hold('a', async () => 'free')).toBe('free');
  });
});

import { CredentialCache } from './credential-cache.js';
import { UnknownLookups } from './unknown-lookups.js';

interface Found {
  readonly name: string;
}

/** Creates a cache over `stored`, and the list of hashes it has looked up. */
function cacheOf(stored: Map<string, Found>) {
  const asked: string[] = [];
  const cache = new CredentialCache<Found>(new UnknownLookups(), 100, 1_000, (hash) => {
    asked.push(hash);
    return Promise.resolve(stored.get(hash) ?? null);
  });
  const find = (hash: string, nowMs: number, address = '203.0.113.7'): Promise<Found | null> =>
    cache.find({ hash, address }, nowMs).lookup;
  return { cache, asked, find };
}

const ana: Found = { name: 'Ana' };

describe('credential cache', () => {
  it('looks up existing credentials once a second and unknown ones once', async () => {
    const { asked, find } = cacheOf(new Map([['a', ana]]));
    expect(await Promise.all([find('a', 0), find('a', 0), find('b', 0), find('b', 0)])).toEqual([ana, ana, null, null]);
    for (let nowMs = 0; nowMs <= 3_000; nowMs += 100) await Promise.all([find('a', nowMs), find('b', nowMs)]);
    expect(asked.filter((hash) => hash === 'b')).toHaveLength(1);
    expect(asked.filter((hash) => hash === 'a')).toHaveLength(4);
  });

  it('rejects an address after sixty unknown credentials a minute, but no other address and no known credentials', async () => {
    const { asked, find } = cacheOf(new Map([['a', ana]]));
    await find('a', 0);
    const guess = (from: number, nowMs: number, address?: string) =>
      Promise.allSettled(Array.from({ length: 100 }, (_, n) => find(`guess ${from + n}`, nowMs, address)));
    const first = await guess(0, 10);
    const refused = first.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: string }] : []));
    expect(asked.length).toBeLessThanOrEqual(1 + 60 + 2);
    expect(refused.length).toBeGreaterThanOrEqual(38);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['RATE_LIMIT_EXCEEDED']));
    const before = asked.length;
    expect((await guess(100, 59_000)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked).toHaveLength(before);
    expect(await find('a', 59_000)).toBe(ana);
    expect(await find('other', 59_000, '203.0.113.8')).toBeNull();
    expect(await find('later', 61_000)).toBeNull();
  });

  it('counts a block of IPv6 addresses as one address', async () => {
    const { asked, find } = cacheOf(new Map());
    const tried = Array.from({ length: 200 }, (_, n) => find(`guess ${n}`, 0, `2001:db8:1:2::${n.toString(16)}`));
    await Promise.allSettled(tried);
    expect(asked.length).toBeLessThanOrEqual(62);
  });

  it('finds credentials created after a failed lookup, and while guesses are rejected', async () => {
    const stored = new Map<string, Found>();
    const { cache, find } = cacheOf(stored);
    expect(await find('a', 0)).toBeNull();
    await Promise.allSettled(Array.from({ length: 100 }, (_, n) => find(`guess ${n}`, 0)));
    await expect(find('b', 1)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    for (const hash of ['a', 'b']) {
      stored.set(hash, ana);
      cache.announce(hash);
      expect(await find(hash, 2)).toBe(ana);
    }
  });

  it('does not keep a result that changed during the lookup', async () => {
    const ends: ((found: Found) => void)[] = [];
    const slow = new CredentialCache<Found>(
      new UnknownLookups(),
      100,
      1_000,
      () => new Promise((resolve) => ends.push(resolve)),
    );
    const sent = { hash: 'a', address: '203.0.113.7' };
    const first = slow.find(sent, 0).lookup;
    while (ends.length < 1) await Promise.resolve();
    slow.announce('a');
    const second = slow.find(sent, 1).lookup;
    ends[1]!({ name: 'after' });
    ends[0]!({ name: 'before' });
    expect([await first, await second]).toEqual([{ name: 'before' }, { name: 'after' }]);
    expect(await slow.find(sent, 2).lookup).toEqual({ name: 'after' });
  });
});

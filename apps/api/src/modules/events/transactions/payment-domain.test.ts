import { setTimeout as sleep } from 'node:timers/promises';

import { strictestStatus } from '@tamis/library';
import fc from 'fast-check';
import { LRUCache } from 'lru-cache';

import { firstDifference } from '../../rules/rules/domain/write-text.js';
import { allowedTransitions, canTransition, ruleStatuses } from '../../rules/rules/domain/rule-status.js';
import { exactAmount } from './use-cases/new-transaction.js';
import { KeyedQueue } from '../../../platform/keyed-queue.js';
import { windowLockKeys } from '../../decisions/evaluations/persistence/window-watermarks.js';

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));

describe('exact amount', () => {
  it('accepts every JSON number of up to 18 integer and 18 fraction digits as written', () => {
    const whole = digits(1, 18).map((text) => text.replace(/^0+(?=\d)/, ''));
    fc.assert(
      fc.property(whole, fc.option(digits(1, 18)), (before, after) => {
        const text = after === null ? before : `${before}.${after}`;
        expect(exactAmount(text)).toEqual({ amount: text });
      }),
    );
  });

  it('has the value of its exponent form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: -9, max: 12 }), (mantissa, exponent) => {
        const made = exactAmount(`${mantissa}e${exponent}`);
        expect('amount' in made && Number(made.amount)).toBe(Number(`${mantissa}e${exponent}`));
        expect('amount' in made && made.amount).not.toMatch(/e/i);
      }),
    );
  });

  it.each(['-1', '-0.1', '1e19', '1e-19', '1234567890123456789', '0.1234567890123456789', '', 'x', '1e99999'])(
    'rejects %s',
    (text) => {
      expect(exactAmount(text)).toHaveProperty('problem');
    },
  );

  it('has no negative zero', () => {
    expect(exactAmount('-0')).toEqual({ amount: '0' });
  });
});

describe('window locks', () => {
  const window = (recordPath: string, key: string) => ({
    id: 0,
    source: 'transactions' as const,
    timePath: ['transactedAt'],
    links: [[[{ recordPath: [recordPath], type: { kind: 'entity' as const }, key }]]],
    from: 0,
    to: 1,
    toInclusive: true,
    columns: [],
    cap: null,
    except: null,
  });
  const parties = { originEntityId: 'a', destinationEntityId: 'b' };
  const keys = (...windows: ReturnType<typeof window>[]) =>
    windowLockKeys('org', { windows, reads: [], rates: [] }, parties);

  it('are none if no window is read', () => {
    expect(keys()).toEqual([]);
  });

  it('cover the window that is read and the one that will count the payment', () => {
    const reader = keys(window('originEntityId', 'b'));
    const counted = windowLockKeys(
      'org',
      { windows: [window('originEntityId', 'b')], reads: [], rates: [] },
      { originEntityId: 'b', destinationEntityId: null },
    );
    expect(reader).toHaveLength(2);
    expect(counted).toHaveLength(1);
    expect(reader).toContain(counted[0]);
  });

  it('have a fixed order, fit PostgreSQL, and differ between organizations and sides', () => {
    const [ab, ba] = [
      keys(window('originEntityId', 'a'), window('destinationEntityId', 'b')),
      keys(window('destinationEntityId', 'b'), window('originEntityId', 'a')),
    ];
    expect(ab).toEqual(ba);
    expect(new Set(ab).size).toBe(2);
    for (const key of ab) expect(BigInt.asIntN(64, BigInt(key)).toString()).toBe(key);
    const elsewhere = windowLockKeys(
      'other',
      { windows: [window('originEntityId', 'a')], reads: [], rates: [] },
      parties,
    );
    expect(ab).not.toContain(elsewhere[0]);
  });
});

describe('keyed queue', () => {
  it('runs tasks with the same key in order, one at a time, also after failures, and all others concurrently', async () => {
    const queue = new KeyedQueue();
    const log: string[] = [];
    const work =
      (name: string, ms: number, fails = false) =>
      async () => {
        log.push(`${name}+`);
        await sleep(ms);
        log.push(`${name}-`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      queue.runExclusive('k', work('a', 20, true)),
      queue.runExclusive('k', work('b', 1)),
      queue.runExclusive('other', work('c', 5)),
      queue.runExclusive(null, work('d', 5)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(log.slice(0, 3).sort()).toEqual(['a+', 'c+', 'd+']);
    expect(log.slice(-3)).toEqual(['a-', 'b+', 'b-']);
  });
});

describe('bounded cache', () => {
  it('keeps the most recently used values and reports which one it evicted', () => {
    const forgotten: string[] = [];
    const cache = new LRUCache<string, number>({
      max: 2,
      dispose: (_, key, reason) => {
        if (reason === 'evict') forgotten.push(key);
      },
    });
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    expect(forgotten).toEqual(['b']);
    cache.set('a', 9);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
    expect(forgotten).toEqual(['b']);
  });

  it('evicts the least recently used value regardless of earlier lookups', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.record({ key, does: fc.constantFrom('get', 'set', 'delete') });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step), (limit, steps) => {
        const cache = new LRUCache<string, number>({ max: limit });
        let kept: string[] = [];
        for (const { key: name, does } of steps) {
          const isKept = kept.includes(name);
          expect(does === 'get' ? cache.get(name) !== undefined : isKept).toBe(isKept);
          if (does === 'set') cache.set(name, 1);
          if (does === 'delete') cache.delete(name);
          const others = kept.filter((other) => other !== name);
          kept = does === 'set' || (does === 'get' && isKept) ? [...others, name].slice(-limit) : others;
        }
        for (const name of ['a', 'b', 'c', 'd']) expect(cache.get(name) !== undefined).toBe(kept.includes(name));
      }),
    );
  });
});

describe('first difference', () => {
  it('is null between a value and its copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value));
        expect(firstDifference(JSON.parse(JSON.stringify(value)), copy, 'x')).toBeNull();
      }),
    );
  });

  it.each([
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'x.a[1].b'],
    [{ a: 1 }, {}, 'x.a'],
    [[1], [1, 2], 'x[1]'],
    [[], {}, 'x'],
    [null, 0, 'x'],
  ])('between %j and %j is %s', (a, b, path) => {
    expect(firstDifference(a, b, 'x')).toBe(path);
  });
});

describe('statuses', () => {
  it('yields the most restrictive of several in any order', () => {
    expect(strictestStatus(['active', 'blocked', 'suspended'])).toBe('blocked');
    expect(strictestStatus(['under_review', 'rejected'])).toBe('rejected');
    expect(strictestStatus(['active', 'expired', 'approved'])).toBe('expired');
    expect(strictestStatus([])).toBeNull();
  });

  it('allows archiving every rule from any other status, and no transition from archived', () => {
    for (const status of ruleStatuses) {
      expect(canTransition(status, 'archived')).toBe(true);
      expect(canTransition(status, status)).toBe(true);
    }
    expect(allowedTransitions('archived')).toEqual([]);
  });
});

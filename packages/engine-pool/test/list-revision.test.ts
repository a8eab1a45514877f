import { randomUUID } from 'node:crypto';
import type { RuleSetContent } from '@tamis/engine';
import { canonicalJson } from '@tamis/stdx';
import fc from 'fast-check';
import {
  type TextSet,
  EnginePool,
  InlinePool,
  ListTooLarge,
  listLimits,
  TextSetBuilder,
  buildListRevision,
  type EvaluationPool,
  type ListRevision,
} from '../src/index.js';

import { payment, setOf } from './transactions.js';

function setOfTexts(texts: Iterable<string>, seed?: number): TextSet {
  const builder = new TextSetBuilder(seed);
  for (const text of texts) builder.add(text);
  return builder.build();
}

/** All texts of UTF-16 code units, including those that are not valid Unicode. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat({ max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
);

describe('shared text set', () => {
  it('contains exactly the added texts, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 60 }), fc.array(texts, { maxLength: 60 }), (inside, others) => {
        const expected = new Set(inside);
        const set = setOfTexts(inside);
        expect(set.size).toBe(expected.size);
        for (const text of [...inside, ...others, ...inside.map((each) => `${each}x`)])
          expect(set.has(text)).toBe(expected.has(text));
      }),
    );
  });

  it('distinguishes texts that an encoding could confuse', () => {
    const alike = [
      '',
      '\u0000',
      'a',
      'a\u0000',
      '\ud800',
      '\udc00',
      '\ufffd',
      'é',
      'e\u0301',
      'Ā',
      '\u0100\u0000',
      'ÿÿ',
    ];
    alike.forEach((text, index) => {
      const others = alike.filter((_, other) => other !== index);
      expect(setOfTexts(others).has(text)).toBe(false);
      expect(setOfTexts(alike).has(text)).toBe(true);
    });
  });

  it('reports whether a text was new', () => {
    const builder = new TextSetBuilder();
    expect([builder.add('a'), builder.add('b'), builder.add('a')]).toEqual([true, true, false]);
    const set = builder.build();
    expect(set.size).toBe(2);
    expect(() => builder.add('c')).toThrow('can no longer be changed');
  });

  it('holds a million items in less than 64 MB of shared memory and finds them', () => {
    const ids = Array.from({ length: 1_000_000 }, (_, index) => `customer-${index * 7919}-${index % 97}`);
    const set = setOfTexts(ids);
    expect(set.size).toBe(1_000_000);
    expect(set.bytes).toBeLessThan(64 * 2 ** 20);
    let found = 0;
    let wrong = 0;
    for (let index = 0; index < ids.length; index += 7) {
      if (set.has(ids[index]!)) found += 1;
      if (set.has(`${ids[index]!}0`)) wrong += 1;
    }
    expect([found, wrong]).toEqual([Math.ceil(ids.length / 7), 0]);
  });

  it('rejects items that are too long', () => {
    const { maxItemLength } = listLimits;
    const builder = new TextSetBuilder();
    expect(builder.add('x'.repeat(maxItemLength))).toBe(true);
    expect(builder.add('é'.repeat(maxItemLength - 1) + 'Ā')).toBe(true);
    expect(() => builder.add('x'.repeat(maxItemLength + 1))).toThrow(ListTooLarge);
    expect(builder.build().size).toBe(2);
  });
});

const watched = 'b7c5f3c0-6a52-4a9e-8c0f-0d5ad4b4a001';

const watchRule: RuleSetContent = {
  ...setOf({ r1: 'rule watched "Watched" { on transaction score 7 when origin.externalId in list "Watched" }' }),
  lists: { Watched: { id: watched, name: 'Watched', type: 'custom' } },
};

const asked = (key: string, externalId: string, lists: readonly ListRevision[], factsJson = '{"windows":{}}') => ({
  ...payment(key, 1),
  contextJson: JSON.stringify({ amount: '1', currency: 'USD', originEntityId: 'e1', originEntity: { externalId } }),
  factsJson,
  lists,
});

const share = (revision: number, ...values: string[]): Promise<ListRevision> =>
  buildListRevision({ listId: watched, type: 'custom', revision }, values);

describe.each([
  ['worker threads', () => new EnginePool({ threads: 2, maxBatch: 4, deadlineMs: 20_000 })],
  ['this thread', () => new InlinePool()],
] as const)('pool of %s with shared lists', (_name, open) => {
  let pool: EvaluationPool;
  let key: string;

  beforeEach(() => {
    pool = open();
    key = pool.load(watchRule);
  });

  afterEach(() => pool.destroy());

  const scores = (requests: readonly ReturnType<typeof asked>[]): Promise<readonly number[]> =>
    Promise.all(requests.map(async (request) => (await pool.evaluate(request)).totalScore));

  it('compares list membership according to the list type in every worker', async () => {
    const list = await share(1, 'Cust-1', ' cust-2 ', '');
    const values = ['cust-1', 'CUST-2', 'cust-3', ''];
    const requests = Array.from({ length: 40 }, (_, index) => asked(key, values[index % 4]!, [list]));
    expect(await scores(requests)).toEqual(requests.map((_, index) => (index % 4 < 2 ? 7 : 0)));
  });

  it('evaluates against the list revision that each evaluation names', async () => {
    const revisions = [await share(1, 'a'), await share(2, 'a', 'b'), await share(3, 'b')];
    const requests = Array.from({ length: 60 }, (_, index) =>
      asked(key, index % 2 === 0 ? 'a' : 'b', [revisions[index % 3]!]),
    );
    const holds = [['a'], ['a', 'b'], ['b']];
    expect(await scores(requests)).toEqual(
      requests.map((_, index) => (holds[index % 3]!.includes(index % 2 === 0 ? 'a' : 'b') ? 7 : 0)),
    );
  });

  it('prefers given facts over shared lists, and yields unknown if neither has the answer', async () => {
    const list = await share(1, 'a');
    const read = { kind: 'listed', listId: watched, value: 'a', isAddress: false };
    const facts = JSON.stringify({ windows: {}, reads: { [canonicalJson(read)]: { value: false } } });
    expect(await scores([asked(key, 'a', [list], facts), asked(key, 'a', [list])])).toEqual([0, 7]);
    const without = await pool.evaluate(asked(key, 'a', []));
    expect(without.outcome().outcomes).toMatchObject([{ outcome: 'unknown', causes: [{ cause: 'list_unavailable' }] }]);
  });
});

describe('pool of worker threads with shared lists', () => {
  it('releases a retired revision', async () => {
    const pool = new EnginePool({ threads: 1, deadlineMs: 20_000 });
    const key = pool.load(watchRule);
    const revisions = [await share(1, randomUUID()), await share(2, 'a')];
    for (const list of revisions) await pool.evaluate(asked(key, 'a', [list]));
    expect(pool.snapshot().workers).toMatchObject([{ lists: 2 }]);
    pool.retire(revisions[0]!);
    expect((await pool.evaluate(asked(key, 'a', [revisions[1]!]))).totalScore).toBe(7);
    expect(pool.snapshot().workers).toMatchObject([{ lists: 1 }]);
    await pool.destroy();
  });

  it('rejects address blocks, which cannot be found by text equality', async () => {
    await expect(
      buildListRevision({ listId: watched, type: 'ip_blocklist', revision: 1 }, ['10.0.0.0/8']),
    ).rejects.toThrow('contains address blocks');
  });
});

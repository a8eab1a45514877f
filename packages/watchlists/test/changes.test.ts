import { propertyRuns } from '@tamis/testkit/arbitraries';
import { assert, asyncProperty, constantFrom, dictionary, stringMatching } from 'fast-check';

import { type EntryChange, entryChanges, type EntryVersion } from '../src/index.js';

const all = async (changes: AsyncIterable<EntryChange>): Promise<readonly EntryChange[]> => {
  const found: EntryChange[] = [];
  for await (const change of changes) found.push(change);
  return found;
};

const sorted = (hashes: Readonly<Record<string, string>>): readonly EntryVersion[] =>
  Object.keys(hashes)
    .sort()
    .map((id) => ({ id, contentHash: hashes[id] ?? '' }));

it('finds what a comparison of two maps finds, in the order of ids', async () => {
  const version = dictionary(stringMatching(/^[a-f0-9]{1,2}$/), constantFrom('x', 'y'), {
    maxKeys: 30,
    noNullPrototype: true,
  });
  await assert(
    asyncProperty(version, version, async (before, after) => {
      const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      const expected = ids.flatMap((id): readonly EntryChange[] => {
        if (before[id] === after[id]) return [];
        return [{ id, kind: before[id] === undefined ? 'added' : after[id] === undefined ? 'removed' : 'changed' }];
      });
      expect(await all(entryChanges(sorted(before), sorted(after)))).toEqual(expected);
    }),
    propertyRuns(1_000),
  );
});

it('reads what arrives piece by piece, and refuses what is not sorted or has an id twice', async () => {
  async function* slowly(...ids: readonly string[]): AsyncGenerator<EntryVersion> {
    for (const id of ids) yield await Promise.resolve({ id, contentHash: 'x' });
  }
  expect(await all(entryChanges(slowly('a', 'b'), slowly('b', 'c')))).toEqual([
    { id: 'a', kind: 'removed' },
    { id: 'c', kind: 'added' },
  ]);
  await expect(all(entryChanges(slowly('b', 'a'), slowly()))).rejects.toThrow('before: `a` stands after `b`');
  await expect(all(entryChanges(slowly(), slowly('a', 'a')))).rejects.toThrow('after: `a` stands after `a`');
});

it('lets go of both versions where nobody reads on', async () => {
  let open = 0;
  async function* held(id: string): AsyncGenerator<EntryVersion> {
    open += 1;
    try {
      for (const each of [id, `${id}${id}`]) yield await Promise.resolve({ id: each, contentHash: 'x' });
    } finally {
      open -= 1;
    }
  }
  for await (const change of entryChanges(held('a'), held('b'))) {
    expect([change.kind, open]).toEqual(['removed', 2]);
    break;
  }
  expect(open).toBe(0);
});

import {
  ChainVerifier,
  type ChainEntry,
  type ChainHead,
  entryHash,
  firstPreviousHash,
  readHead,
  sha256,
} from '@tamis/audit-chain';

const organizationId = '00000000-0000-7000-8000-000000000001';

type Draft = Omit<ChainEntry, 'hash'>;

const sealed = (draft: Draft): ChainEntry => ({ ...draft, hash: entryHash(organizationId, draft.sequence, draft) });

function chainOf(length: number): ChainEntry[] {
  const entries: ChainEntry[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const previousHash = entries.at(-1)?.hash ?? firstPreviousHash;
    entries.push(sealed({ sequence, previousHash, content: `{"n":${sequence}}` }));
  }
  return entries;
}

const headOf = (entries: readonly ChainEntry[]): ChainHead => ({
  sequence: entries.length,
  hash: entries.at(-1)?.hash ?? firstPreviousHash,
});

function faultIn(entries: readonly ChainEntry[], head: ChainHead, published: readonly ChainHead[] = []) {
  const check = new ChainVerifier(sha256, organizationId, published);
  for (const entry of entries) check.append(entry);
  return check.finish(head);
}

const whole = chainOf(6);
const head = headOf(whole);
const renumbered = (entries: readonly ChainEntry[]): ChainEntry[] =>
  entries.map((entry, index) => ({ ...entry, sequence: index + 1 }));

describe('audit log hash chain', () => {
  it('is valid as appended, and when empty', () => {
    expect(faultIn(whole, head, [headOf(whole.slice(0, 3)), head])).toBeNull();
    expect(faultIn([], headOf([]))).toBeNull();
  });

  it.each([
    ['a content', { content: '{"n":0}' }],
    ['a hash', { hash: 'f'.repeat(64) }],
    ['the hash before it', { previousHash: 'f'.repeat(64) }],
  ])('reports every entry of which %s was changed', (_, change) => {
    for (let place = 0; place < whole.length; place += 1) {
      const entries = whole.map((entry, index) => (index === place ? { ...entry, ...change } : entry));
      expect(faultIn(entries, head)).toEqual({ sequence: place + 1, kind: 'changed' });
    }
  });

  it('reports an entry that was rewritten together with its hash', () => {
    for (let place = 0; place < whole.length; place += 1) {
      const entries = whole.map((entry, index) => (index === place ? sealed({ ...entry, content: '{}' }) : entry));
      expect(faultIn(entries, head)).toEqual({ sequence: place + 1, kind: 'replaced' });
    }
  });

  it('reports the first missing entry, whether renumbered or not', () => {
    for (let place = 0; place < whole.length; place += 1) {
      const left = whole.filter((_, index) => index !== place);
      expect(faultIn(left, head)).toEqual({ sequence: place + 1, kind: 'missing' });
      expect(faultIn(renumbered(left), head)?.sequence).toBe(place + 1);
    }
  });

  it('reports an inserted entry, whether its hash is valid there or not', () => {
    for (let place = 0; place < whole.length; place += 1) {
      const previousHash = whole[place - 1]?.hash ?? firstPreviousHash;
      for (const forged of [
        sealed({ sequence: place + 1, previousHash, content: '{}' }),
        { sequence: place + 1, previousHash, content: '{}', hash: 'e'.repeat(64) },
      ]) {
        const entries = renumbered([...whole.slice(0, place), forged, ...whole.slice(place)]);
        expect(faultIn(entries, head)?.sequence).toBe(place + 1);
      }
    }
  });

  it('reports the first of two swapped entries', () => {
    for (let first = 0; first < whole.length; first += 1)
      for (let second = first + 1; second < whole.length; second += 1) {
        const entries = [...whole];
        [entries[first], entries[second]] = [whole[second]!, whole[first]!];
        expect(faultIn(renumbered(entries), head)?.sequence).toBe(first + 1);
      }
  });

  it('reveals with a published head what a manipulated stored head hides', () => {
    const cut = whole.slice(0, 4);
    expect(faultIn(cut, headOf(cut))).toBeNull();
    expect(faultIn(cut, headOf(cut), [head])).toEqual({ sequence: 5, kind: 'missing' });
    const other = chainOf(2).concat(sealed({ sequence: 3, previousHash: whole[1]!.hash, content: '{}' }));
    expect(faultIn(other, headOf(other), [headOf(whole.slice(0, 3))])).toEqual({ sequence: 3, kind: 'rewritten' });
  });

  it('is invalid for another organization', () => {
    expect(new ChainVerifier(sha256, '00000000-0000-7000-8000-000000000002').append(whole[0]!)?.kind).toBe('changed');
  });

  it('parses a head as it is published', () => {
    expect(readHead(` ${head.sequence}:${head.hash}\n`)).toEqual(head);
    for (const text of ['', '6', '6:xyz', `-1:${head.hash}`]) expect(readHead(text)).toBeNull();
  });
});

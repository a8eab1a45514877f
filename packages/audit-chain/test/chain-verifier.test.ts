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

describe('a chain of entries', () => {
  it('is whole as it was appended, and when it is empty', () => {
    expect(faultIn(whole, head, [headOf(whole.slice(0, 3)), head])).toBeNull();
    expect(faultIn([], headOf([]))).toBeNull();
  });

  it.each([
    ['a content', { content: '{"n":0}' }],
    ['a hash', { hash: 'f'.repeat(64) }],
    ['the hash before it', { previousHash: 'f'.repeat(64) }],
  ])('names every entry of which %s was changed', (_, change) => {
    for (let place = 0; place < whole.length; place += 1) {
      const entries = whole.map((entry, index) => (index === place ? { ...entry, ...change } : entry));
      expect(faultIn(entries, head)).toEqual({ sequence: place + 1, kind: 'changed' });
    }
  });

  it('names an entry that was written anew together with its hash', () => {
    for (let place = 0; place < whole.length; place += 1) {
      const entries = whole.map((entry, index) => (index === place ? sealed({ ...entry, content: '{}' }) : entry));
      expect(faultIn(entries, head)).toEqual({ sequence: place + 1, kind: 'replaced' });
    }
  });

  it('names the first entry that is gone, renumbered or not', () => {
    for (let place = 0; place < whole.length; place += 1) {
      const left = whole.filter((_, index) => index !== place);
      expect(faultIn(left, head)).toEqual({ sequence: place + 1, kind: 'missing' });
      expect(faultIn(renumbered(left), head)?.sequence).toBe(place + 1);
    }
  });

  it('names an entry that was put in, whether its hash fits its place or not', () => {
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

  it('names the first of two entries that changed places', () => {
    for (let first = 0; first < whole.length; first += 1)
      for (let second = first + 1; second < whole.length; second += 1) {
        const entries = [...whole];
        [entries[first], entries[second]] = [whole[second]!, whole[first]!];
        expect(faultIn(renumbered(entries), head)?.sequence).toBe(first + 1);
      }
  });

  it('shows by a published head what the stored one was made to hide', () => {
    const cut = whole.slice(0, 4);
    expect(faultIn(cut, headOf(cut))).toBeNull();
    expect(faultIn(cut, headOf(cut), [head])).toEqual({ sequence: 5, kind: 'missing' });
    const other = chainOf(2).concat(sealed({ sequence: 3, previousHash: whole[1]!.hash, content: '{}' }));
    expect(faultIn(other, headOf(other), [headOf(whole.slice(0, 3))])).toEqual({ sequence: 3, kind: 'rewritten' });
  });

  it('does not fit another organization', () => {
    expect(new ChainVerifier(sha256, '00000000-0000-7000-8000-000000000002').append(whole[0]!)?.kind).toBe('changed');
  });

  it('reads a head as it is published', () => {
    expect(readHead(` ${head.sequence}:${head.hash}\n`)).toEqual(head);
    for (const text of ['', '6', '6:xyz', `-1:${head.hash}`]) expect(readHead(text)).toBeNull();
  });
});

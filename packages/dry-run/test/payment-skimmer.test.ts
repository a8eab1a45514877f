import { parseLine } from '../src/index.js';
import fc from 'fast-check';
import { IdSet } from '../src/files/parts/id-set.js';
import { TransactionScanner } from '../src/files/parts/transaction-scanner.js';

const skimmer = new TransactionScanner();

/** Returns what it finds in a line between other lines, or `null` if it finds nothing. */
function skimmed(line: string): { readonly id: string; readonly now: number } | null {
  const [before, text] = [Buffer.from('{"id":"b"}\n'), Buffer.from(line)];
  const bytes = Buffer.concat([before, text, Buffer.from('\n{"id":"a","transactedAt":"2026-01-15T12:00:00Z"}')]);
  if (!skimmer.find(bytes, before.length, before.length + text.length)) return null;
  return { id: bytes.toString('utf8', skimmer.idFrom, skimmer.idTo), now: skimmer.now };
}

const times = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.tuple(fc.nat(9_999), fc.nat(13), fc.nat(32), fc.nat(25), fc.nat(61), fc.nat(61)).map(([year, ...parts]) => {
    const [month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, '0'));
    return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`;
  }),
  fc.constantFrom('2026-02-29T00:00:00Z', '2026-01-15', '2026-01-15T12:00:00+02:00', '2026-01-15T12:00:00.0000Z'),
  fc.string(),
);
const keys = fc.constantFrom(
  'id',
  'transactedAt',
  'createdAt',
  'amount',
  'kind',
  'context',
  'originEntity',
  '\\u0069d',
);
const values = fc.oneof(
  times.map((time) => JSON.stringify(time)),
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('{"id":"x","transactedAt":"2026-01-15T12:00:00Z"}', '[{"id":"y"}, 1]', '""', '"t-1"', '"é"'),
);
/** Includes objects with duplicate keys. */
const objects = fc
  .array(fc.tuple(keys, values), { maxLength: 7 })
  .chain((members) => fc.constantFrom('', ' ').map((space) => [members, space] as const))
  .map(
    ([members, space]) =>
      `{${members.map(([key, value]) => `"${key}"${space}:${space}${value}`).join(`,${space}`)}}${space}`,
  );

describe('payments extracted from the bytes of their lines', () => {
  it('have the id and time that parsing the line gives', () => {
    fc.assert(
      fc.property(objects, (line) => {
        const found = skimmed(line);
        if (found === null) return;
        const event = parseLine(line, 1, 'UTC');
        expect(event).toMatchObject({
          ok: true,
          value: { kind: 'run', target: 'transaction', trigger: 'created', ...found },
        });
        if (event.ok && event.value.kind === 'run') expect(event.value.context['id']).toBe(found.id);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are extracted from the usual form', () => {
    for (const time of ['2026-01-15T12:34:56Z', '2024-02-29T23:59:59.999Z']) {
      const line = JSON.stringify({
        amount: '1',
        originEntity: { id: 'e', tags: ['a'] },
        id: 'é-1',
        transactedAt: time,
      });
      expect(skimmed(line)).toEqual({ id: 'é-1', now: Date.parse(time) });
    }
  });

  it('are not extracted when the line contains anything more', () => {
    const payment = '"id":"t","transactedAt":"2026-01-15T12:00:00Z"';
    for (const line of [
      '',
      '[]',
      '{}',
      `{${payment}`,
      `{${payment}} {}`,
      `{"kind":"x",${payment}}`,
      `{"context":1,${payment}}`,
    ])
      expect(skimmed(line)).toBeNull();
  });
});

describe('id set', () => {
  it('contains exactly the ids that were added', () => {
    const set = new IdSet();
    const add = (id: string): boolean => set.addBytes(Buffer.from(` ${id} `), 1, 1 + Buffer.byteLength(id));
    for (let at = 0; at < 20_000; at += 2) expect(add(`t-${String(at)}`)).toBe(true);
    for (let at = 0; at < 20_000; at++) expect(set.has(`t-${String(at)}`)).toBe(at % 2 === 0);
    expect(add('é')).toBe(false);
    expect(set.has('é')).toBe(false);
  });
});

import { createHash } from 'node:crypto';
import { type ChainPage, checkChain, compareCopy, readCopy } from '../src/features/audit/chain/chain-check.js';
import { dayAfter, dayIn, instantsOf } from '../src/data/days.js';
import { readAuditSearch } from '../src/features/audit/model/audit-search.js';
import { readImportsSearch } from '../src/features/imports/model/imports-search.js';
import {
  minutesOf,
  sharesOf,
  slowest,
  unknownRises,
  type RuleTotals,
} from '../src/features/operations/model/shown-figures.js';
import { columnsIn, mappingOf } from '../src/features/imports/model/table-head.js';
import { chosenEvents, eventGroups, spreadJson } from '../src/features/webhooks/model/event-choice.js';
import { readDeliveriesSearch } from '../src/features/webhooks/model/webhooks-search.js';

const organizationId = '00000000-0000-7000-8000-000000000001';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function chainOf(length: number): ChainPage['entries'][number][] {
  const entries: ChainPage['entries'][number][] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const previousHash = entries.at(-1)?.hash ?? '0'.repeat(64);
    const content = `{"n":${sequence},"who":"Ána"}`;
    const hash = sha256(`${previousHash}\n${organizationId}\n${sequence}\n${content}`);
    entries.push({ sequence, previousHash, hash, content });
  }
  return entries;
}

const check = (entries: ChainPage['entries'], head = entries.at(-1)!) =>
  checkChain(
    (after) =>
      Promise.resolve({ organizationId, entries: entries.filter((e) => e.sequence > after).slice(0, 100), head }),
    () => Promise.resolve(true),
  );

describe('audit log chain check in the console', () => {
  it('confirms a chain over many pages, with the same hashes as Node.js', async () => {
    expect(await check(chainOf(620))).toMatchObject({ entries: 620, fault: null });
  });

  it('names the changed entry and the missing entry', async () => {
    const changed = chainOf(300).map((e) => (e.sequence === 142 ? { ...e, content: '{"n":0}' } : e));
    expect((await check(changed))?.fault).toEqual({ sequence: 142, kind: 'changed' });
    const without = chainOf(300).filter(({ sequence }) => sequence !== 77);
    expect((await check(without))?.fault).toEqual({ sequence: 77, kind: 'missing' });
  });

  it('stops when nobody is watching any more', async () => {
    const entries = chainOf(300);
    const read = () => Promise.resolve({ organizationId, entries, head: entries.at(-1)! });
    expect(await checkChain(read, () => Promise.resolve(false))).toBeNull();
  });

  it('distinguishes a changed copy from a copy of another chain', () => {
    const [entry] = chainOf(1);
    const copy = readCopy(JSON.stringify({ organizationId, ...entry }))!;
    expect(compareCopy(copy, entry)).toBe('same');
    expect(compareCopy({ ...copy, content: copy.content.replace('1', '2') }, entry)).toBe('changed');
    expect(compareCopy(copy, undefined)).toBe('other');
    expect(['', 'null', '[]', '{"sequence":1}', JSON.stringify({ ...copy, hash: 'x' })].map(readCopy)).toEqual(
      Array<null>(5).fill(null),
    );
  });
});

describe('days in a time zone', () => {
  it('begin and end by the time zone, also at daylight saving changes', () => {
    expect(instantsOf({ from: '2025-12-07', to: '2025-12-07' }, 'America/Sao_Paulo')).toEqual({
      from: '2025-12-07T03:00:00.000Z',
      to: '2025-12-08T02:59:59.999Z',
    });
    expect(instantsOf({ from: '2025-03-30', to: '2025-03-30' }, 'Europe/Madrid')).toEqual({
      from: '2025-03-29T23:00:00.000Z',
      to: '2025-03-30T21:59:59.999Z',
    });
    expect(instantsOf({ from: '1931-05-05', to: '2061-05-05' }, 'Asia/Tokyo')).toEqual({
      from: '1931-05-04T15:00:00.000Z',
      to: '2061-05-05T14:59:59.999Z',
    });
  });

  it('are counted from the current day in the time zone', () => {
    const ms = Date.parse('2026-03-01T02:00:00Z');
    expect([dayIn('America/Sao_Paulo', ms), dayIn('Asia/Tokyo', ms)]).toEqual(['2026-02-28', '2026-03-01']);
    expect([dayAfter('2026-03-01', -1), dayAfter('2024-02-28', 1), dayAfter('2025-12-31', 1)]).toEqual([
      ...['2026-02-28', '2024-02-29', '2026-01-01'],
    ]);
  });
});

describe('URL state of operations screens', () => {
  it('accepts any input and returns only known values', () => {
    expect(readAuditSearch({ actorType: 'user', from: '2025-02-30x', event: 'DROP', open: -1, other: 1 })).toEqual({
      actorType: 'user',
    });
    expect(readAuditSearch({ resourceId: 'r 1', to: '2025-02-28', open: 7 })).toEqual({
      resourceId: 'r 1',
      to: '2025-02-28',
      open: 7,
    });
    expect(readAuditSearch({ from: '2025-99-99' })).toEqual({});
    expect(readDeliveriesSearch({ status: 'failed', open: 'x', cursor: '' })).toEqual({ status: 'failed' });
    expect(readImportsSearch({ kind: 'entity_batch', status: 'none' })).toEqual({ kind: 'entity_batch' });
  });
});

describe('file columns', () => {
  it.each([
    ['\ufeffa,b,c\r\n1,2,3', ['a', 'b', 'c']],
    ['"a;b";c;"d ""e"""\n', ['a;b', 'c', 'd "e"']],
    ['one\ttwo\ttwo', ['one', 'two']],
    ['', []],
  ])('of %j are %j', (text, columns) => expect(columnsIn(text)).toEqual(columns));

  it('are omitted when mapped to nothing', () => {
    const paths = new Map([
      ['Sum', ' amount '],
      ['Note', ' '],
    ]);
    expect(mappingOf(paths)).toEqual({ Sum: 'amount' });
  });
});

describe('webhook events', () => {
  it('are groups of available events, and names, each once', () => {
    const events = ['alert.created', 'alert.resolved', 'team.made'].map((name) => ({
      ...{ name, category: name.split('.')[0]!, available: !name.startsWith('team') },
    }));
    expect(eventGroups(events)).toEqual(['alert.*']);
    expect(chosenEvents(new Set(['alert.*']), ' rule.triggered, alert.*\nrule.triggered')).toEqual([
      'alert.*',
      'rule.triggered',
    ]);
  });

  it('are shown as formatted JSON, or unchanged when not JSON', () => {
    expect(spreadJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(spreadJson('<b>')).toBe('<b>');
  });
});

describe('health figures', () => {
  const rule = (key: string, executions: number, unknownRate: number, latencyShare: number | null = null): RuleTotals =>
    ({
      ruleId: key,
      key,
      name: key,
      status: 'active',
      totals: { executions, unknownRate, latencyShare },
    }) as RuleTotals;

  it('fills minutes without data, and takes the worst value within each other minute', () => {
    const point = (at: string, payments: number, p95Ms: number | null) => ({
      ...{ at, payments, count: payments, p50Ms: p95Ms, p95Ms, p99Ms: p95Ms },
    });
    const minutes = minutesOf({
      ...{ from: '2026-01-01T10:00:00.000Z', to: '2026-01-01T10:03:00.000Z' },
      points: [
        point('2026-01-01T10:00:05.000Z', 2, 7),
        point('2026-01-01T10:00:10.000Z', 1, 9),
        point('2026-01-01T10:02:00.000Z', 4, null),
        point('2026-01-01T11:00:00.000Z', 9, 1),
      ],
    });
    expect(minutes).toEqual([
      { payments: 3, p95Ms: 9 },
      { payments: 0, p95Ms: null },
      { payments: 4, p95Ms: null },
    ]);
  });

  it('calculates shares, largest first', () => {
    expect(sharesOf({ REJECT: 1, APPROVE: 3 })).toEqual([
      { name: 'APPROVE', count: 3, share: 0.75 },
      { name: 'REJECT', count: 1, share: 0.25 },
    ]);
    expect(sharesOf({})).toEqual([]);
  });

  it('names the slowest rules, and rules whose share of unknowns has risen', () => {
    const slow = [rule('a', 9, 0, 0.2), rule('b', 9, 0, 0.7), rule('c', 9, 0)];
    expect(slowest(slow, 5).map(({ key }) => key)).toEqual(['b', 'a']);
    const now = [rule('up', 100, 0.02), rule('few', 3, 0.9), rule('same', 100, 0.02), rule('new', 100, 0.5)];
    const before = [rule('up', 900, 0.0002), rule('same', 900, 0.015)];
    expect(unknownRises(now, before).map(({ key, before: was }) => [key, was])).toEqual([
      ['new', 0],
      ['up', 0.0002],
    ]);
  });
});

import { createHash } from 'node:crypto';
import { type ChainPage, checkChain, compareCopy, readCopy } from '../src/features/audit/chain/chain-check.js';
import { instantsOf } from '../src/data/days.js';
import { readAuditSearch } from '../src/features/audit/model/audit-search.js';
import { readImportsSearch } from '../src/features/imports/model/imports-search.js';
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

describe('the chain of the trail, in a page', () => {
  it('is whole over many pages, with the hashes that Node makes', async () => {
    expect(await check(chainOf(620))).toMatchObject({ entries: 620, fault: null });
  });

  it('names the entry that was changed, and the one that is gone', async () => {
    const changed = chainOf(300).map((e) => (e.sequence === 142 ? { ...e, content: '{"n":0}' } : e));
    expect((await check(changed))?.fault).toEqual({ sequence: 142, kind: 'changed' });
    const without = chainOf(300).filter(({ sequence }) => sequence !== 77);
    expect((await check(without))?.fault).toEqual({ sequence: 77, kind: 'missing' });
  });

  it('ends where nobody looks any more', async () => {
    const entries = chainOf(300);
    const read = () => Promise.resolve({ organizationId, entries, head: entries.at(-1)! });
    expect(await checkChain(read, () => Promise.resolve(false))).toBeNull();
  });

  it('tells a copy that was changed from one of another chain', () => {
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

describe('days of a zone', () => {
  it('begin and end where the zone says, also when clocks change', () => {
    expect(instantsOf({ from: '2025-12-07', to: '2025-12-07' }, 'America/Sao_Paulo')).toEqual({
      from: '2025-12-07T03:00:00.000Z',
      to: '2025-12-08T02:59:59.999Z',
    });
    expect(instantsOf({ from: '2025-03-30', to: '2025-03-30' }, 'Europe/Madrid')).toEqual({
      from: '2025-03-29T23:00:00.000Z',
      to: '2025-03-30T21:59:59.999Z',
    });
  });
});

describe('addresses of operators’ screens', () => {
  it('take anything in and give only what is known', () => {
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

describe('columns of a file', () => {
  it.each([
    ['\ufeffa,b,c\r\n1,2,3', ['a', 'b', 'c']],
    ['"a;b";c;"d ""e"""\n', ['a;b', 'c', 'd "e"']],
    ['one\ttwo\ttwo', ['one', 'two']],
    ['', []],
  ])('of %j are %j', (text, columns) => expect(columnsIn(text)).toEqual(columns));

  it('that become nothing are left out', () => {
    const paths = new Map([
      ['Sum', ' amount '],
      ['Note', ' '],
    ]);
    expect(mappingOf(paths)).toEqual({ Sum: 'amount' });
  });
});

describe('events of a webhook', () => {
  it('are groups of what somebody sends, and names, each once', () => {
    const events = ['alert.created', 'alert.resolved', 'team.made'].map((name) => ({
      ...{ name, category: name.split('.')[0]!, available: !name.startsWith('team') },
    }));
    expect(eventGroups(events)).toEqual(['alert.*']);
    expect(chosenEvents(new Set(['alert.*']), ' rule.triggered, alert.*\nrule.triggered')).toEqual([
      'alert.*',
      'rule.triggered',
    ]);
  });

  it('are shown with line breaks, and as they are where they are no JSON', () => {
    expect(spreadJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(spreadJson('<b>')).toBe('<b>');
  });
});

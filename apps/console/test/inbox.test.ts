import fc from 'fast-check';

import { caseTimeline, readCaseSearch } from '../src/features/inbox/model/case-timeline.js';
import { owners, priorities, readInboxSearch, workStatuses } from '../src/features/inbox/model/inbox-search.js';
import { steadyPages } from '../src/features/inbox/model/steady-pages.js';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const text = fc.string({ minLength: 1, maxLength: 100 });

describe('the state of the inbox in an address', () => {
  it('comes back as it was', () => {
    const search = fc.record(
      {
        kind: fc.constantFrom('cases' as const, 'matches' as const, 'reviews' as const),
        who: fc.constantFrom(...owners),
        priority: fc.constantFrom(...priorities),
        status: fc.constantFrom(...workStatuses),
        ...{ category: text, q: text, rule: fc.uuid(), open: fc.uuid() },
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(search, (given) => expect(readInboxSearch(given)).toEqual(given)));
    const ofCase = fc.record(
      { only: fc.constantFrom('decisions' as const, 'people' as const), at: fc.uuid() },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(ofCase, (given) => expect(readCaseSearch(given)).toEqual(given)));
  });

  it('is never anything that is not known', () => {
    const given = { kind: 'alerts', who: 'you', priority: 1, status: 'RESOLVED', q: '', rule: 'x', open: {}, more: 1 };
    expect(readInboxSearch(given)).toEqual({});
    expect(readCaseSearch({ only: 'some', at: '1', more: 1 })).toEqual({});
  });
});

describe('rows that are read page by page', () => {
  it('stay where they are: what comes between waits, what comes below joins', () => {
    const { rows: shown, waiting } = steadyPages(rows('b', 'd'), rows('a', 'b', 'c', 'd', 'e', 'f'));
    expect(shown.map(({ row }) => row.id)).toEqual(['b', 'd', 'e', 'f']);
    expect(waiting).toBe(2);
  });

  it('stay where they were when they are found no more', () => {
    const { rows: shown, waiting } = steadyPages(rows('a', 'b', 'c'), rows('a', 'c'));
    expect(shown.map(({ row, isGone }) => [row.id, isGone])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    expect(waiting).toBe(0);
  });

  it('all wait where none of those that are shown is left, and all are shown where there were none', () => {
    expect(steadyPages(rows('a'), rows('b', 'c'))).toMatchObject({ rows: [{ isGone: true }], waiting: 2 });
    expect(steadyPages(rows(), rows('b', 'c'))).toMatchObject({ rows: [{ isGone: false }, {}], waiting: 0 });
  });
});

describe('the timeline of a case', () => {
  const alert = {
    ...{ id: 'a1', createdAt: '2026-03-01T10:00:00Z', acknowledgedAt: '2026-03-01T12:00:00Z', acknowledgedBy: 'p' },
    ...{ resolvedAt: null, resolvedBy: null },
  };
  const note = { id: 'n1', createdAt: '2026-03-01T11:00:00Z', body: 'Called', author: { id: 'p', name: 'Ana' } };
  const entry = (event: string, timestamp: string, changes: object = {}) => {
    return { id: `e ${event}`, event, timestamp, actor: { id: 'p', name: 'Ana' }, changes, context: { reason: null } };
  };
  const moved = { status: { previous: 'OPEN', current: 'ESCALATED' } };
  const file = {
    ...{ alerts: [alert], notes: [note] },
    timeline: [
      entry('investigation_status_changed', '2026-03-01T13:00:00Z', moved),
      entry('note_added', '2026-03-01T11:00:00Z'),
      entry('investigation_created', '2026-03-01T10:30:00Z'),
    ],
  } as never;
  const kindsOf = (only?: 'decisions' | 'people') => caseTimeline(file, only).map(({ kind, status }) => status ?? kind);

  it('has what rules and people did in the order of time, a note once', () => {
    expect(kindsOf()).toEqual(['decision', 'record', 'note', 'acknowledged', 'ESCALATED']);
  });

  it('shows decisions alone, or what people did', () => {
    expect(kindsOf('decisions')).toEqual(['decision']);
    expect(kindsOf('people')).toEqual(['record', 'note', 'acknowledged', 'ESCALATED']);
  });
});

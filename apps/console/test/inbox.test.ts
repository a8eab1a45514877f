import fc from 'fast-check';

import { alertAnalysis } from '../src/features/inbox/model/alert-analysis.js';
import { caseTimeline } from '../src/features/inbox/model/case-timeline.js';
import {
  owners,
  priorities,
  readCaseSearch,
  readInboxSearch,
  workStatuses,
} from '../src/features/inbox/model/inbox-search.js';
import { steadyPages } from '../src/features/inbox/model/steady-pages.js';
import { analysis as en } from '../src/i18n/en/admin/analysis.js';
import { parties as enParties } from '../src/i18n/en/parties.js';
import { analysis as es } from '../src/i18n/es/admin/analysis.js';
import { parties as esParties } from '../src/i18n/es/parties.js';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const text = fc.string({ minLength: 1, maxLength: 100 });

describe('inbox state in the URL', () => {
  it('round-trips valid values', () => {
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

  it('drops unknown values', () => {
    const given = { kind: 'alerts', who: 'you', priority: 1, status: 'RESOLVED', q: '', rule: 'x', open: {}, more: 1 };
    expect(readInboxSearch(given)).toEqual({});
    expect(readCaseSearch({ only: 'some', at: '1', more: 1 })).toEqual({});
  });
});

describe('rows read page by page', () => {
  it('keeps shown rows in place: new rows between them wait, rows below are appended', () => {
    const { rows: shown, waiting } = steadyPages(rows('b', 'd'), rows('a', 'b', 'c', 'd', 'e', 'f'));
    expect(shown.map(({ row }) => row.id)).toEqual(['b', 'd', 'e', 'f']);
    expect(waiting).toBe(2);
  });

  it('keeps rows in place and marks them when they are no longer found', () => {
    const { rows: shown, waiting } = steadyPages(rows('a', 'b', 'c'), rows('a', 'c'));
    expect(shown.map(({ row, isGone }) => [row.id, isGone])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    expect(waiting).toBe(0);
  });

  it('makes all rows wait when no shown row is left, and shows all when none were shown', () => {
    expect(steadyPages(rows('a'), rows('b', 'c'))).toMatchObject({ rows: [{ isGone: true }], waiting: 2 });
    expect(steadyPages(rows(), rows('b', 'c'))).toMatchObject({ rows: [{ isGone: false }, {}], waiting: 0 });
  });
});

describe('case timeline', () => {
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

  it('lists actions of rules and people in time order, each note once', () => {
    expect(kindsOf()).toEqual(['decision', 'record', 'note', 'acknowledged', 'ESCALATED']);
  });

  it('filters by decisions or by actions of people', () => {
    expect(kindsOf('decisions')).toEqual(['decision']);
    expect(kindsOf('people')).toEqual(['record', 'note', 'acknowledged', 'ESCALATED']);
  });
});

describe('alert explanation', () => {
  const conditions = [
    { field: 'amount', operator: 'gte', expectedValue: { $money: '250 USD' }, actualValue: { $money: '465 USD' } },
    { field: '$night', operator: 'is_true', expectedValue: null, actualValue: true },
    { field: 'category', operator: 'in', expectedValue: ['a', 'b'], actualValue: null },
    { field: 'x', operator: 'starts_with', expectedValue: 'y'.repeat(80), actualValue: 'yy' },
    { field: 'one', operator: 'eq', expectedValue: 1, actualValue: 1 },
  ];
  const alert = {
    triggerCondition: {
      ruleName: 'A spree',
      conditions: [
        ...conditions.map((each) => ({ ...each, outcome: 'true' })),
        { field: 'no', operator: 'eq', outcome: 'false' },
      ],
    },
    entity: { type: 'person', status: 'under_review', riskScore: 7 },
    riskContribution: 60,
    duplicateCount: 2,
    lastSeenAt: '2026-01-02T03:04:05.000Z',
  };
  const time = (iso: string): string => iso.slice(0, 10);

  it('is written in the language of the reader', () => {
    const long = `${'y'.repeat(59)}…`;
    expect(alertAnalysis(alert, { analysis: en, parties: enParties, time })).toBe(
      `A spree: amount is 465 USD (at least 250 USD), night is true, category is nothing (one of a, b), x is yy (starts with ${long}), and 1 more. It counts 60. Person, then: Under review, risk score 7. It came 2 times more, the last time 2026-01-02.`,
    );
    expect(alertAnalysis(alert, { analysis: es, parties: esParties, time })).toBe(
      `A spree: amount es 465 USD (al menos 250 USD), night es true, category es nada (uno de a, b), x es yy (starts with ${long}), y 1 más. Suma 60. Persona, entonces: En revisión, puntaje de riesgo 7. Se repitió 2 veces, la última 2026-01-02.`,
    );
  });

  it('is absent for an alert raised manually', () => {
    const words = { analysis: en, parties: enParties, time };
    expect(alertAnalysis({ ...alert, triggerCondition: null }, words)).toBeNull();
    expect(alertAnalysis({ ...alert, triggerCondition: {} }, words)).toBeNull();
    const bare = { ...alert, triggerCondition: { ruleName: 'R' }, entity: null, riskContribution: null };
    expect(alertAnalysis({ ...bare, duplicateCount: 0 }, words)).toBe('R.');
  });
});

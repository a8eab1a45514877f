import type { components } from '@tamis/client';
import type { CaseSearch } from './inbox-search.js';

type Schemas = components['schemas'];
export type CaseFile = Schemas['InvestigationFileDto'];
type Alert = Schemas['AlertDto'];

/** An event, as the case shows it. */
export interface CaseEvent {
  readonly id: string;
  readonly at: string;
  readonly kind: 'decision' | 'note' | 'acknowledged' | 'resolved' | 'record';
  readonly byId: string | null;
  readonly byName: string | null;
  readonly alert: Alert | null;
  /** The text of a note. */
  readonly body: string | null;
  /** The name of an audit trail entry, and the resulting status. */
  readonly event: string | null;
  readonly status: string | null;
  readonly reason: string | null;
}

const empty = { byId: null, byName: null, alert: null, body: null, event: null, status: null, reason: null } as const;

function alertEvents(alert: Alert): readonly CaseEvent[] {
  const { id, createdAt, acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy } = alert;
  const told = { ...empty, alert };
  return [
    { ...told, id: `${id} raised`, at: createdAt, kind: 'decision' },
    ...(acknowledgedAt === null
      ? []
      : [{ ...told, id: `${id} seen`, at: acknowledgedAt, kind: 'acknowledged' as const, byId: acknowledgedBy }]),
    ...(resolvedAt === null
      ? []
      : [{ ...told, id: `${id} done`, at: resolvedAt, kind: 'resolved' as const, byId: resolvedBy }]),
  ];
}

/** Returns all events in and around a case, oldest first. */
export function caseTimeline({ alerts, notes, timeline }: CaseFile, only: CaseSearch['only']): readonly CaseEvent[] {
  const written = notes.map(({ id, createdAt, body, author }): CaseEvent => ({
    ...empty,
    ...{ id, at: createdAt, kind: 'note', body, byId: author.id, byName: author.name },
  }));
  const recorded = timeline
    .filter(({ event }) => event !== 'note_added')
    .map(({ id, event, timestamp, actor, changes, context }): CaseEvent => {
      const current = changes['status']?.current;
      const status = typeof current === 'string' ? current : null;
      const about = { event, status, reason: context.reason, byId: actor.id, byName: actor.name };
      return { ...empty, ...about, id, at: timestamp, kind: 'record' };
    });
  const all = [...alerts.flatMap(alertEvents), ...written, ...recorded];
  return all
    .filter(({ kind }) => only === undefined || (kind === 'decision') === (only === 'decisions'))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

export interface CaseParty {
  readonly id: string;
  /** `null` if only its id is known. */
  readonly name: string | null;
  /** The number of alerts about it in the case. */
  readonly alerts: number;
}

const nameOf = (entity: unknown): string | null => (entity as { readonly name?: string } | null)?.name ?? null;

/** Returns the parties of a case: its own first, then those with the most alerts. */
export function caseParties({ investigation: { entityId, entity }, alerts }: CaseFile): readonly CaseParty[] {
  const found = new Map<string, CaseParty>();
  if (entityId !== null) found.set(entityId, { id: entityId, name: nameOf(entity), alerts: 0 });
  for (const { targetEntityId: id, entity: target } of alerts) {
    if (id === null) continue;
    const known = found.get(id);
    found.set(id, { id, name: known?.name ?? nameOf(target), alerts: (known?.alerts ?? 0) + 1 });
  }
  return [...found.values()].sort(
    (one, other) => Number(other.id === entityId) - Number(one.id === entityId) || other.alerts - one.alerts,
  );
}

const caseStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The statuses that can follow each status of a case, as on the server. */
export const nextStatuses: Readonly<Record<CaseStatus, readonly CaseStatus[]>> = {
  OPEN: ['IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  IN_PROGRESS: ['OPEN', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  PENDING_REVIEW: ['IN_PROGRESS', 'ESCALATED', 'CLOSED'],
  ESCALATED: ['IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
};

import type { components } from '@tamis/client';
import type { Kind, Priority } from './inbox-search.js';

type Schemas = components['schemas'];
export type Alert = Schemas['AlertDto'];
export type Case = Schemas['InvestigationDto'];
export type Match = Schemas['StoredMatchDto'];
export type Review = Schemas['IdentityValidationDto'];

/** A waiting item of any kind. */
export interface WorkRow {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  /** The party that it is about. */
  readonly about: string | null;
  readonly entityId: string | null;
  /** The payment that it is about. */
  readonly transactionId: string | null;
  readonly priority: Priority | null;
  /** The score of a match, from 0 to 1. */
  readonly score: number | null;
  readonly status: string;
  readonly assignedTo: string | null;
  readonly at: string;
  readonly dueAt: string | null;
  /** The number of repetitions. */
  readonly repeats: number;
}

interface Snapshot {
  readonly name?: string;
  readonly externalId?: string | null;
}

const none = {
  priority: null,
  score: null,
  assignedTo: null,
  dueAt: null,
  repeats: 0,
  entityId: null,
  transactionId: null,
} as const;

const nameOf = (entity: unknown): string | null => (entity as Snapshot | null)?.name ?? null;

export const alertRow = (alert: Alert): WorkRow => ({
  ...none,
  ...{ id: alert.id, kind: 'alerts', title: alert.name, about: nameOf(alert.entity), status: alert.status },
  ...{ priority: alert.priority, assignedTo: alert.assignedTo, at: alert.createdAt, dueAt: alert.dueDate },
  ...{ repeats: alert.duplicateCount, transactionId: alert.transactionId },
  entityId: alert.transactionId === null && alert.userEventId === null ? alert.targetEntityId : null,
});

export const caseRow = (each: Case): WorkRow => ({
  ...none,
  ...{ id: each.id, kind: 'cases', title: `${each.investigationNumber} ${each.name}`, about: nameOf(each.entity) },
  ...{ status: each.status, priority: each.priority, assignedTo: each.assignedTo, at: each.createdAt },
  dueAt: each.dueDate,
});

export const matchRow = (match: Match): WorkRow => ({
  ...none,
  ...{
    id: match.id,
    kind: 'matches',
    title: `${match.entry.names[0]?.text ?? match.entryId} · ${match.list}`,
    about: match.explanation.ourName,
  },
  ...{ status: match.state, score: match.score, at: match.foundAt, assignedTo: match.assignedTo },
});

export const reviewRow = (review: Review): WorkRow => ({
  ...none,
  ...{ id: review.id, kind: 'reviews', title: review.id.slice(0, 8), about: null, status: review.status },
  ...{ entityId: review.entityId, at: review.createdAt, assignedTo: review.assignedTo },
});

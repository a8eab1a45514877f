import type { Context } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import type { EntitySnapshot } from '../../../casework/alerts/index.js';

/** An entity as rules read it, with those parts that were read; what it came with stays. */
export function withParts<E extends { readonly id: string }>(
  entity: E | null,
  parts: EntityPartsById,
): (E & EntityParts) | null {
  const own = entity && parts.get(entity.id);
  return own ? { ...entity, ...own, ...entity } : entity;
}

/** What a stored record is to an evaluation. */
export type RecordType = 'transaction' | 'person' | 'company' | 'user_event';

export interface SubjectEntity extends EntitySnapshot {
  readonly taxId: string | null;
  readonly countryCode: string | null;
}

/** What an alert keeps of it. */
export const snapshotOf = ({ id, externalId, name, type, riskScore, status }: SubjectEntity): EntitySnapshot => ({
  id,
  externalId,
  name,
  type,
  riskScore,
  status,
});

/** What is read of an entity where rules name it. Each is something that `stringifyJson` can write. */
export interface EntityParts {
  /** The list of its accounts. */
  readonly accounts?: object;
  /** What integrations found about it. */
  readonly enrichmentData?: object;
  /** Who owns it; null: nobody is known to. */
  readonly ownership?: object | null;
}

/** By id, for every entity that takes part. */
export type EntityPartsById = ReadonlyMap<string, EntityParts>;

/** The record rules are run on, as the module that keeps it tells of it. */
export interface EvaluationSubject {
  readonly organizationId: string;
  readonly recordType: RecordType;
  readonly recordId: string;
  readonly externalId: string | null;
  /** JSON text of the record with its linked entities, as rules read it. */
  readonly contextJson: string;
  /** What `JSON.parse` reads from that text, made with less work. Absent: only the text is there. */
  readonly context?: () => Context;
  /** The same, each entity with more of its parts. Absent: they are there, or it has no entities. */
  readonly contextWith?: (parts: EntityPartsById) => string;
  /** The record as the announcement of the run names it. */
  readonly shown: object;
  /** Whom its alerts are about. */
  readonly entity: SubjectEntity | null;
  /** Those that take part. */
  readonly entityIds: readonly string[];
  /** Logical time of the run: `transactedAt`, `timestamp`, for an entity that of the evaluation. */
  readonly now: Date;
  /** Where rules may take the status of the record itself. Absent: its status is that of an entity, or it has none. */
  readonly moves?: StatusTransitionPolicy;
}

export interface StatusTransitionPolicy {
  readonly from: string;
  readonly isAllowed: (from: string, to: string) => boolean;
}

export const targetByRecordType: Readonly<Record<RecordType, Target>> = {
  transaction: 'transaction',
  person: 'person',
  company: 'company',
  user_event: 'userEvent',
};

/** The member of `relatedIds` under which the audit trail finds the record. */
export const relatedIdName: Readonly<Record<RecordType, string>> = {
  transaction: 'transactionId',
  person: 'entityId',
  company: 'entityId',
  user_event: 'userEventId',
};

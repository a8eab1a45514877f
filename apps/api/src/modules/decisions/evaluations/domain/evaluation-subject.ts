import type { Context } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import type { EntitySnapshot } from '../../../casework/alerts/index.js';

/** An entity as rules read it, with its accounts where they were read, or those that it came with. */
export function withAccounts<E extends { readonly id: string }>(
  entity: E | null,
  accounts: EntityAccounts,
): (E & { readonly accounts?: object }) | null {
  const own = entity && !('accounts' in entity) && accounts.get(entity.id);
  return own ? { ...entity, accounts: own } : entity;
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

/** By entity id, for every entity that takes part, what `stringifyJson` writes as the list of its accounts. */
export type EntityAccounts = ReadonlyMap<string, object>;

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
  /** The same, each entity with its accounts. Absent: they are there, or it has no entities. */
  readonly contextWith?: (accounts: EntityAccounts) => string;
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

import type { Context } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import type { EntitySnapshot } from '../../../casework/alerts/index.js';

/** Returns an entity as rules read it, with the loaded parts. Parts it already had are kept. */
export function withParts<E extends { readonly id: string }>(
  entity: E | null,
  parts: EntityPartsById,
): (E & EntityParts) | null {
  const own = entity && parts.get(entity.id);
  return own ? { ...entity, ...own, ...entity } : entity;
}

/** Type of a stored record, as used in evaluations. */
export type RecordType = 'transaction' | 'person' | 'company' | 'user_event';

export interface SubjectEntity extends EntitySnapshot {
  readonly taxId: string | null;
  readonly countryCode: string | null;
}

/** Returns the fields of an entity that an alert stores. */
export const snapshotOf = ({ id, externalId, name, type, riskScore, status }: SubjectEntity): EntitySnapshot => ({
  id,
  externalId,
  name,
  type,
  riskScore,
  status,
});

/** Parts of an entity that are loaded if rules use them. `stringifyJson` can write each of them. */
export interface EntityParts {
  /** The list of its accounts. */
  readonly accounts?: object;
  /** Data that integrations found about it. */
  readonly enrichmentData?: object;
  /** Its ownership; `null` if no owner is known. */
  readonly ownership?: object | null;
}

/** Parts by id, for every entity involved. */
export type EntityPartsById = ReadonlyMap<string, EntityParts>;

/** The record to be evaluated, as described by the module that stores it. */
export interface EvaluationSubject {
  readonly organizationId: string;
  readonly recordType: RecordType;
  readonly recordId: string;
  readonly externalId: string | null;
  /** JSON text of the record with its linked entities, as rules read it. */
  readonly contextJson: string;
  /** Returns the value that `JSON.parse` would return for that text, with less work. Absent if there is only the text. */
  readonly context?: () => Context;
  /** Returns the same text with further parts of each entity. Absent if they are included already, or there are no entities. */
  readonly contextWith?: (parts: EntityPartsById) => string;
  /** The record as included in the event about the evaluation. */
  readonly shown: object;
  /** The entity that its alerts are about. */
  readonly entity: SubjectEntity | null;
  /** Ids of the entities involved. */
  readonly entityIds: readonly string[];
  /** Logical time of the evaluation: `transactedAt` or `timestamp`. For an entity, it is the time of the evaluation. */
  readonly now: Date;
  /** The status changes of the record itself that rules may make. Absent if its status is that of an entity, or it has none. */
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

/** The key in `relatedIds` under which the audit trail finds the record. */
export const relatedIdName: Readonly<Record<RecordType, string>> = {
  transaction: 'transactionId',
  person: 'entityId',
  company: 'entityId',
  user_event: 'userEventId',
};

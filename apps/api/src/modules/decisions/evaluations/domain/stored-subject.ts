import type { Context } from '@tamis/engine';

import type { EvaluationRow } from './evaluation-row.js';
import type { RecordType, EvaluationSubject, SubjectEntity } from './evaluation-subject.js';

/** Where a context holds the entity alerts are about; empty: it is the context itself. */
const entityMembers: Readonly<Record<RecordType, readonly string[]>> = {
  transaction: ['originEntity', 'destinationEntity'],
  user_event: ['entity'],
  person: [],
  company: [],
};

/** The members of a record that name it, where it has them. */
const shownMembers = ['id', 'externalId', 'type', 'name', 'taxId', 'status', 'currency', 'eventType', 'userId'];

/** The record of a stored run as it was then, for the run that follows it. */
export function toStoredSubject(row: EvaluationRow): EvaluationSubject {
  const context = JSON.parse(row.context) as Context;
  const members = entityMembers[row.recordType];
  const found = members.length === 0 ? context : members.map((member) => context[member]).find((each) => each != null);
  const shown = Object.fromEntries(shownMembers.flatMap((name) => (name in context ? [[name, context[name]]] : [])));
  return {
    organizationId: row.organizationId,
    recordType: row.recordType,
    recordId: row.recordId,
    externalId: row.externalId,
    contextJson: row.context,
    shown,
    entity: found ? (found as SubjectEntity) : null,
    entityIds: row.entityIds,
    now: row.now,
  };
}

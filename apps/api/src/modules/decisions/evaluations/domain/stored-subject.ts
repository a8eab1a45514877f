import type { Context } from '@tamis/engine';

import type { EvaluationRow } from './evaluation-row.js';
import type { RecordType, EvaluationSubject, SubjectEntity } from './evaluation-subject.js';

/** Fields of a context that contain the entity of its alerts. Empty if that is the context itself. */
const entityMembers: Readonly<Record<RecordType, readonly string[]>> = {
  transaction: ['originEntity', 'destinationEntity'],
  user_event: ['entity'],
  person: [],
  company: [],
};

/** Fields that identify a record, where present. */
const shownMembers = ['id', 'externalId', 'type', 'name', 'taxId', 'status', 'currency', 'eventType', 'userId'];

/** Returns the record of a stored evaluation as it was then, for the follow-up evaluation. */
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

import { Injectable } from '@nestjs/common';
import { ApiError, mergeObjects, validateElement } from '../../../../platform/http/index.js';
import type {
  RecordSource,
  StoredRecord,
  RecordType,
  EvaluableRecord,
  EvaluationReport,
  UnsavedRecord,
  EntityPartsById,
  EvaluationSubject,
} from '../../../decisions/evaluations/index.js';
import { isParty, type PartyType } from '../domain/entity-enumerations.js';
import { toEntityRisk } from '../domain/entity-risk.js';
import { entityRiskUpdate } from '../persistence/entity-risk-writer.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { EntityRepository } from '../persistence/entity-repository.js';
import { lockEntityRow } from '../persistence/entity-writer.js';
import { toEntitySubject } from './evaluate-entity.js';
import type { Queryable } from '../../../../platform/database/index.js';
import { CreateEntityBody } from '../dto/create-entity.body.js';
import { DescribedEntityBody, readTold } from '../dto/described-entity.body.js';
import { readEntityBody } from '../dto/read-entity-body.js';
import { checkTaxId, toEntityRow } from './create-entity.js';
import { resolveEntities } from './resolve-parties.js';

/** Returns the row that an entity would be stored as. Throws the errors of creating it: 400, and 400 `INVALID_TAX_ID`. */
function toDraftRow(organizationId: string, { record, raw }: UnsavedRecord, now: Date): EntityRow {
  const row = toEntityRow(organizationId, readEntityBody(validateElement(CreateEntityBody, record), raw), now);
  checkTaxId(row);
  validateElement(DescribedEntityBody, record);
  return row;
}

/** Returns an entity that is not stored in the form in which rules are evaluated on it: in place of the stored one with its external id. */
async function toDraftSubject(
  client: Queryable,
  row: EntityRow,
  recordType: PartyType,
  { record }: UnsavedRecord,
): Promise<EvaluationSubject> {
  const { organizationId, externalId, createdAt } = row;
  const [stored] = await resolveEntities(client, organizationId, [{ externalId }]);
  const subject = toEntitySubject({ ...row, id: stored?.id ?? row.id }, recordType, createdAt);
  const told = JSON.stringify(readTold(record));
  const contextWith = (parts: EntityPartsById): string => mergeObjects(subject.contextWith!(parts), told, 'shallow');
  return { ...subject, contextJson: contextWith(new Map()), contextWith };
}

const entityNotFound = (): ApiError => new ApiError('ENTITY_NOT_FOUND', 'There is no such entity');

/** Returns the type of an entity that rules support. Throws 400. */
function partyType({ type }: EntityRow): PartyType {
  if (!isParty(type))
    throw new ApiError('INVALID_ENTITY_TYPE', `Rules are evaluated for people and companies, not for a ${type}`);
  return type;
}

/** Provides people and companies for on-demand evaluations. */
@Injectable()
export class EvaluatedEntities implements RecordSource {
  constructor(private readonly entities: EntityRepository) {}

  /** Throws 404 `ENTITY_NOT_FOUND`, and 400 `INVALID_ENTITY_TYPE` for an entity of another kind. */
  async find(organizationId: string, id: string): Promise<StoredRecord> {
    const found = await this.entities.findById(organizationId, id);
    if (!found) throw entityNotFound();
    return {
      recordType: partyType(found),
      queueKey: id,
      lock: async (client) => {
        const row = await lockEntityRow(client, organizationId, { id });
        if (!row) throw entityNotFound();
        return {
          subject: toEntitySubject(row, partyType(row), new Date()),
          matrices: { assigned: row.riskMatrixIds },
          keep: (report: EvaluationReport) => ({
            record: entityRiskUpdate(organizationId, id, toEntityRisk(report)),
            events: [],
            entries: [],
          }),
        };
      },
    };
  }

  /** Throws 400 `INVALID_ENTITY_TYPE` for an entity of another kind, and 400 `INVALID_TAX_ID`. */
  async read(organizationId: string, sent: UnsavedRecord): Promise<EvaluableRecord> {
    const row = toDraftRow(organizationId, sent, new Date());
    const recordType = partyType(row);
    return {
      recordType,
      lock: async (client) => ({ subject: await toDraftSubject(client, row, recordType, sent) }),
    };
  }

  async newest(organizationId: string, recordType: RecordType, count: number): Promise<readonly string[]> {
    const rows = await this.entities.find(organizationId, { type: recordType as PartyType }, count);
    return rows.map(({ id }) => id);
  }
}

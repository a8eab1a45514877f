import type { Queryable } from '../../../platform/database/index.js';
import { mergeObjects, validElement } from '../../../platform/http/index.js';
import type { EntityAccounts, RunSubject, SentRecord } from '../../evaluations/index.js';
import type { PartyType } from '../domain/entity-enumerations.js';
import { CreateEntityBody } from '../http/create-entity.body.js';
import { DescribedEntityBody, readTold } from '../http/described-entity.body.js';
import { readEntityBody } from '../http/read-entity-body.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { checkTaxId, newRow } from './create-entity.js';
import { entitiesNamed } from './resolve-parties.js';
import { entitySubject } from './run-entity-rules.js';

/** The row that an entity would be stored as. Throws what creating it would: 400, and 400 `INVALID_TAX_ID`. */
export function sentRow(organizationId: string, { record, raw }: SentRecord, now: Date): EntityRow {
  const row = newRow(organizationId, readEntityBody(validElement(CreateEntityBody, record), raw), now);
  checkTaxId(row);
  validElement(DescribedEntityBody, record);
  return row;
}

/** An entity that is not stored, as rules are run on it: in place of the stored one that has its external id. */
export async function sentSubject(
  client: Queryable,
  row: EntityRow,
  recordType: PartyType,
  { record }: SentRecord,
): Promise<RunSubject> {
  const { organizationId, externalId, createdAt } = row;
  const [stored] = await entitiesNamed(client, organizationId, [{ externalId }]);
  const subject = entitySubject({ ...row, id: stored?.id ?? row.id }, recordType, createdAt);
  const told = JSON.stringify(readTold(record));
  const contextWith = (accounts: EntityAccounts): string =>
    mergeObjects(subject.contextWith!(accounts), told, 'shallow');
  return { ...subject, contextJson: contextWith(new Map()), contextWith };
}

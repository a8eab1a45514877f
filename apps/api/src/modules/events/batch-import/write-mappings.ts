import { Injectable } from '@nestjs/common';

import {
  type AuditEntry,
  byPrincipal,
  diffChanges,
  creationChanges,
  recordAudit,
} from '../../../platform/audit/index.js';
import { assertPermission, type Principal } from '../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction, violatedConstraint } from '../../../platform/database/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import {
  countMappings,
  deleteMapping,
  findMapping,
  parseRecordMapping,
  mappingNotFound,
  type StoredMapping,
  storeMapping,
} from '../column-mappings/index.js';
import { importTargets } from './import-targets.js';

const mappingFields = ['name', 'target', 'columnMapping', 'defaultFields', 'headersSnapshot'] as const;

/** Fields of a mapping that a request sets. */
export type MappingFields = Pick<StoredMapping, (typeof mappingFields)[number]>;

/** Stores column mappings. Each method throws 403 unless the caller may import the target of the mapping. */
@Injectable()
export class WriteMappings {
  constructor(private readonly database: TenantDatabase) {}

  /** Creates a mapping. Throws 400 `VALIDATION_ERROR` and `TOO_MANY_ITEMS`, and 409 `DUPLICATE_NAME`. */
  create(principal: Principal, wanted: MappingFields, now: Date): Promise<StoredMapping> {
    const { organizationId, actor } = principal;
    const mapping: StoredMapping = {
      ...wanted,
      organizationId,
      id: newId(now.getTime()),
      createdBy: actor.id,
      createdAt: now,
      updatedAt: now,
    };
    return this.write(principal, async (client) => {
      checkMapping(principal, mapping);
      if ((await countMappings(client, organizationId)) >= limits.columnMappings)
        throw new ApiError('TOO_MANY_ITEMS', `An organization has at most ${limits.columnMappings} mappings`);
      await storeMapping(client, mapping);
      const changes = creationChanges(Object.fromEntries(mappingFields.map((name) => [name, mapping[name]])));
      await recordAudit(client, byPrincipal(principal), [{ ...mappingAuditEntry('created', mapping), changes }]);
      return mapping;
    });
  }

  /** Changes a mapping. Absent fields remain unchanged. Throws the same errors as `create`, and 404 `MAPPING_NOT_FOUND`. */
  change(principal: Principal, id: string, sent: Partial<MappingFields>, now: Date): Promise<StoredMapping> {
    return this.write(principal, async (client) => {
      const before = await lockMapping(client, principal, id);
      const after: StoredMapping = { ...before, ...sent, updatedAt: now };
      const changes = diffChanges(before, after, mappingFields);
      if (Object.keys(changes).length === 0) return before;
      checkMapping(principal, after);
      await storeMapping(client, after);
      await recordAudit(client, byPrincipal(principal), [{ ...mappingAuditEntry('updated', after), changes }]);
      return after;
    });
  }

  /** Deletes a mapping. Jobs that used it continue. Throws 404 `MAPPING_NOT_FOUND`. */
  async delete(principal: Principal, id: string): Promise<void> {
    await this.write(principal, async (client) => {
      const mapping = await lockMapping(client, principal, id);
      await deleteMapping(client, principal.organizationId, mapping.id);
      await recordAudit(client, byPrincipal(principal), [mappingAuditEntry('deleted', mapping)]);
    });
  }

  private async write<T>({ organizationId }: Principal, work: (client: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(organizationId, work);
    } catch (error) {
      if (violatedConstraint(error) !== 'column_mappings_name') throw error;
      throw new ApiError('DUPLICATE_NAME', 'Another mapping has this name', { name: 'another mapping has this name' });
    }
  }
}

/** Locks and returns a mapping. Throws 404 if it does not exist, and 403 if the caller may not import its target. */
async function lockMapping(client: Transaction, principal: Principal, id: string): Promise<StoredMapping> {
  const mapping = await findMapping(client, principal.organizationId, id, 'locked');
  if (!mapping) throw mappingNotFound();
  assertPermission(principal, importTargets[mapping.target].permission);
  return mapping;
}

/** Throws 403 if the caller may not import the target, and 400 if the mapping cannot be stored. */
function checkMapping(principal: Principal, { target, columnMapping, defaultFields }: StoredMapping): void {
  const { schema: form, permission } = importTargets[target];
  assertPermission(principal, permission);
  if (JSON.stringify([columnMapping, defaultFields]).length > limits.columnMappingCharacters)
    throw invalid({ columnMapping: `must have at most ${limits.columnMappingCharacters} characters as JSON` });
  if (Object.keys(columnMapping).length === 0) throw invalid({ columnMapping: 'must name at least one column' });
  const read = parseRecordMapping(form, { columnMapping, defaultFields });
  if (!read.ok) throw invalid(read.error);
}

const mappingAuditEntry = (
  what: 'created' | 'updated' | 'deleted',
  { id, name, target }: StoredMapping,
): AuditEntry => ({
  event: `batch_mapping_${what}`,
  resourceType: 'batch_mapping',
  resourceId: id,
  summary: `mapping ${name} of ${target} ${what}`,
});

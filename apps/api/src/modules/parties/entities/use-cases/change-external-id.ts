import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { changeTime } from '../domain/change-time.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { lockEntityRow } from '../persistence/entity-writer.js';
import { lockExternalId, readExternalId, serializeExternalIdChange } from '../persistence/lock-entity.js';
import {
  type ArrivalWatermarks,
  readArrivalWatermarks,
  rewriteLaterReferences,
  rewriteReferences,
  writeExternalId,
} from '../persistence/external-id-writer.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { writeMatchKeys } from '../persistence/match-keys.js';
import { EntityRepository } from '../persistence/entity-repository.js';

import { FindEntity } from './find-entity.js';
import type { EntityKey } from './get-entity.js';

/** `next` and `reason` have no surrounding white space. */
export interface ExternalIdRequest {
  readonly key: EntityKey;
  readonly next: string;
  readonly reason: string;
}

export interface ChangedExternalId {
  readonly changed: boolean;
  readonly entity: EntityRow;
}

/**
 * Changes the external id of an entity and all references to it, in one transaction. However many references there are, others can store
 * new ones meanwhile: they only wait at the end, when these are rewritten as well.
 */
@Injectable()
export class ChangeExternalId {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: EntityRepository,
    private readonly find: FindEntity,
  ) {}

  /** Throws 404 `NOT_FOUND`, 409 `AMBIGUOUS_TAX_ID_LOOKUP` and 409 `DUPLICATE_EXTERNAL_ID`. */
  async update(principal: Principal, request: ExternalIdRequest, now: Date): Promise<ChangedExternalId> {
    const { organizationId } = principal;
    const found = await this.find.find(organizationId, request.key, 'NOT_FOUND');
    if (found.externalId === request.next) return { changed: false, entity: found };
    if (await this.entities.findOne(organizationId, { externalId: request.next })) throw externalIdTakenError();
    // Transactions that hold the external id now end before this one, so that the first pass sees what they stored.
    const arrivals = await this.database.transaction(organizationId, async (client) => {
      await lockExternalId(client, organizationId, found.id);
      return readArrivalWatermarks(client);
    });
    return this.database.transaction(organizationId, (client) =>
      this.change(client, principal, { found, ...request }, arrivals, now),
    );
  }

  private async change(
    client: Transaction,
    principal: Principal,
    { found, key, next, reason }: ExternalIdRequest & { readonly found: EntityRow },
    arrivals: ArrivalWatermarks,
    now: Date,
  ): Promise<ChangedExternalId> {
    const { organizationId } = principal;
    const { id } = found;
    await serializeExternalIdChange(client, id);
    // Another change meanwhile may mean that no entity has the id named by the caller any more.
    const known = await readExternalId(client, organizationId, id);
    if (known === undefined || ('externalId' in key && known !== key.externalId)) throw notFound('Entity');
    if (known === next) return { changed: false, entity: { ...found, externalId: next } };
    const change = { organizationId, entityId: id, next };
    if (known) await rewriteReferences(client, { ...change, previous: known });
    // From here on others wait, and little work is left. Storing a payment also locks its parties first.
    const before = await lockEntityRow(client, organizationId, { id });
    if (!before || !isNamedBy(key, before)) throw notFound('Entity');
    const previous = before.externalId;
    if (previous === next) return { changed: false, entity: before };
    const at = changeTime(now, before);
    await lockExternalId(client, organizationId, id);
    // An upsert has set the first external id meanwhile.
    if (previous && previous !== known) await rewriteReferences(client, { ...change, previous });
    if (previous) await rewriteLaterReferences(client, { ...change, previous }, arrivals);
    await writeExternalId(client, { ...change, previous }, at).catch((error: unknown) => {
      throw violatedConstraint(error) === 'entities_external_id' ? externalIdTakenError() : error;
    });
    const after = { ...before, externalId: next, updatedAt: at };
    await writeMatchKeys(client, before, after);
    const payload = { entityId: id, previousExternalId: previous, externalId: next, reason };
    await writeEvents(client, [{ organizationId, event: 'entity.external_id_changed', payload }]);
    await recordAudit(client, byPrincipal(principal), [
      {
        event: 'entity_external_id_changed',
        resourceType: 'entity',
        resourceId: id,
        summary: `external id ${previous ?? 'none'} changed to ${next}`,
        changes: { externalId: { previous, current: next } },
        reason,
      },
    ]);
    return { changed: true, entity: after };
  }
}

/** Whether the entity still matches the caller's identifier. */
const isNamedBy = (key: EntityKey, { externalId, normalizedTaxId }: EntityRow): boolean => {
  if ('externalId' in key) return externalId === key.externalId;
  return 'id' in key || normalizedTaxId === normalizeTaxId(key.taxId);
};

const externalIdTakenError = (): ApiError => {
  const message = 'another entity has this external id';
  return new ApiError('DUPLICATE_EXTERNAL_ID', `The external id was not changed: ${message}`, {
    newExternalId: message,
  });
};

import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { alertCreatedEntry } from '../domain/alert-changes.js';
import type { Severity } from '../domain/alert-enumerations.js';
import type { EntitySnapshot } from '../domain/new-alert.js';
import { alertView, type StoredAlert } from '../domain/stored-alert.js';
import { flagTransactions, lockAlerts } from '../persistence/alert-updates.js';
import { AlertBatch } from '../persistence/alert-writer.js';
import { findEntitySnapshot, lockTransactionOrigin } from '../persistence/referenced-records.js';

/** An alert raised by a person. */
export interface ManualAlertRequest {
  readonly name: string;
  readonly severity: Severity;
  readonly targetEntityId?: string | null;
  readonly transactionId?: string | null;
  readonly category?: string | null;
  readonly description?: string | null;
}

const sourceSystems = { user: 'manual', api_key: 'api', automation: 'automation' } as const;

@Injectable()
export class RaiseAlert {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Creates an alert about an entity, a transaction or both; with only a transaction, its origin entity is used. Throws 400
   * `VALIDATION_ERROR`, 422 `ENTITY_NOT_FOUND` and 422 `NOT_FOUND`.
   */
  async create(principal: Principal, request: ManualAlertRequest): Promise<StoredAlert> {
    if (request.targetEntityId == null && request.transactionId == null) {
      throw invalid({ targetEntityId: 'targetEntityId or transactionId is required' });
    }
    return this.database.transaction(principal.organizationId, (client) => this.raise(client, principal, request));
  }

  private async raise(client: Transaction, principal: Principal, request: ManualAlertRequest): Promise<StoredAlert> {
    const { organizationId, actor } = principal;
    const entity = await this.resolveEntity(client, organizationId, request);
    const now = new Date();
    const id = newId(now.getTime());
    const { name: title, severity, category, description, transactionId } = request;
    const sourceSystem = sourceSystems[actor.type];
    const content = {
      title,
      severity,
      category,
      description,
      transactionId,
      entity,
      type: 'CUSTOM',
      sourceSystem,
    } as const;
    const batch = new AlertBatch(client, organizationId);
    batch.add({ id, alert: content, at: now });
    await batch.flush();
    if (transactionId != null) await flagTransactions(client, organizationId, [transactionId]);
    const [alert] = await lockAlerts(client, organizationId, [id]);
    await writeEvents(client, [{ organizationId, event: 'alert.created', payload: alertView(alert!) }]);
    await recordAudit(client, byPrincipal(principal), [alertCreatedEntry(alert!)]);
    return alert!;
  }

  private async resolveEntity(
    client: Transaction,
    organizationId: string,
    { targetEntityId, transactionId }: ManualAlertRequest,
  ): Promise<EntitySnapshot | null> {
    let entityId = targetEntityId ?? null;
    if (transactionId != null) {
      const transaction = await lockTransactionOrigin(client, organizationId, transactionId);
      const details = { transactionId: 'is not the id of a transaction' };
      if (!transaction) throw new ApiError('NOT_FOUND', 'Transaction not found', details, undefined, 422);
      entityId ??= transaction.originEntityId;
    }
    const entity = entityId === null ? null : await findEntitySnapshot(client, organizationId, entityId);
    if (entity || targetEntityId == null) return entity;
    const details = { targetEntityId: 'is not the id of an entity' };
    throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found', details, undefined, 422);
  }
}

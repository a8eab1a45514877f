import type { AuditEntry } from '../../../../platform/audit/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import {
  alertAuditEntry,
  type Assignment,
  type ActionContext,
  type EntitySnapshot,
  findEntitySnapshot,
  mostSevere,
  type Severity,
  type StoredAlert,
} from '../../alerts/index.js';
import { caseOpenedEntry, highestContribution } from '../domain/case-changes.js';
import type { StoredCase } from '../domain/stored-case.js';
import { insertCase, allocateCaseNumber } from '../persistence/case-store.js';
import { linkLockedAlerts, lockLinkableAlerts } from './link-alerts.js';

/** A case to be opened. Omitted members are derived from its alerts. */
export interface NewCase extends Partial<Assignment> {
  readonly name: string;
  readonly description?: string | null;
  /** Defaults to that of the most severe alert, or `MEDIUM` without alerts. */
  readonly priority?: Severity | null;
  /** Defaults to the entity of its alerts, if all concern the same one. */
  readonly entityId?: string | null;
  /** The entity itself, if it is known. */
  readonly entity?: EntitySnapshot | null;
  readonly alertIds?: readonly string[] | null;
  readonly dueDate?: Date | null;
  readonly tags?: readonly string[];
}

/** A case that was opened, with what has to be recorded and announced at the end of the transaction. */
export interface OpenedCase {
  readonly opened: StoredCase;
  readonly entries: readonly AuditEntry[];
  readonly events: readonly OutboxEvent[];
}

/**
 * Opens a case inside the caller's transaction, with the next number of its organization, and links its alerts. `by.by` is the id of the
 * person, key or rule. Throws 422 `NOT_FOUND` for unknown alerts, 422 `ENTITY_NOT_FOUND`, and 409 `ALERT_IN_OTHER_INVESTIGATION`.
 */
export async function openCase(
  client: Transaction,
  organizationId: string,
  request: NewCase,
  deed: ActionContext,
): Promise<OpenedCase> {
  const alerts = await lockLinkableAlerts(client, organizationId, request.alertIds ?? [], null);
  const entity = request.entity ?? (await resolveEntity(client, organizationId, request.entityId ?? null, alerts));
  const investigationNumber = await allocateCaseNumber(client, organizationId, deed.at);
  const opened: StoredCase = {
    id: newId(deed.at.getTime()),
    organizationId,
    investigationNumber,
    name: request.name,
    description: request.description ?? null,
    status: 'OPEN',
    priority: request.priority ?? mostSevere(alerts.map(({ severity }) => severity)) ?? 'MEDIUM',
    riskScore: entity?.riskScore ?? highestContribution(alerts),
    alertCount: alerts.length,
    entityId: entity?.id ?? null,
    entity,
    assignedTo: request.assignedTo ?? null,
    assignedToType: request.assignedTo == null ? null : (request.assignedToType ?? 'user'),
    dueDate: request.dueDate ?? null,
    closureReason: null,
    outcome: null,
    tags: request.tags ?? [],
    createdBy: deed.by,
    createdAt: deed.at,
    updatedAt: deed.at,
    closedAt: null,
    closedBy: null,
    version: 1,
  };
  await insertCase(client, opened);
  const linked = await linkLockedAlerts(client, opened, alerts, deed);
  return {
    opened,
    entries: [caseOpenedEntry(opened), ...linked.map(alertAuditEntry)],
    events: [{ organizationId, event: 'investigation.created', payload: opened }],
  };
}

async function resolveEntity(
  client: Transaction,
  organizationId: string,
  named: string | null,
  alerts: readonly StoredAlert[],
): Promise<EntitySnapshot | null> {
  const ofAlerts = [...new Set(alerts.map(({ targetEntityId }) => targetEntityId))];
  const entityId = named ?? (ofAlerts.length === 1 ? ofAlerts[0]! : null);
  const entity = entityId === null ? null : await findEntitySnapshot(client, organizationId, entityId);
  if (entity || named === null) return entity;
  throw new ApiError(
    'ENTITY_NOT_FOUND',
    'Entity not found',
    { entityId: 'is not the id of an entity' },
    undefined,
    422,
  );
}

import { Injectable } from '@nestjs/common';

import { type AuditEntry, type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { removeEmails } from '../../../../platform/mail/index.js';
import { findEntitiesById, lockEntity, restoreAwaitedStatus } from '../../../parties/entities/index.js';
import {
  announced,
  assertMove,
  type DocumentRequest,
  isFinal,
  moveEvents,
  type RequestStatus,
  type StatusRestore,
} from '../domain/document-request.js';
import { findRequest, hasOtherOpen, lockRequest, markRestored, updateRequest } from '../persistence/request-store.js';

const dayMs = 86_400_000;

export interface RequestMove {
  readonly to: RequestStatus;
  readonly by: AuditSubject;
  readonly reason?: string | null;
  readonly now: Date;
}

/**
 * Changes the status of document requests, with the consequences for the status of the entity, the link, the events and the audit trail, in
 * the transaction of the caller.
 */
@Injectable()
export class MoveRequest {
  constructor(private readonly config: AppConfig) {}

  /** Locks a request and its entity, which is always locked first. Throws 404. */
  async lock(client: Transaction, organizationId: string, id: string): Promise<DocumentRequest> {
    const found = await findRequest(client, organizationId, id);
    const isThere = found !== null && (await lockEntity(client, organizationId, found.entityId));
    const locked = isThere ? await lockRequest(client, organizationId, id) : null;
    if (!locked) throw notFound('Document request');
    return locked;
  }

  /** Changes the status of a request returned by `lock`. Throws 409 for a transition that is not in the table. */
  async move(client: Transaction, before: DocumentRequest, move: RequestMove): Promise<DocumentRequest> {
    const { to, by, reason = null, now } = move;
    assertMove(before.status, to);
    const moved = { ...before, status: to, reason, ...(to === 'submitted' && { submittedAt: now }), updatedAt: now };
    const { statusRestore, entries } = await restore(client, moved, move);
    const after: DocumentRequest = { ...moved, statusRestore };
    await updateRequest(
      client,
      before,
      {
        ...{ status: to, statusRestore, reason, dueAt: null, sessionHash: null },
        ...(after.submittedAt && { submittedAt: after.submittedAt }),
        ...(isFinal(to) && { filesUntil: new Date(now.getTime() + this.config.kycImageDays * dayMs) }),
      },
      now,
    );
    if (statusRestore === 'restored' && after.statusChangeId !== null)
      await markRestored(client, waitOf(after, after.statusChangeId));
    // The link in an unsent email is no longer valid.
    await removeEmails(client, before.organizationId, [before.sessionId]);
    await this.announce(client, after, before.status);
    await recordAudit(client, by, [moveEntry(before, after), ...entries]);
    return after;
  }

  async announce(client: Transaction, request: DocumentRequest, previousStatus: RequestStatus | null): Promise<void> {
    const { organizationId, entityId, status } = request;
    const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
    if (!entity) return;
    const { externalId, type, name, taxId, countryCode, status: entityStatus } = entity;
    const payload = {
      documentRequest: announced(request),
      entity: { id: entityId, externalId, type, name, taxId, countryCode, status: entityStatus },
      ...{ previousStatus, status },
    };
    await writeEvents(client, [{ organizationId, event: moveEvents[status], payload }]);
  }
}

const waitOf = ({ organizationId, entityId }: DocumentRequest, changeId: string) => ({
  organizationId,
  entityId,
  changeId,
});

interface Restored {
  readonly statusRestore: StatusRestore;
  readonly entries: readonly AuditEntry[];
}

/** The last request that ends restores the status. If it could not be restored then, this happens when the request is reviewed. */
async function restore(client: Transaction, request: DocumentRequest, { to, by, now }: RequestMove): Promise<Restored> {
  const { entityId, previousStatus, statusChangeId, statusRestore } = request;
  if (statusRestore === 'restored' || statusRestore === 'changed') return { statusRestore, entries: [] };
  if (previousStatus === null || statusChangeId === null) return { statusRestore: 'not_set', entries: [] };
  if (await hasOtherOpen(client, waitOf(request, statusChangeId), request.id))
    return { statusRestore: 'others_open', entries: [] };
  const awaited = { entityId, changeId: statusChangeId, previousStatus, reason: `documents ${to}` };
  const { outcome, entries } = await restoreAwaitedStatus(client, by, awaited, now);
  return { statusRestore: outcome, entries };
}

function moveEntry(
  before: DocumentRequest,
  { id, entityId, status, reason, statusRestore }: DocumentRequest,
): AuditEntry {
  return {
    event: `document_request_${status}`,
    resourceType: 'document_request',
    resourceId: id,
    summary: `document request ${id}: ${before.status} became ${status}`,
    changes: {
      status: { previous: before.status, current: status },
      ...(before.statusRestore !== statusRestore && {
        statusRestore: { previous: before.statusRestore, current: statusRestore },
      }),
    },
    reason,
    relatedIds: { entityId },
  };
}

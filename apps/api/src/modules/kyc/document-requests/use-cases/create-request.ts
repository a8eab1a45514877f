import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { awaitInformation, type AwaitOutcome, type EntityRow, isParty } from '../../../parties/entities/index.js';
import { EmailLinks, expiryOf, Links, type PageLink } from '../../links/index.js';
import type { AskedDocument, DocumentRequest } from '../domain/document-request.js';
import { requestLimits } from '../domain/request-limits.js';
import { countOpen, findStatusBefore, insertRequest } from '../persistence/request-store.js';
import { MoveRequest } from './move-request.js';
import { requestEmail } from './request-email.js';

export interface NewRequest {
  readonly entityId: string;
  readonly documents: readonly Omit<AskedDocument, 'id'>[];
  readonly message?: string | undefined;
  /** Defaults to the address of the entity. */
  readonly recipientEmail?: string | undefined;
  readonly language?: string | undefined;
  readonly expiresInHours?: number | undefined;
}

export interface SentRequest {
  readonly request: DocumentRequest;
  readonly url: string;
  /** Whether an email is being sent. */
  readonly isEmailed: boolean;
}

const reason = 'documents were requested';

/** Requests documents from an entity: creates the row, its link, the email and the status of the entity, or nothing at all. */
@Injectable()
export class CreateRequest {
  constructor(
    private readonly database: TenantDatabase,
    private readonly links: Links,
    private readonly emails: EmailLinks,
    private readonly moving: MoveRequest,
  ) {}

  /**
   * Creates a request. Throws 404 `ENTITY_NOT_FOUND`, 400 `INVALID_ENTITY_TYPE`, 409 `INVALID_STATUS_TRANSITION` and 400
   * `ITEM_LIMIT_EXCEEDED`.
   */
  create(principal: Principal, asked: NewRequest, now: Date): Promise<SentRequest> {
    const { organizationId } = principal;
    const { entityId } = asked;
    const by = byPrincipal(principal);
    return this.database.runAtomically(organizationId, async (client) => {
      const { entity, outcome, entries } = await awaitInformation(client, by, { entityId, reason }, now);
      assertMayBeAsked(entity, outcome);
      if ((await countOpen(client, organizationId, entityId)) >= requestLimits.open) throw tooManyOpen();
      const link = this.links.create(organizationId, 'documents');
      const wait = await waitOf(client, entity, outcome);
      const request = newRequest(entity, asked, { ...wait, sessionId: link.sessionId }, now);
      await insertRequest(client, request, link.hash);
      await this.moving.announce(client, request, null);
      const isEmailed = await this.emails.send(client, link, requestEmail(request), now);
      await recordAudit(client, by, [
        {
          event: 'document_request_created',
          resourceType: 'document_request',
          resourceId: request.id,
          summary: `${request.documents.length} documents requested from ${entity.externalId ?? entity.id}`,
          changes: { status: { previous: null, current: request.status } },
          relatedIds: { entityId },
        },
        ...entries,
      ]);
      return { request, url: link.url, isEmailed };
    });
  }
}

function assertMayBeAsked(entity: EntityRow | null, { outcome }: AwaitOutcome): asserts entity is EntityRow {
  if (!entity) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
  if (!isParty(entity.type))
    throw new ApiError(
      'INVALID_ENTITY_TYPE',
      `Documents can only be requested from people and companies, not from a ${entity.type}`,
    );
  if (outcome !== 'blocking') return;
  const message = `An entity that is ${entity.status} cannot become awaiting_information: change its status first`;
  throw new ApiError('INVALID_STATUS_TRANSITION', message, { status: entity.status });
}

const tooManyOpen = (): ApiError =>
  new ApiError('ITEM_LIMIT_EXCEEDED', `At most ${requestLimits.open} document requests of an entity can be open`, {
    entityId: `has ${requestLimits.open} open document requests`,
  });

type Wait = Pick<DocumentRequest, 'previousStatus' | 'statusChangeId' | 'statusOutcome'>;

/** A request that is created while others wait joins the same wait: the status to restore is the one before the first. */
async function waitOf(client: Transaction, { organizationId, id }: EntityRow, awaited: AwaitOutcome): Promise<Wait> {
  const none = { previousStatus: null, statusChangeId: null };
  if (awaited.outcome === 'set')
    return { previousStatus: awaited.previousStatus, statusChangeId: awaited.changeId, statusOutcome: 'set' };
  if (awaited.outcome !== 'unchanged') return { ...none, statusOutcome: 'locked' };
  const { changeId } = awaited;
  const before = changeId && (await findStatusBefore(client, { organizationId, entityId: id, changeId }));
  if (!before) return { ...none, statusOutcome: 'unchanged' };
  return { previousStatus: before, statusChangeId: changeId, statusOutcome: 'unchanged' };
}

function newRequest(
  { organizationId, id: entityId, email }: EntityRow,
  { documents, message, recipientEmail, language, expiresInHours }: NewRequest,
  wait: Wait & Pick<PageLink, 'sessionId'>,
  now: Date,
): DocumentRequest {
  return {
    ...{ id: newId(now.getTime()), organizationId, entityId, status: 'pending', ...wait },
    documents: documents.map((each) => ({ id: newId(now.getTime()), ...each })),
    message: message ?? null,
    recipientEmail: recipientEmail ?? email,
    language: language ?? null,
    ...{ statusRestore: null, filesSent: 0, fileCount: 0, reason: null, submittedAt: null },
    ...{ expiresAt: expiryOf(expiresInHours, now), createdAt: now, updatedAt: now },
  };
}

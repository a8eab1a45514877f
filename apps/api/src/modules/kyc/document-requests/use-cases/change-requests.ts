import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { removeEmails } from '../../../../platform/mail/index.js';
import { EmailLinks, Links } from '../../links/index.js';
import { type DocumentRequest, moveError, type RequestStatus } from '../domain/document-request.js';
import { updateRequest } from '../persistence/request-store.js';
import type { SentRequest } from './create-request.js';
import { MoveRequest } from './move-request.js';
import { requestEmail } from './request-email.js';

/** Operations of operators and API clients on an existing request. */
@Injectable()
export class ChangeRequests {
  constructor(
    private readonly database: TenantDatabase,
    private readonly moving: MoveRequest,
    private readonly links: Links,
    private readonly emails: EmailLinks,
  ) {}

  /** Ends a request. Throws 404, and 409 for a transition that is not allowed. */
  end(
    principal: Principal,
    id: string,
    to: Extract<RequestStatus, 'accepted' | 'discarded' | 'cancelled'>,
    reason: string | null,
    now: Date,
  ): Promise<DocumentRequest> {
    const { organizationId } = principal;
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      return this.moving.move(client, locked, { to, by: byPrincipal(principal), reason, now });
    });
  }

  /**
   * Creates a new link, sent by email if there is an address; the previous one becomes invalid. Throws 404, and 409 for a request that has
   * ended.
   */
  resend(principal: Principal, id: string, now: Date): Promise<SentRequest> {
    const { organizationId } = principal;
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      if (locked.status !== 'pending' || locked.expiresAt <= now)
        throw moveError(locked.status, 'no longer has a link');
      const link = this.links.create(organizationId, 'documents');
      const { sessionId } = link;
      await updateRequest(client, locked, { sessionId, sessionHash: link.hash }, now);
      // The link in an unsent email is no longer valid.
      await removeEmails(client, organizationId, [locked.sessionId]);
      const request = { ...locked, sessionId, updatedAt: now };
      const isEmailed = await this.emails.send(client, link, requestEmail(request), now);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'document_request_resent',
          resourceType: 'document_request',
          resourceId: id,
          summary: `document request ${id} has a new link${isEmailed ? ', which was emailed' : ''}`,
          relatedIds: { entityId: locked.entityId },
        },
      ]);
      return { request, url: link.url, isEmailed };
    });
  }
}

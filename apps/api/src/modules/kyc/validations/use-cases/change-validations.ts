import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { removeEmails } from '../../../../platform/mail/index.js';
import { findEntitiesById } from '../../../parties/entities/index.js';
import { EmailLinks, Links, type PageLink } from '../../links/index.js';
import { withChange } from '../domain/document-holder.js';
import { isOpen, moveError } from '../domain/moves.js';
import type { Validation } from '../domain/validation.js';
import { updateValidation } from '../persistence/validation-store.js';
import { MoveValidation } from './move-validation.js';
import { SealedFindings } from './sealed-findings.js';

export interface ReviewRequest {
  readonly decision: 'approved' | 'rejected';
  readonly reason: string;
}

export interface ResentLink {
  readonly validation: Validation;
  readonly url: string;
  /** Whether an email is being sent to the person. */
  readonly isEmailed: boolean;
}

/** The operations of operators and API clients on an existing validation. */
@Injectable()
export class ChangeValidations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly moving: MoveValidation,
    private readonly links: Links,
    private readonly emails: EmailLinks,
    private readonly findings: SealedFindings,
  ) {}

  /** Throws 404, and 409 for a validation that does not wait for a review. Keeps the warnings that the reviewer saw. */
  review(principal: Principal, id: string, { decision, reason }: ReviewRequest, now: Date): Promise<Validation> {
    const { organizationId, actor } = principal;
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      if (locked.status !== 'in_review') throw moveError(locked.status, decision);
      await this.keepWarnings(client, locked, now);
      const evidence = { kind: 'review', reviewer: { id: actor.id, name: actor.name } } as const;
      const by = byPrincipal(principal);
      return this.moving.move(client, locked, { to: decision, by, evidence, reasons: [reason], now });
    });
  }

  /** Throws 404, and 409 for a validation that has been started: only its person or a timeout ends it. */
  cancel(principal: Principal, id: string, now: Date): Promise<Validation> {
    const { organizationId } = principal;
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      return this.moving.move(client, locked, { to: 'cancelled', by: byPrincipal(principal), now });
    });
  }

  /**
   * Creates a new link, and emails it if the person has an address; the previous link becomes invalid. Throws 404, and 409 for a validation
   * that has ended.
   */
  resend(principal: Principal, id: string, now: Date): Promise<ResentLink> {
    const { organizationId } = principal;
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      if (!isOpen(locked.status)) throw noLinkError(`is ${locked.status}`);
      if (locked.expiresAt <= now) throw noLinkError('has expired');
      const link = this.links.create(organizationId, 'validation');
      const { sessionId } = link;
      // The person first has to find the link: until they act again, a pause does not end what they began.
      const timeout = locked.status === 'in_progress' ? { dueAt: locked.expiresAt } : {};
      await updateValidation(client, locked, { sessionId, sessionHash: link.hash, ...timeout }, now);
      // The link in these emails is no longer valid.
      await removeEmails(client, organizationId, [locked.sessionId]);
      const validation = { ...locked, sessionId, updatedAt: now };
      const isEmailed = await this.email(client, validation, link, now);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'kyc_validation_resent',
          resourceType: 'kyc_validation',
          resourceId: id,
          summary: `identity validation ${id} has a new link${isEmailed ? ', which was emailed' : ''}`,
          relatedIds: { entityId: locked.entityId },
        },
      ]);
      return { validation, url: link.url, isEmailed };
    });
  }

  private async keepWarnings(client: Transaction, locked: Validation, now: Date): Promise<void> {
    const { organizationId, entityId } = locked;
    const found = await this.findings.read(client, locked);
    const findings = withChange((await findEntitiesById(client, organizationId, [entityId])).get(entityId), found);
    if (findings === found) return;
    await updateValidation(client, locked, { findings: await this.findings.seal(client, locked, findings) }, now);
  }

  /** Has the link of a validation sent to its person. Returns `false` if they have no address or it is a sandbox. */
  async email(
    client: Transaction,
    { organizationId, entityId, expiresAt }: Validation,
    link: PageLink,
    now: Date,
  ): Promise<boolean> {
    const person = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
    const email = { organizationId, event: 'mail.identity_validation', expiresAt } as const;
    return this.emails.send(client, link, { ...email, recipient: person?.email ?? null }, now);
  }
}

const noLinkError = (state: string): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', `A validation that ${state} no longer has a link`, { allowed: [] });

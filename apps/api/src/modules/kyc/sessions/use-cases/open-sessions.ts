import { Injectable } from '@nestjs/common';

import type { AuditSubject } from '../../../../platform/audit/index.js';
import type { RequestOrigin } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { VisitLinks } from '../../links/index.js';
import {
  findBySession,
  idleUntil,
  isOpen,
  MoveValidation,
  updateValidation,
  type Validation,
} from '../../validations/index.js';

/** Finds the validation of a link. */
@Injectable()
export class OpenSessions {
  constructor(
    private readonly visits: VisitLinks,
    private readonly moving: MoveValidation,
  ) {}

  /** Throws 404, and 429 for a link that is used too often or an address that tries many invalid links. */
  find(token: string, from: RequestOrigin): Promise<Validation> {
    return this.visits.find(token, from, findBySession);
  }

  /**
   * Locks the validation until the transaction ends, for an action of the person, which also postpones its timeout. Throws 404 if it has
   * ended meanwhile.
   */
  async begin(client: Transaction, validation: Validation, by: AuditSubject, now: Date): Promise<Validation> {
    const locked = await this.moving.lock(client, validation.organizationId, validation.id);
    assertSameLink(locked, validation);
    if (!isOpen(locked.status)) throw notFound('Session');
    if (locked.status === 'pending') return this.moving.move(client, locked, { to: 'in_progress', by, now });
    await updateValidation(client, locked, { dueAt: idleUntil(now, locked.expiresAt) }, now);
    return locked;
  }
}

/** Throws 404 if the link of the request was replaced by another one. */
export function assertSameLink(locked: Validation, { sessionId }: Validation): void {
  if (locked.sessionId !== sessionId) throw notFound('Session');
}

/** Returns the audit subject for actions of a person on the page. */
export const byVisitor = ({ organizationId }: Validation, from: RequestOrigin): AuditSubject => ({
  organizationId,
  actor: { type: 'provider', id: null, name: 'page of the validation' },
  context: { ...from, source: 'kyc' },
});

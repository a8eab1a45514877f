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

/** Finds the validation that a link is about. */
@Injectable()
export class OpenSessions {
  constructor(
    private readonly visits: VisitLinks,
    private readonly moving: MoveValidation,
  ) {}

  /** Throws 404, and 429 for a link that is asked too often or an address that asks for many that are not there. */
  find(token: string, from: RequestOrigin): Promise<Validation> {
    return this.visits.find(token, from, findBySession);
  }

  /**
   * For something that the person does: nobody else changes the validation until the transaction ends, and it is not left yet. Throws 404
   * for one that has ended meanwhile.
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

/** Throws 404 where another link took the place of the one that led here. */
export function assertSameLink(locked: Validation, { sessionId }: Validation): void {
  if (locked.sessionId !== sessionId) throw notFound('Session');
}

/** The subject of what a person does on the page. */
export const byVisitor = ({ organizationId }: Validation, from: RequestOrigin): AuditSubject => ({
  organizationId,
  actor: { type: 'provider', id: null, name: 'page of the validation' },
  context: { ...from, source: 'kyc' },
});

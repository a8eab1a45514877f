import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import type { AuditSubject } from '../../../../platform/audit/index.js';
import { type RequestOrigin, UnknownLookups } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { rateLimitError } from '../../../../platform/rate-limits/index.js';
import {
  findBySession,
  idleUntil,
  isOpen,
  kycLimits,
  MoveValidation,
  readSessionToken,
  updateValidation,
  type Validation,
} from '../../validations/index.js';

interface Asked {
  readonly startedMs: number;
  count: number;
}

const minuteMs = 60_000;

/** Finds what a link is about. Its secret is the only right there is, so that a wrong one and one that has ended are answered alike. */
@Injectable()
export class OpenSessions {
  private readonly asked = new LRUCache<string, Asked>({ max: kycLimits.sessionsCounted });

  constructor(
    private readonly database: TenantDatabase,
    private readonly unknown: UnknownLookups,
    private readonly moving: MoveValidation,
  ) {}

  /** Throws 404, and 429 for a link that is asked too often or an address that asks for many that are not there. */
  async find(token: string, { ipAddress }: RequestOrigin, nowMs = Date.now()): Promise<Validation> {
    const named = readSessionToken(token);
    if (!named) throw notFound('Session');
    const { organizationId, hash } = named;
    const client = this.database.forOrganization(organizationId);
    const found = await this.unknown.admit(ipAddress, nowMs, () => findBySession(client, organizationId, hash));
    if (!found) throw notFound('Session');
    this.count(found.sessionId, nowMs);
    return found;
  }

  /**
   * For something that the person does: nobody else changes the validation until the transaction ends, and it is not left yet. Throws 404
   * for one that has ended meanwhile.
   */
  async begin(
    client: Transaction,
    { organizationId, id, sessionId }: Validation,
    by: AuditSubject,
    now: Date,
  ): Promise<Validation> {
    const locked = await this.moving.lock(client, organizationId, id);
    if (!isOpen(locked.status) || locked.sessionId !== sessionId) throw notFound('Session');
    if (locked.status === 'pending') return this.moving.move(client, locked, { to: 'in_progress', by, now });
    await updateValidation(client, locked, { dueAt: idleUntil(now, locked.expiresAt) }, now);
    return locked;
  }

  private count(sessionId: string, nowMs: number): void {
    const known = this.asked.get(sessionId);
    const current = known && nowMs - known.startedMs < minuteMs ? known : { startedMs: nowMs, count: 0 };
    current.count += 1;
    this.asked.set(sessionId, current);
    if (current.count <= kycLimits.sessionRequests) return;
    const resetsInMs = current.startedMs + minuteMs - nowMs;
    throw rateLimitError('This link is asked too often', {
      ...{ limit: kycLimits.sessionRequests, remaining: 0, resetsInMs, resetsAt: new Date(nowMs + resetsInMs) },
    });
  }
}

/** The subject of what a person does on the page. */
export const byVisitor = ({ organizationId }: Validation, from: RequestOrigin): AuditSubject => ({
  organizationId,
  actor: { type: 'provider', id: null, name: 'page of the validation' },
  context: { ...from, source: 'kyc' },
});

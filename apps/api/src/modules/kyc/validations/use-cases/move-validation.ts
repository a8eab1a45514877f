import { Injectable } from '@nestjs/common';

import { type AuditEntry, type AuditSubject, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { removeEmails } from '../../../../platform/mail/index.js';
import { withCause, writeEvents } from '../../../../platform/outbox/index.js';
import { EvaluateEntity, findEntitiesById, lockEntity, storeKycResult } from '../../../parties/entities/index.js';
import { Ledger } from '../../../tenancy/billing/index.js';
import { kycLimits } from '../domain/kyc-limits.js';
import { assertMove, type Evidence, isDelivered, isFinal, isOpen, type ValidationStatus } from '../domain/moves.js';
import {
  announced,
  type Decision,
  type Findings,
  moveEvents,
  providerName,
  type Validation,
} from '../domain/validation.js';
import { findValidation, lockValidation, updateValidation } from '../persistence/validation-store.js';
import { SealedFindings } from './sealed-findings.js';

export interface Move {
  readonly to: ValidationStatus;
  /** The person or system that makes the move. */
  readonly by: AuditSubject;
  /** The basis of an approval. */
  readonly evidence?: Evidence;
  readonly reasons?: readonly string[];
  readonly now: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the time at which a validation in progress ends automatically. */
export const idleUntil = (now: Date, expiresAt: Date): Date =>
  new Date(Math.min(now.getTime() + kycLimits.idleMinutes * 60_000, expiresAt.getTime()));

/**
 * Moves validations between statuses, as the table allows: each move has its effects on the entity, the rules, the money, the events and
 * the audit trail, in the transaction of the caller.
 */
@Injectable()
export class MoveValidation {
  constructor(
    private readonly config: AppConfig,
    private readonly findings: SealedFindings,
    private readonly rules: EvaluateEntity,
    private readonly ledger: Ledger,
  ) {}

  /** Locks a validation together with its person, which every caller locks first. Throws 404. */
  async lock(client: Transaction, organizationId: string, id: string): Promise<Validation> {
    const found = await findValidation(client, organizationId, id);
    const isThere = found !== null && (await lockEntity(client, organizationId, found.entityId));
    const locked = isThere ? await lockValidation(client, organizationId, id) : null;
    if (!locked) throw notFound('Validation');
    return locked;
  }

  /** Moves a validation that `lock` returned. Throws 409 for a move that the table does not contain. */
  move(client: Transaction, before: Validation, move: Move): Promise<Validation> {
    return withCause(before.cause, () => this.moveCaused(client, before, move));
  }

  private async moveCaused(
    client: Transaction,
    before: Validation,
    { to, by, evidence, reasons = [], now }: Move,
  ): Promise<Validation> {
    assertMove(before.status, to, evidence ?? null);
    const decision = to === 'approved' || to === 'rejected' ? decisionOf(to, evidence, reasons, now) : before.decision;
    const after: Validation = { ...before, status: to, decision, updatedAt: now };
    await updateValidation(
      client,
      before,
      {
        ...{ status: to, decision, dueAt: isOpen(to) ? idleUntil(now, before.expiresAt) : null },
        ...(!isOpen(to) && { sessionHash: null }),
        ...(isFinal(to) && { imagesUntil: new Date(now.getTime() + this.config.kycImageDays * dayMs) }),
      },
      now,
    );
    // The link in these emails is no longer valid.
    if (isOpen(before.status) && !isOpen(to)) await removeEmails(client, before.organizationId, [before.sessionId]);
    const entries = [entryOf(before, after, reasons)];
    if (before.isCurrent && after.decision !== null && isFinal(to))
      entries.push(...(await this.storeOnEntity(client, by, after)));
    await this.announce(client, after, before.status);
    if (before.isCurrent && isDelivered(to)) await this.evaluate(client, after);
    await this.settle(client, before, to);
    await recordAudit(client, by, entries);
    return after;
  }

  async announce(client: Transaction, validation: Validation, previousStatus: ValidationStatus | null): Promise<void> {
    const { organizationId, entityId, status } = validation;
    const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
    if (!entity) return;
    const { externalId, type, name, taxId, countryCode, status: entityStatus } = entity;
    const payload = {
      validation: announced(validation),
      entity: { id: entityId, externalId, type, name, taxId, countryCode, status: entityStatus },
      ...{ previousStatus, status },
    };
    await writeEvents(client, [{ organizationId, event: moveEvents[status], payload }]);
  }

  private async storeOnEntity(
    client: Transaction,
    by: AuditSubject,
    validation: Validation,
  ): Promise<readonly AuditEntry[]> {
    const { entityId, status, decision } = validation;
    const findings = await this.findings.read(client, validation);
    const result =
      status === 'approved'
        ? { kycVerified: true, kycProvider: providerName, kycData: JSON.stringify(kycDataOf(validation, findings)) }
        : { kycVerified: false };
    return storeKycResult(client, by, entityId, result, new Date(decision!.decidedAt));
  }

  /** Rules are evaluated on behalf of the principal that requested the validation, which sees nothing of the result here. */
  private async evaluate(client: Transaction, { entityId, requestedBy }: Validation): Promise<void> {
    const principal = { ...requestedBy, scopes: new Set<string>() };
    const request = { principal, trigger: 'kyc_completed', matrixIds: [] };
    const evaluation = await this.rules.evaluateStored(client, entityId, request);
    if (evaluation) await recordAudit(client, byPrincipal(principal), evaluation.entries);
  }

  /** Charges for a result once; a validation that ends without a result is not charged. */
  private async settle(client: Transaction, before: Validation, to: ValidationStatus): Promise<void> {
    const { organizationId, id: executionId, priceCents } = before;
    if (!isOpen(before.status) || isOpen(to)) return;
    if (isDelivered(to)) await this.ledger.charge(client, [{ organizationId, executionId, amountCents: priceCents }]);
    else await this.ledger.release(client, [{ organizationId, executionId }]);
  }
}

function decisionOf(
  result: Decision['result'],
  evidence: Evidence | undefined,
  reasons: readonly string[],
  now: Date,
): Decision {
  const decidedBy = evidence?.kind === 'review' ? 'operator' : 'provider';
  return { result, reasons, decidedBy, decidedAt: now.toISOString() };
}

/** Returns the data that rules read below `kycData`; it contains no images. */
const kycDataOf = ({ id, decision }: Validation, { document, extracted, biometric }: Findings): object => ({
  ...{ validationId: id, verifiedAt: decision!.decidedAt, decidedBy: decision!.decidedBy },
  document: document && { ...document, expiresAt: extracted.expiresAt ?? null },
  extractedData: extracted,
  biometricResult: biometric,
});

function entryOf(before: Validation, { id, entityId, status }: Validation, reasons: readonly string[]): AuditEntry {
  return {
    event: `kyc_validation_${status}`,
    resourceType: 'kyc_validation',
    resourceId: id,
    summary: `identity validation ${id}: ${before.status} became ${status}`,
    changes: { status: { previous: before.status, current: status } },
    reason: reasons.length > 0 ? reasons.join(', ') : null,
    relatedIds: { entityId },
  };
}

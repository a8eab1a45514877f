import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { findEnvironment, newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { currentCause } from '../../../../platform/outbox/index.js';
import { Integrations, type OrganizationIntegration } from '../../../enrichment/integrations/index.js';
import { type EntityRow, findEntitiesById, lockEntity } from '../../../parties/entities/index.js';
import { insufficientBalance, Ledger } from '../../../tenancy/billing/index.js';
import { expiryOf, Links, type PageLink } from '../../links/index.js';
import { documentCode } from '../domain/document-integration.js';
import { kycLimits } from '../domain/kyc-limits.js';
import { isFinal } from '../domain/moves.js';
import { findSandboxOutcome } from '../domain/sandbox-outcomes.js';
import type { Validation } from '../domain/validation.js';
import {
  findCurrent,
  insertValidation,
  lockValidation,
  type NewValidation,
  updateValidation,
} from '../persistence/validation-store.js';
import { MoveValidation } from './move-validation.js';

export interface ValidationRequest {
  readonly entityId: string;
  readonly integrationCode?: string | undefined;
  readonly language?: string | undefined;
  readonly metadata?: object | undefined;
  readonly workflowId?: string | undefined;
  readonly webhookUrl?: string | undefined;
  readonly omitWarnings?: readonly string[] | undefined;
  readonly doubleCheckRegistry?: boolean | undefined;
  readonly redirectUrl?: string | undefined;
  readonly expiresInHours?: number | undefined;
  readonly force?: boolean | undefined;
}

export interface BegunValidation {
  readonly validation: Validation;
  readonly link: PageLink;
}

/** Creates validations: stores the row, reserves the cost and creates the link of the person, or does none of this. */
@Injectable()
export class CreateValidation {
  constructor(
    private readonly database: TenantDatabase,
    private readonly integrations: Integrations,
    private readonly links: Links,
    private readonly moving: MoveValidation,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Throws 404 `ENTITY_NOT_FOUND`, 400 `INVALID_ENTITY_TYPE`, 403 `INTEGRATION_NOT_ENABLED`, 409 `VALIDATION_IN_PROGRESS` and 402
   * `INSUFFICIENT_BALANCE`.
   */
  async create(principal: Principal, request: ValidationRequest, now: Date): Promise<BegunValidation> {
    const { organizationId } = principal;
    const code = request.integrationCode ?? documentCode;
    const integration = (await this.integrations.forOrganization(organizationId, [code])).get(code);
    return this.database.runAtomically(organizationId, async (client) => {
      const isThere = await lockEntity(client, organizationId, request.entityId);
      const found = isThere ? await findEntitiesById(client, organizationId, [request.entityId]) : null;
      const entity = found?.get(request.entityId);
      if (!entity) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
      if (entity.type !== 'person')
        throw new ApiError(
          'INVALID_ENTITY_TYPE',
          `Only the identity of a person can be validated, not of a ${entity.type}`,
        );
      const { priceCents } = assertEnabled(integration, code);
      await this.replaceCurrent(client, principal, request, now);
      const sandbox = (await findEnvironment(client, organizationId)) === 'sandbox';
      const link = this.links.create(organizationId, 'validation');
      const row = newValidation(principal, request, { entity, link, now, code, priceCents, sandbox });
      if (!(await insertValidation(client, row))) throw inProgressError();
      const { sessionHash: _secret, dueAt: _due, ...validation } = row;
      await this.moving.announce(client, validation, null);
      await this.reserve(client, principal, validation);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'kyc_validation_created',
          resourceType: 'kyc_validation',
          resourceId: row.id,
          summary: `identity validation ${row.id} started for ${entity.externalId ?? entity.id}`,
          changes: { status: { previous: null, current: row.status } },
          relatedIds: { entityId: entity.id },
        },
      ]);
      return { validation, link };
    });
  }

  /** Makes the previous validation no longer current. If the person could still continue it, it ends as the table of moves allows. */
  private async replaceCurrent(
    client: Transaction,
    principal: Principal,
    { entityId, force = false }: ValidationRequest,
    now: Date,
  ): Promise<void> {
    const { organizationId } = principal;
    const current = await findCurrent(client, organizationId, entityId);
    if (!current) return;
    const locked = (await lockValidation(client, organizationId, current.id))!;
    if (!isFinal(locked.status) && !force) throw inProgressError(locked);
    const by = byPrincipal(principal);
    const ended = { by, now, reasons: ['REPLACED'] };
    if (locked.status === 'pending') await this.moving.move(client, locked, { to: 'cancelled', ...ended });
    if (locked.status === 'in_progress') await this.moving.move(client, locked, { to: 'abandoned', ...ended });
    await updateValidation(client, locked, { isCurrent: false }, now);
  }

  private async reserve(client: Transaction, { actor }: Principal, validation: Validation): Promise<void> {
    const { organizationId, id: executionId, integrationCode, entityId, priceCents: amountCents } = validation;
    const apiKeyId = actor.type === 'api_key' ? actor.id : null;
    const reserved = await this.ledger.reserve(client, [
      { organizationId, executionId, integrationCode, entityId, apiKeyId, amountCents },
    ]);
    if (reserved !== 'reserved') throw insufficientBalance(reserved);
  }
}

const inProgressError = (current?: Validation): ApiError =>
  new ApiError(
    'VALIDATION_IN_PROGRESS',
    'The identity of this person is already being validated: wait for the result, or send force',
    current && { validationId: current.id, status: current.status },
  );

function assertEnabled(integration: OrganizationIntegration | undefined, code: string): OrganizationIntegration {
  if (integration?.provider.type !== 'kyc')
    throw new ApiError('INTEGRATION_NOT_ENABLED', `No integration ${code} validates identities`);
  if (integration.problem) throw new ApiError('INTEGRATION_NOT_ENABLED', integration.problem.message);
  return integration;
}

interface Made {
  readonly entity: EntityRow;
  readonly link: PageLink;
  readonly now: Date;
  readonly code: string;
  readonly priceCents: number;
  readonly sandbox: boolean;
}

function newValidation(
  { organizationId, actor, from }: Principal,
  request: ValidationRequest,
  { entity, link, now, code, priceCents, sandbox }: Made,
): NewValidation {
  const expiresAt = expiryOf(request.expiresInHours, now);
  const outcome = sandbox ? findSandboxOutcome(documentNumbersOf(entity)) : null;
  const sandboxAt = new Date(now.getTime() + kycLimits.sandboxSeconds * 1_000);
  return {
    ...{ id: newId(now.getTime()), organizationId, entityId: entity.id, status: 'pending', isCurrent: true },
    ...{ sessionId: link.sessionId, sessionHash: link.hash, integrationCode: code, priceCents },
    language: request.language ?? null,
    metadata: request.metadata ? JSON.stringify(request.metadata) : null,
    workflowId: request.workflowId ?? null,
    webhookUrl: request.webhookUrl ?? null,
    redirectUrl: request.redirectUrl ?? null,
    omitWarnings: request.omitWarnings ?? [],
    doubleCheckRegistry: request.doubleCheckRegistry ?? false,
    ...{ attempts: 0, imageCount: 0, decision: null },
    requestedBy: { organizationId, actor, from },
    sandboxOutcome: outcome?.documentNumber ?? null,
    cause: currentCause() ?? null,
    dueAt: outcome ? sandboxAt : expiresAt,
    ...{ expiresAt, createdAt: now, updatedAt: now, assignedTo: null },
  };
}

/** Returns the numbers that identify a person. */
function documentNumbersOf({ entityData, taxId }: EntityRow): readonly (string | null)[] {
  const { person } = JSON.parse(entityData) as { readonly person?: { readonly idNumber?: string } };
  return [person?.idNumber ?? null, taxId];
}

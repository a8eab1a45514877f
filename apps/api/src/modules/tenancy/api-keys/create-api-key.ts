import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import {
  type ApiKey,
  assertNoEscalation,
  assertWithinBounds,
  findApiKey,
  insertApiKey,
  type Principal,
  resolvePermissions,
} from '../../../platform/auth/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { databaseTime, TenantDatabase } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { recordedSecurityEvent } from '../audit/index.js';
import { findKeyLimits } from '../organizations/index.js';
import { apiKeyAuditEntry } from './api-key-audit.js';
import { checkCidrBlocks, checkExpiry } from './check-key-settings.js';

export interface ApiKeyRequest {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expiresAt: Date | null;
  readonly ipAllowlist: readonly string[];
}

export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  /** Shown only once, since only its hash is stored. */
  readonly key: string;
}

/** `POST /api-keys`. */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly database: TenantDatabase,
    private readonly config: AppConfig,
  ) {}

  create(principal: Principal, request: ApiKeyRequest): Promise<CreatedApiKey> {
    const { organizationId } = principal;
    const scopes = resolvePermissions(request.permissions);
    assertNoEscalation(principal, scopes);
    checkCidrBlocks(request.ipAllowlist);
    assertWithinBounds(principal, request);
    return this.database.transaction(organizationId, async (client) => {
      const now = await databaseTime(client);
      checkExpiry(request.expiresAt, now);
      const made = await insertApiKey(client, {
        ...request,
        organizationId,
        scopes,
        deployment: this.config.deployment,
        ...(await findKeyLimits(client, organizationId))!,
        createdBy: principal.actor.id,
      });
      const apiKey = (await findApiKey(client, organizationId, made.id))!;
      const entry = apiKeyAuditEntry('api_key_created', null, apiKey);
      await writeEvents(client, [recordedSecurityEvent(principal, 'security.api_key.created', entry, now)]);
      await recordAudit(client, byPrincipal(principal), [entry]);
      return { apiKey, key: made.key };
    });
  }
}

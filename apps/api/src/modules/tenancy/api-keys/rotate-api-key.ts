import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import {
  type ApiKey,
  assertNoEscalation,
  assertWithinBounds,
  findApiKey,
  insertApiKey,
  type Principal,
  storeSuccessor,
  updateApiKey,
} from '../../../platform/auth/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { databaseTime, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { recordedSecurityEvent } from '../audit/index.js';
import { apiKeyAuditEntry } from './api-key-audit.js';
import { revokedKeyError } from './change-api-key.js';
import type { CreatedApiKey } from './create-api-key.js';

export interface RotatedApiKey extends CreatedApiKey {
  readonly previousKeyExpiresAt: Date;
}

const hourMs = 3_600_000;

const replacedKeyError = (): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', 'The API key was already rotated: rotate the key that replaced it');

/** `POST /api-keys/{id}/rotate`: creates a second key like the first one, which expires after the overlap. */
@Injectable()
export class RotateApiKey {
  constructor(
    private readonly database: TenantDatabase,
    private readonly config: AppConfig,
  ) {}

  rotate(principal: Principal, id: string, overlapHours: number): Promise<RotatedApiKey> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const now = await databaseTime(client);
      const before = await findApiKey(client, organizationId, id, 'locked');
      if (!before) throw notFound('API key');
      if (before.status === 'revoked') throw revokedKeyError();
      assertNoEscalation(principal, before.scopes);
      assertWithinBounds(principal, before);
      const { name, scopes, rateLimit, burstLimit, ipAllowlist } = before;
      const made = await insertApiKey(client, {
        organizationId,
        name,
        scopes,
        rateLimit,
        burstLimit,
        ipAllowlist,
        deployment: this.config.deployment,
        expiresAt: renewedExpiry(now, before, principal.bounds?.expiresAt ?? null),
        createdBy: principal.actor.id,
      });
      const end = new Date(now.getTime() + overlapHours * hourMs);
      const previousKeyExpiresAt = before.expiresAt && before.expiresAt < end ? before.expiresAt : end;
      const ending = { ...before, expiresAt: previousKeyExpiresAt };
      await updateApiKey(client, ending);
      // The old key now expires soon, so a second successor would inherit an expiry that the original key did not have.
      if (!(await storeSuccessor(client, before, made.id))) throw replacedKeyError();
      const apiKey = (await findApiKey(client, organizationId, made.id))!;
      const entry = apiKeyAuditEntry('api_key_created', null, apiKey);
      await writeEvents(client, [recordedSecurityEvent(principal, 'security.api_key.created', entry, now)]);
      await recordAudit(client, byPrincipal(principal), [
        { ...entry, reason: `rotation of ${id}` },
        { ...apiKeyAuditEntry('api_key_updated', before, ending), reason: `replaced by ${apiKey.id}` },
      ]);
      return { apiKey, key: made.key, previousKeyExpiresAt };
    });
  }
}

/**
 * Returns the expiry of the new key: a key created for 90 days is followed by another one for 90 days, but it cannot outlive the key that
 * creates it.
 */
function renewedExpiry(now: Date, { createdAt, expiresAt }: ApiKey, latest: Date | null): Date | null {
  if (!expiresAt) return null;
  const renewed = new Date(now.getTime() + (expiresAt.getTime() - createdAt.getTime()));
  return latest && latest < renewed ? latest : renewed;
}

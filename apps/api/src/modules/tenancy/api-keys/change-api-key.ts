import { Injectable } from '@nestjs/common';

import { byPrincipal, isUnchanged, recordAudit } from '../../../platform/audit/index.js';
import {
  type ApiKey,
  assertNoEscalation,
  assertWithinBounds,
  findApiKey,
  type Principal,
  resolvePermissions,
  updateApiKey,
} from '../../../platform/auth/index.js';
import { databaseTime, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, checkVersion, notFound } from '../../../platform/http/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { recordedSecurityEvent } from '../audit/index.js';
import { apiKeyAuditEntry } from './api-key-audit.js';
import { checkCidrBlocks, checkExpiry } from './check-key-settings.js';
import type { ApiKeyRequest } from './create-api-key.js';

/** `PATCH` and `DELETE /api-keys/{id}`. */
@Injectable()
export class ChangeApiKey {
  constructor(private readonly database: TenantDatabase) {}

  change(principal: Principal, id: string, change: Partial<ApiKeyRequest>, ifVersion?: number): Promise<ApiKey> {
    const { permissions, expiresAt, ipAllowlist, name } = change;
    const scopes = permissions && resolvePermissions(permissions);
    assertNoEscalation(principal, scopes ?? []);
    checkCidrBlocks(ipAllowlist ?? []);
    return this.database.transaction(principal.organizationId, async (client) => {
      checkExpiry(expiresAt ?? null, await databaseTime(client));
      const before = await findApiKey(client, principal.organizationId, id, 'locked');
      if (!before) throw notFound('API key');
      if (before.status === 'revoked') throw revokedKeyError();
      // A key with more permissions, a later expiry or a wider IP allowlist cannot be changed by this caller.
      assertNoEscalation(principal, before.scopes);
      assertWithinBounds(principal, before);
      checkVersion('The API key', before.version, ifVersion);
      const after: ApiKey = {
        ...before,
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(ipAllowlist !== undefined && { ipAllowlist }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      assertWithinBounds(principal, after);
      if (isUnchanged(apiKeyAuditEntry('api_key_updated', before, after))) return before;
      await updateApiKey(client, after);
      const stored = (await findApiKey(client, principal.organizationId, id))!;
      await recordAudit(client, byPrincipal(principal), [apiKeyAuditEntry('api_key_updated', before, stored)]);
      return stored;
    });
  }

  /** Revokes a key; has no effect on a key that is already revoked. */
  revoke(principal: Principal, id: string): Promise<void> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const before = await findApiKey(client, organizationId, id, 'locked');
      if (!before) throw notFound('API key');
      if (before.status === 'revoked') return;
      const now = await databaseTime(client);
      const after: ApiKey = { ...before, status: 'revoked', revokedAt: now };
      await updateApiKey(client, after);
      const entry = apiKeyAuditEntry('api_key_revoked', before, after);
      await writeEvents(client, [recordedSecurityEvent(principal, 'security.api_key.revoked', entry, now)]);
      await recordAudit(client, byPrincipal(principal), [entry]);
    });
  }
}

export const revokedKeyError = (): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', 'The API key is revoked and can no longer be changed');

import { Injectable } from '@nestjs/common';

import { checkGrant, permissionsNamed, type Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import type { ApiKey } from '../domain/api-key.js';
import { findApiKey, updateApiKey } from '../persistence/api-key-records.js';
import { checkAddressBlocks, checkExpiry } from './check-key-settings.js';
import type { ApiKeyRequest } from './create-api-key.js';

/** `PATCH` and `DELETE /api-keys/{id}`. */
@Injectable()
export class ChangeApiKey {
  constructor(private readonly database: TenantDatabase) {}

  change(principal: Principal, id: string, change: Partial<ApiKeyRequest>, now: Date): Promise<ApiKey> {
    const { permissions, expiresAt, ipAllowlist, name } = change;
    const scopes = permissions && permissionsNamed(permissions);
    checkGrant(principal, scopes ?? []);
    checkExpiry(expiresAt ?? null, now);
    checkAddressBlocks(ipAllowlist ?? []);
    return this.database.transaction(principal.organizationId, async (client) => {
      const before = await findApiKey(client, principal.organizationId, id, true);
      if (!before) throw notFound('API key');
      if (before.status === 'revoked') throw revoked();
      const after: ApiKey = {
        ...before,
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(ipAllowlist !== undefined && { ipAllowlist }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      await updateApiKey(client, after);
      return (await findApiKey(client, principal.organizationId, id))!;
    });
  }

  /** A key that is revoked already stays so. */
  revoke({ organizationId }: Principal, id: string, now: Date): Promise<void> {
    return this.database.transaction(organizationId, async (client) => {
      const before = await findApiKey(client, organizationId, id, true);
      if (!before) throw notFound('API key');
      if (before.status === 'revoked') return;
      await updateApiKey(client, { ...before, status: 'revoked', revokedAt: now });
    });
  }
}

export const revoked = (): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', 'The API key is revoked, and nothing about it changes any more');

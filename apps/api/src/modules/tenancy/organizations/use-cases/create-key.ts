import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import { insertApiKey, permissions } from '../../../../platform/auth/index.js';
import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { recordedSecurityEvent } from '../../audit/index.js';
import type { CreatedOrganization } from './create-account.js';
import { findKeyLimits } from './find-key-limits.js';

export interface KeyRequest {
  readonly organizationId: string;
  readonly name: string;
  readonly deployment: string;
}

/** Creates an additional key with all permissions, for a server operator who lost the first one. */
export async function createKey(
  pool: PgPool,
  request: KeyRequest,
): Promise<Result<CreatedOrganization, 'no-organization'>> {
  const { organizationId } = request;
  return inTransaction(pool, organizationId, async (client) => {
    const limits = await findKeyLimits(client, organizationId);
    if (limits === null) return failure('no-organization');
    const made = await insertApiKey(client, { ...request, scopes: permissions, ...limits });
    const subject = byAdministration(organizationId);
    const entry = {
      event: 'api_key_created',
      resourceType: 'api_key',
      resourceId: made.id,
      summary: `API key ${request.name} created, with every permission`,
      changes: creationChanges({ name: request.name, rateLimit: limits.rateLimit }),
    };
    await writeEvents(client, [recordedSecurityEvent(subject, 'security.api_key.created', entry, new Date())]);
    await recordAudit(client, subject, [entry]);
    return ok({ organizationId, apiKeyId: made.id, key: made.key });
  });
}

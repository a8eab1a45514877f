import { failure, ok, type Result } from '@tamis/stdx';

import { insertApiKey, permissions } from '../../../platform/auth/index.js';
import type { PgPool } from '../../../platform/database/index.js';
import { requestsPerHour } from '../domain/account.js';
import { organizationExists } from '../persistence/organization-store.js';
import type { CreatedOrganization } from './create-account.js';

export interface KeyRequest {
  readonly organizationId: string;
  readonly name: string;
  readonly deployment: string;
}

/** A further key with every permission, for whoever runs the server and lost the first one. */
export async function createKey(
  pool: PgPool,
  request: KeyRequest,
): Promise<Result<CreatedOrganization, 'no-organization'>> {
  const { organizationId } = request;
  if (!(await organizationExists(pool, organizationId))) return failure('no-organization');
  const made = await insertApiKey(pool, { ...request, scopes: permissions, rateLimit: requestsPerHour.production });
  return ok({ organizationId, apiKeyId: made.id, key: made.key });
}

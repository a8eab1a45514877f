import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { lockPublishing } from '../../rule-sets/index.js';
import { publishRules } from '../../rules/index.js';
import { findOrganization } from '../persistence/organization-store.js';
import { clearSandboxData } from '../persistence/sandbox-data.js';

/** `POST /organizations/{sandboxId}/reset`: removes what was sent and written in a sandbox. */
@Injectable()
export class ResetSandbox {
  constructor(private readonly database: TenantDatabase) {}

  run({ organizationId, apiKeyId }: Principal, id: string): Promise<void> {
    if (id !== organizationId) throw notFound('Organization');
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const organization = await findOrganization(client, organizationId, true);
      if (organization?.environment !== 'sandbox')
        throw new ApiError('NOT_A_SANDBOX', 'Only the data of a sandbox can be cleared');
      await clearSandboxData(client, organizationId);
      await publishRules(client, organizationId, { reason: 'the sandbox was reset', by: apiKeyId });
    });
  }
}

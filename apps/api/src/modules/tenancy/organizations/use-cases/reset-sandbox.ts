import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { resetAccount } from '../../billing/index.js';
import { RulePublication } from '../domain/rule-publication.js';
import { findOrganization } from '../persistence/organization-store.js';
import { clearSandboxData } from '../persistence/sandbox-data.js';

/** `POST /organizations/{sandboxId}/reset`: removes everything that was sent to or created in a sandbox. */
@Injectable()
export class ResetSandbox {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rules: RulePublication,
  ) {}

  reset(principal: Principal, id: string): Promise<void> {
    const { organizationId } = principal;
    if (id !== organizationId) throw notFound('Organization');
    return this.database.transaction(organizationId, async (client) => {
      await this.rules.lock(client, organizationId);
      const organization = await findOrganization(client, organizationId, 'locked');
      if (organization?.environment !== 'sandbox')
        throw new ApiError('NOT_A_SANDBOX', 'Only the data of a sandbox can be cleared');
      await clearSandboxData(client, organizationId);
      await resetAccount(client, organizationId);
      await this.rules.takeBackLists(client, organizationId);
      await this.rules.publish(client, principal, 'the sandbox was reset');
      await recordAudit(client, byPrincipal(principal), [
        { event: 'organization_reset', resourceType: 'organization', resourceId: id, summary: 'sandbox data cleared' },
      ]);
    });
  }
}

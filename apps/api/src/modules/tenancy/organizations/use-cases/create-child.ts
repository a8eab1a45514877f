import { Injectable } from '@nestjs/common';

import { byPrincipal, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { appointOwners, channelGranted, findActiveOwners } from '../../members/index.js';
import type { Account } from '../domain/account.js';
import type { Organization } from '../domain/organization.js';
import { slugOf } from '../domain/slug.js';
import { countChildren, findOrganization, insertAccount, lockAccountName } from '../persistence/organization-store.js';

export interface ChildRequest {
  readonly name: string;
  readonly countryCode: string;
}

/**
 * `POST /organizations/{id}/children`: creates a pair of organizations whose parents are the pair of the caller. The owners of the parent
 * are its first owners: they act in it as its members, and nobody else of the parent does.
 */
@Injectable()
export class CreateChild {
  constructor(private readonly database: TenantDatabase) {}

  create(principal: Principal, parentId: string, request: ChildRequest, now: Date): Promise<Account<Organization>> {
    const { organizationId } = principal;
    if (parentId !== organizationId) throw notFound('Organization');
    const slug = slugOf(request.name);
    if (slug === '') throw invalid({ name: 'must contain a letter or a digit' });
    return this.database.transaction(organizationId, async (client) => {
      const parent = await findOrganization(client, organizationId);
      if (!parent) throw notFound('Organization');
      assertMayHaveChildren(parent);
      // Creations take turns, so that the next one counts this child.
      await lockAccountName(client, organizationId);
      const { count, isTaken } = await countChildren(client, organizationId, slug);
      if (isTaken)
        throw new ApiError('DUPLICATE_NAME', 'Another child organization has this name', { name: 'is in use' });
      if (count >= limits.childOrganizations)
        throw new ApiError(
          'ORGANIZATION_LIMIT_REACHED',
          `An organization has at most ${limits.childOrganizations} child organizations`,
        );
      const owners = await findActiveOwners(client, organizationId);
      const ids = { production: newId(), sandbox: newId() };
      const parents = { production: parent.id, sandbox: parent.pairedOrganizationId };
      const { name, countryCode } = request;
      await insertAccount(client, ids, { slug, name, countryCode, plan: parent.plan, parents });
      const sandbox = await findOrganization(client, ids.sandbox);
      await client.switchOrganization(ids.production);
      const production = await findOrganization(client, ids.production);
      await appointOwners(client, { ...principal, organizationId: ids.production }, owners, now);
      await client.switchOrganization(organizationId);
      const child = { id: ids.production, name };
      await writeEvents(
        client,
        owners.map((owner) => channelGranted(owner, child, principal, now)),
      );
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'organization_created',
          resourceType: 'organization',
          resourceId: ids.production,
          summary: `child organization ${name} created`,
          changes: creationChanges({ name, countryCode, plan: parent.plan, sandboxOrganizationId: ids.sandbox }),
        },
      ]);
      return { production: production!, sandbox: sandbox! };
    });
  }
}

function assertMayHaveChildren({ environment, parentOrganizationId }: Organization): void {
  if (parentOrganizationId !== null) throw new ApiError('FORBIDDEN', 'A child organization cannot have children');
  // The pair includes a production organization, which a sandbox key must not create.
  if (environment === 'sandbox')
    throw new ApiError('FORBIDDEN', 'Children can only be created from the production organization');
}

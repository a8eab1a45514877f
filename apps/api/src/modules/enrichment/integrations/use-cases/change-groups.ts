import { Injectable } from '@nestjs/common';

import {
  type AuditEntry,
  byPrincipal,
  creationChanges,
  diffChanges,
  recordAudit,
} from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { EnrichmentGroup } from '../domain/enrichment-group.js';
import { Providers } from '../domain/providers.js';
import { countGroups, deleteGroup, findGroups, lockGroup, saveGroup } from '../persistence/group-store.js';

export type GroupContent = Pick<EnrichmentGroup, 'name' | 'slug' | 'integrationCodes'>;

const groupMembers = ['name', 'slug', 'integrationCodes'] as const;

@Injectable()
export class ChangeGroups {
  constructor(
    private readonly database: TenantDatabase,
    private readonly providers: Providers,
  ) {}

  /** Lists groups, oldest first. */
  list(organizationId: string): Promise<readonly EnrichmentGroup[]> {
    return findGroups(this.database.forOrganization(organizationId), organizationId);
  }

  /** Creates a group. Throws 404 `INTEGRATION_NOT_FOUND`, 409 `DUPLICATE_KEY` for a slug in use and 400 `TOO_MANY_ITEMS`. */
  create(principal: Principal, content: GroupContent, now: Date): Promise<EnrichmentGroup> {
    const { organizationId } = principal;
    this.assertKnown(content);
    const group = { ...content, id: newId(now.getTime()), createdAt: now, updatedAt: now };
    return this.saving(organizationId, async (client) => {
      if ((await countGroups(client, organizationId)) >= limits.enrichmentGroups)
        throw new ApiError(
          'TOO_MANY_ITEMS',
          `An organization has at most ${limits.enrichmentGroups} enrichment groups`,
        );
      await saveGroup(client, organizationId, group);
      const changes = creationChanges(content);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('created', group), changes }]);
      return group;
    });
  }

  /**
   * Changes a group; absent members stay unchanged. Throws the same errors as `create`, 404 `ENRICHMENT_GROUP_NOT_FOUND` and 400
   * `NO_CHANGES`.
   */
  change(principal: Principal, idOrSlug: string, sent: Partial<GroupContent>, now: Date): Promise<EnrichmentGroup> {
    const { organizationId } = principal;
    this.assertKnown(sent);
    return this.saving(organizationId, async (client) => {
      const before = await requireGroup(client, organizationId, idOrSlug);
      const after = { ...before, ...sent, updatedAt: now };
      const changes = diffChanges(before, after, groupMembers);
      if (Object.keys(changes).length === 0) throw new ApiError('NO_CHANGES', 'Every value sent equals the stored one');
      await saveGroup(client, organizationId, after);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('updated', after), changes }]);
      return after;
    });
  }

  /** Deletes a group. Throws 404 `ENRICHMENT_GROUP_NOT_FOUND`. */
  async delete(principal: Principal, idOrSlug: string): Promise<EnrichmentGroup> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const group = await requireGroup(client, organizationId, idOrSlug);
      await deleteGroup(client, organizationId, group.id);
      await recordAudit(client, byPrincipal(principal), [entry('deleted', group)]);
      return group;
    });
  }

  private assertKnown({ integrationCodes = [] }: Partial<GroupContent>): void {
    const index = integrationCodes.findIndex((code) => this.providers.find(code) === null);
    if (index === -1) return;
    const message = `Unknown integration ${JSON.stringify(integrationCodes[index])}`;
    throw new ApiError('INTEGRATION_NOT_FOUND', message, { [`integrationCodes[${index}]`]: 'is not an integration' });
  }

  private async saving<T>(organizationId: string, work: (client: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(organizationId, work);
    } catch (error) {
      if (violatedConstraint(error) !== 'enrichment_groups_slug') throw error;
      throw new ApiError('DUPLICATE_KEY', 'Another enrichment group has this slug', { slug: 'is in use' });
    }
  }
}

async function requireGroup(client: Transaction, organizationId: string, idOrSlug: string): Promise<EnrichmentGroup> {
  const group = await lockGroup(client, organizationId, idOrSlug);
  if (group) return group;
  throw new ApiError('ENRICHMENT_GROUP_NOT_FOUND', 'There is no such enrichment group');
}

const entry = (what: 'created' | 'updated' | 'deleted', { id, slug }: EnrichmentGroup): AuditEntry => ({
  event: `enrichment_group_${what}`,
  resourceType: 'enrichment_group',
  resourceId: id,
  summary: `enrichment group ${slug} ${what}`,
});

import { Injectable } from '@nestjs/common';

import { aloneOnFailure, Batcher } from '../../../../platform/batcher.js';
import { findEnvironment, type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { SecretsError } from '../../../../platform/secrets/index.js';
import { type OrganizationIntegration, switchProblem } from '../domain/integration.js';
import { Providers } from '../domain/providers.js';
import { findGroups } from '../persistence/group-store.js';
import { type StoredIntegration, SwitchStore } from '../persistence/switch-store.js';

/** Integrations that an organization may use, with their prices, for modules that call providers. */
@Injectable()
export class Integrations {
  /** Concurrent look-ups of one organization share one query. */
  private readonly asked = new Batcher<readonly string[], ReadonlyMap<string, OrganizationIntegration>>({
    maxBatchSize: 64,
    maxConcurrency: 2,
    processBatch: aloneOnFailure(async (organizationId, asked) => {
      const client = this.database.forOrganization(organizationId);
      const found = await this.read(client, organizationId, [...new Set(asked.flat())]);
      return asked.map(() => found);
    }),
  });

  constructor(
    private readonly database: TenantDatabase,
    private readonly providers: Providers,
    private readonly switches: SwitchStore,
  ) {}

  /** Returns integrations by code. Codes without a provider on this server are left out. */
  async forOrganization(
    organizationId: string,
    codes: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationIntegration>> {
    const known = this.knownOf(codes);
    if (known.length === 0) return new Map();
    const found = await (this.database.isInTransaction()
      ? this.read(this.database.forOrganization(organizationId), organizationId, known)
      : this.asked.enqueue(organizationId, known));
    return new Map(known.flatMap((code) => (found.has(code) ? [[code, found.get(code)!]] : [])));
  }

  /** Returns enabled integrations that enrich, sorted by code. */
  async enabled(organizationId: string): Promise<readonly OrganizationIntegration[]> {
    const codes = this.providers.all.filter(({ type }) => type !== 'kyc').map(({ code }) => code);
    const all = await this.forOrganization(organizationId, codes);
    return [...all.values()].filter(({ enabled }) => enabled);
  }

  /**
   * Returns the codes in groups given by id or slug, in the order of the groups and without duplicates. Throws 404
   * `ENRICHMENT_GROUP_NOT_FOUND` for a group that the organization does not have.
   *
   * @param path where they stand in the body
   */
  async resolveGroups(
    organizationId: string,
    references: readonly string[],
    path = 'enrichmentGroupRefs',
  ): Promise<readonly string[]> {
    if (references.length === 0) return [];
    const groups = await findGroups(this.database.forOrganization(organizationId), organizationId);
    const codes = references.flatMap((reference, index) => {
      const group = groups.find(({ id, slug }) => slug === reference || id === reference.toLowerCase());
      if (group) return group.integrationCodes;
      const message = `Unknown enrichment group ${JSON.stringify(reference)}`;
      throw new ApiError('ENRICHMENT_GROUP_NOT_FOUND', message, {
        [`${path}[${index}]`]: 'is not an enrichment group',
      });
    });
    return [...new Set(codes)];
  }

  /** Like `forOrganization`, in the transaction of `client`. */
  readIn(
    client: Queryable,
    organizationId: string,
    codes: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationIntegration>> {
    return this.read(client, organizationId, this.knownOf(codes));
  }

  private knownOf(codes: readonly string[]): readonly string[] {
    return [...new Set(codes)].filter((code) => this.providers.find(code) !== null);
  }

  private async read(
    client: Queryable,
    organizationId: string,
    codes: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationIntegration>> {
    if (codes.length === 0) return new Map();
    const [stored, environment] = await Promise.all([
      this.switches.read(client, organizationId, codes),
      findEnvironment(client, organizationId),
    ]);
    const found = new Map<string, OrganizationIntegration>();
    for (const each of stored)
      found.set(each.code, await this.open(client, organizationId, each, environment !== 'production'));
    return found;
  }

  private async open(
    client: Queryable,
    organizationId: string,
    stored: StoredIntegration,
    isSandbox: boolean,
  ): Promise<OrganizationIntegration> {
    const provider = this.providers.find(stored.code)!;
    const integration = {
      provider,
      enabled: stored.switched?.enabled ?? false,
      monitoringEnabled: stored.switched?.monitoringEnabled ?? false,
      priceCents: stored.priceCents ?? provider.priceCents,
    };
    const problem = switchProblem(provider, stored.switched, isSandbox);
    if (problem) return { ...integration, settings: {}, problem };
    try {
      const settings = await this.switches.openSettings(client, organizationId, stored);
      return { ...integration, settings, problem: null };
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error;
      const message = `The settings of the integration ${stored.code} cannot be decrypted: set them again with PUT /marketplace/integrations/${stored.code}`;
      return { ...integration, settings: {}, problem: { code: 'INTEGRATION_NOT_ENABLED', message } };
    }
  }
}

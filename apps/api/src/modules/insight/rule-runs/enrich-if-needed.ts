import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { EnrichmentData } from '../../decisions/enrichment-data/index.js';
import { jointEnrichmentNeeds } from '../../decisions/evaluations/index.js';
import { RuleSets } from '../../decisions/rule-sets/index.js';
import { EnrichmentRequests } from '../../enrichment/executions/index.js';
import { Integrations, type OrganizationIntegration } from '../../enrichment/integrations/index.js';
import { type EntityRow, FindEntity } from '../../parties/entities/index.js';

/** The enrichment requested so that rules have more data about an entity. */
export interface NeededEnrichment {
  readonly requestId: string;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly integrationCodes: readonly string[];
  readonly failed: readonly { readonly integrationCode: string; readonly code: string }[];
  readonly totalCostCents: number;
}

const isFitting = ({ provider }: OrganizationIntegration, { type, countryCode }: EntityRow): boolean =>
  provider.entityTypes.some((each) => each === type) &&
  provider.countries.some((each) => each === 'GLOBAL' || each === countryCode);

/** Requests integrations for data that the active rules read about an entity and that has not been found yet. */
@Injectable()
export class EnrichIfNeeded {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly entities: FindEntity,
    private readonly data: EnrichmentData,
    private readonly integrations: Integrations,
    private readonly requests: EnrichmentRequests,
  ) {}

  /**
   * Requests the missing data; returns `null` if nothing is missing. `allowed` restricts the integrations that may be called. Throws 404
   * `ENTITY_NOT_FOUND`, and 402 `INSUFFICIENT_BALANCE`. In these cases nothing was called.
   */
  async enrich(
    principal: Principal,
    entityId: string,
    allowed: readonly string[] | null,
  ): Promise<NeededEnrichment | null> {
    const codes = await this.missingCodes(principal.organizationId, entityId);
    const asked = allowed ? codes.filter((code) => allowed.includes(code)) : codes;
    if (asked.length === 0) return null;
    const request = {
      principal,
      entityId,
      codes: asked,
      parameters: {},
      trigger: null,
      withoutMoney: 'refuse',
    } as const;
    const { requestId, status, executions, totalCostCents } = await this.requests.enrich(request);
    const failed = executions.flatMap(({ integrationCode, problem }) =>
      problem ? [{ integrationCode, code: problem.code }] : [],
    );
    return { requestId, status, integrationCodes: asked, failed, totalCostCents };
  }

  /** Returns the integrations that rules name, and those that supply what rules read from all sources together, if nothing is known yet. */
  private async missingCodes(organizationId: string, entityId: string): Promise<readonly string[]> {
    const client = this.database.forOrganization(organizationId);
    const [row, { compiled }] = await Promise.all([
      this.entities.find(organizationId, { id: entityId }),
      this.ruleSets.loadActive(client, organizationId),
    ]);
    const ofEntities = compiled.factNeeds().enrichment.filter((path) => path.startsWith('enrichmentData.'));
    const needs = jointEnrichmentNeeds([{ factNeeds: () => ({ ...compiled.factNeeds(), enrichment: ofEntities }) }]);
    if (!needs) return [];
    const entity = { organizationId, entityId };
    const [known, normalized, enabled] = await Promise.all([
      this.data.latest(entity, { raw: false }),
      this.data.normalized(entity),
      this.integrations.enabled(organizationId),
    ]);
    const found = new Set(known.flatMap(({ integrationCode, mapped }) => (mapped ? [integrationCode] : [])));
    const fitting = enabled.filter((each) => isFitting(each, row)).map(({ provider }) => provider);
    const telling = fitting.filter(({ provides }) =>
      provides.some((path) => ofEntities.some((read) => read.startsWith(`enrichmentData.normalized.${path}`))),
    );
    const named = needs.codes === 'all' ? fitting.map(({ code }) => code) : needs.codes;
    const together = needs.normalized && !normalized ? telling.map(({ code }) => code) : [];
    return [...new Set([...named, ...together])].filter((code) => !found.has(code));
  }
}

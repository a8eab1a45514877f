import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { readOrganizationDefaults, RuleSets } from '../../../decisions/rule-sets/index.js';
import { Integrations, type OrganizationIntegration } from '../../../enrichment/integrations/index.js';
import {
  ErasedWithEntities,
  findEntitiesById,
  type IgnoredMonitoring,
  lockEntities,
  MonitoringOnCreation,
} from '../../../parties/entities/index.js';
import { type MonitoringMatrix, monitoringMatrix } from '../domain/monitoring-matrix.js';
import { type EntityMonitoring, monitoringCode } from '../domain/monitored-party.js';
import { eraseMonitoring, findMonitoring, saveMonitoring } from '../persistence/monitoring-store.js';

/** The monitoring state of an entity, and its integration and matrix. */
export interface ShownMonitoring {
  readonly integration: OrganizationIntegration | null;
  /** `null` if monitoring was never requested. */
  readonly monitoring: EntityMonitoring | null;
  /** The matrix whose rules are evaluated for a hit; `null` if there is none. */
  readonly matrix: MonitoringMatrix | null;
}

/** Starts and ends the monitoring of entities, at their creation or later. */
@Injectable()
export class ChangeMonitoring extends MonitoringOnCreation {
  constructor(
    private readonly database: TenantDatabase,
    private readonly integrations: Integrations,
    private readonly ruleSets: RuleSets,
    erased: ErasedWithEntities,
  ) {
    super();
    erased.register((client, { organizationId, id }) => eraseMonitoring(client, organizationId, id));
  }

  /**
   * Throws 404 `ENTITY_NOT_FOUND`, 404 `INTEGRATION_NOT_FOUND` for an integration that does not support monitoring, 400
   * `INVALID_ENTITY_TYPE`, and 403 `INTEGRATION_NOT_ENABLED` if the organization has disabled the integration or its monitoring.
   */
  async change(principal: Principal, entityId: string, code: string, isActive: boolean): Promise<ShownMonitoring> {
    const { organizationId } = principal;
    const integration = await this.integrationOf(organizationId);
    if (code !== monitoringCode || integration === null) throw unknownIntegration(code);
    const problem = problemOf(integration);
    if (isActive && problem !== null) throw new ApiError('INTEGRATION_NOT_ENABLED', `${code}: ${problem}`);
    await this.database.transaction(organizationId, async (client) => {
      if (!(await lockEntities(client, organizationId, [entityId])).has(entityId)) throw unknownEntity();
      const type = (await findEntitiesById(client, organizationId, [entityId])).get(entityId)!.type;
      if (!isWatched(integration, type)) throw new ApiError('INVALID_ENTITY_TYPE', `${code} watches no ${type}`);
      await save(client, principal, entityId, isActive);
    });
    return this.show(organizationId, entityId);
  }

  /** Throws 404 `ENTITY_NOT_FOUND`. */
  async show(organizationId: string, entityId: string): Promise<ShownMonitoring> {
    const client = this.database.forOrganization(organizationId);
    const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
    if (!entity) throw unknownEntity();
    const { timezone } = await readOrganizationDefaults(client, organizationId);
    const [integration, monitoring, { content }] = await Promise.all([
      this.integrationOf(organizationId),
      findMonitoring(client, organizationId, entityId, timezone),
      this.ruleSets.loadActive(client, organizationId),
    ]);
    return { integration, monitoring, matrix: monitoringMatrix(content, entity) };
  }

  override async begin(
    client: Transaction,
    principal: Principal,
    entity: { readonly id: string; readonly type: string },
    { codes, enrichments }: { readonly codes: readonly string[]; readonly enrichments: readonly string[] },
  ): Promise<readonly IgnoredMonitoring[]> {
    const integration = await this.integrationOf(principal.organizationId);
    const ignored = codes.flatMap((code): readonly IgnoredMonitoring[] => {
      const reason = ignoredBecause(code, integration, entity.type, enrichments);
      return reason === null ? [] : [{ code, reason }];
    });
    const isBegun = codes.includes(monitoringCode) && !ignored.some(({ code }) => code === monitoringCode);
    if (isBegun) await save(client, principal, entity.id, true);
    return ignored;
  }

  private async integrationOf(organizationId: string): Promise<OrganizationIntegration | null> {
    return (await this.integrations.forOrganization(organizationId, [monitoringCode])).get(monitoringCode) ?? null;
  }
}

async function save(client: Transaction, principal: Principal, entityId: string, isActive: boolean): Promise<void> {
  const { organizationId, actor, from } = principal;
  const requestedBy = { organizationId, actor, from };
  if (!(await saveMonitoring(client, organizationId, entityId, { isActive, requestedBy }))) return;
  await recordAudit(client, byPrincipal(principal), [
    {
      event: isActive ? 'entity_monitoring_begun' : 'entity_monitoring_ended',
      resourceType: 'entity',
      resourceId: entityId,
      summary: `${monitoringCode} ${isActive ? 'monitors the entity' : 'no longer monitors the entity'}`,
      relatedIds: { entityId },
    },
  ]);
}

/** Returns the reason why a requested integration is ignored; `null` if it is not. */
function ignoredBecause(
  code: string,
  integration: OrganizationIntegration | null,
  type: string,
  enrichments: readonly string[],
): string | null {
  if (code !== monitoringCode || integration === null) return 'is not an integration that supports monitoring';
  if (!isWatched(integration, type)) return `watches no ${type}`;
  if (!enrichments.includes(code)) return 'is not in autoExecuteIntegrations.enrichments';
  return problemOf(integration);
}

/** Returns the reason why the integration does not serve an organization; `null` if it does. */
function problemOf({ enabled, monitoringEnabled }: OrganizationIntegration): string | null {
  const how = `enable it with PUT /marketplace/integrations/${monitoringCode}`;
  if (!enabled) return `the organization has not enabled it: ${how}`;
  return monitoringEnabled ? null : `the organization has not enabled its monitoring: ${how}`;
}

const isWatched = ({ provider }: OrganizationIntegration, type: string): boolean =>
  provider.entityTypes.some((each) => each === type);

const unknownEntity = (): ApiError => new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
const unknownIntegration = (code: string): ApiError =>
  new ApiError('INTEGRATION_NOT_FOUND', `Unknown integration with monitoring ${JSON.stringify(code)}`);

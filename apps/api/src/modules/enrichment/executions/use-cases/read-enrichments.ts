import { Injectable } from '@nestjs/common';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import {
  EnrichmentData,
  type KnownResult,
  type MappedResult,
  type NormalizedEnrichment,
} from '../../../decisions/enrichment-data/index.js';
import { FindEntity } from '../../../parties/entities/index.js';
import { Providers } from '../../integrations/index.js';
import type { Execution } from '../domain/execution.js';
import { type ExecutionFilter, findByIds, listAllExecutions, listExecutions } from '../persistence/execution-store.js';

/** An execution as displayed, with its result. */
export interface ShownExecution {
  readonly execution: Execution;
  readonly integrationName: string;
  /** `null` if it delivered nothing, or the result was erased. */
  readonly mapped: Readonly<Record<string, unknown>> | null;
}

/** The latest result of one integration. */
export interface ShownResult extends KnownResult {
  readonly integrationName: string;
  readonly execution: Execution | null;
}

/** Reads the data found about entities, and its executions. */
@Injectable()
export class ReadEnrichments {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: FindEntity,
    private readonly data: EnrichmentData,
    private readonly providers: Providers,
  ) {}

  /** Returns the executions of a request with their results. */
  async withResults(
    organizationId: string,
    executions: readonly Execution[],
    known?: ReadonlyMap<string, MappedResult>,
  ): Promise<readonly ShownExecution[]> {
    const ids = executions.filter(({ state }) => state === 'succeeded').map(({ id, leaderId }) => leaderId ?? id);
    const mapped = known ?? (await this.data.mappedOf(organizationId, ids));
    return executions.map((execution) => ({
      execution,
      integrationName: this.nameOf(execution.integrationCode),
      mapped: mapped.get(execution.leaderId ?? execution.id) ?? null,
    }));
  }

  /** Returns the completed executions of an entity, newest first. Throws 404 if it does not exist, and the 400 errors of paging. */
  async history(organizationId: string, entityId: string, query: PageQuery): Promise<Page<ShownExecution>> {
    await this.entities.find(organizationId, { id: entityId });
    const page = await listExecutions(this.database.forOrganization(organizationId), organizationId, entityId, query);
    return { ...page, rows: await this.withResults(organizationId, page.rows) };
  }

  /** Returns all executions of the organization, newest first, with the names of their integrations. Throws the 400 errors of paging. */
  async all(
    organizationId: string,
    query: PageQuery & ExecutionFilter,
  ): Promise<Page<{ readonly execution: Execution; readonly integrationName: string }>> {
    const page = await listAllExecutions(this.database.forOrganization(organizationId), organizationId, query);
    const rows = page.rows.map((execution) => ({ execution, integrationName: this.nameOf(execution.integrationCode) }));
    return { ...page, rows };
  }

  /**
   * Returns the latest result of each integration. Raw data is omitted if the caller may not read it. Throws 404 if the entity does not
   * exist.
   */
  async latest(
    { organizationId, scopes }: Principal,
    entityId: string,
    asked: { readonly codes?: readonly string[] | undefined; readonly includeRaw: boolean },
  ): Promise<readonly ShownResult[]> {
    await this.entities.find(organizationId, { id: entityId });
    const raw = asked.includeRaw && hasPermission(scopes, 'entities:read_sensitive');
    const known = await this.data.latest({ organizationId, entityId }, { raw, codes: asked.codes });
    const ids = known.map(({ enrichmentId }) => enrichmentId);
    const executions = await findByIds(this.database.forOrganization(organizationId), organizationId, ids);
    const byId = new Map(executions.map((execution) => [execution.id, execution]));
    return known.map((result) => ({
      ...result,
      integrationName: this.nameOf(result.integrationCode),
      execution: byId.get(result.enrichmentId) ?? null,
    }));
  }

  /** Returns the merged data; `null` if nothing was found. Throws 404 for an unknown entity or version. */
  async normalized(organizationId: string, entityId: string, version?: number): Promise<NormalizedEnrichment | null> {
    await this.entities.find(organizationId, { id: entityId });
    const found = await this.data.normalized({ organizationId, entityId }, version);
    if (!found && version !== undefined) throw notFound('Normalized enrichment');
    return found;
  }

  private nameOf(code: string): string {
    return this.providers.find(code)?.name ?? code;
  }
}

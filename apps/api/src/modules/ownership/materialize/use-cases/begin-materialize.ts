import { Injectable, Logger } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { findEnvironment, newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { EnrichmentData } from '../../../decisions/enrichment-data/index.js';
import {
  type BegunRequest,
  EnrichmentRequests,
  isPartyRow,
  type PartyRow,
} from '../../../enrichment/executions/index.js';
import { Integrations, Providers } from '../../../enrichment/integrations/index.js';
import { Registers } from '../../../enrichment/registers/index.js';
import { checkMatrices, FindEntity, holdEntities } from '../../../parties/entities/index.js';
import { startedEvent, userIdOf } from '../domain/materialize-events.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import type { ChildEnrichments, RunOptions } from '../domain/materialize-run.js';
import { type Strategy, strategyOf } from '../domain/strategies.js';
import { insertRoot } from '../persistence/node-store.js';
import { findOpenRun, findRun, insertRun } from '../persistence/run-store.js';
import { RunMaterialize } from './run-materialize.js';

/** A requested materialization. */
export interface MaterializeRequest {
  readonly depth: number;
  readonly runEnrichmentFirst: boolean;
  readonly children: ChildEnrichments;
  readonly executeOnlyRootData: boolean;
  readonly refreshEnrichShareholders: boolean;
  /** `null` if no rules are evaluated on the root. */
  readonly riskMatrix: { readonly id: string | null } | null;
}

/** A run in progress, belonging to the first caller. */
export interface BegunRun {
  readonly runId: string;
  readonly root: PartyRow;
}

/** A run to be stored together with the other changes of its transaction. */
export interface RunToStore {
  readonly root: PartyRow;
  readonly options: RunOptions;
  /** Integrations that are called for the root first. */
  readonly codes: readonly string[];
  readonly withoutMoney: 'refuse' | 'fail';
  readonly paidCents: number;
}

/** Starts runs, or joins one in progress. */
@Injectable()
export class BeginMaterialize {
  private readonly logger = new Logger('materialize');

  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: FindEntity,
    private readonly data: EnrichmentData,
    private readonly integrations: Integrations,
    private readonly providers: Providers,
    private readonly registers: Registers,
    private readonly requests: EnrichmentRequests,
    private readonly running: RunMaterialize,
  ) {}

  /**
   * Throws 404 `ENTITY_NOT_FOUND`, 400 `INVALID_ENTITY_TYPE`, `COUNTRY_NOT_SUPPORTED` and `NO_DEFAULT_RELATIONSHIP_ENRICHMENTS`, 402, 403
   * `INTEGRATION_NOT_ENABLED`, 422 `INVALID_RELATIONSHIP_ENRICHMENT_CONFIG`, `NO_NORMALIZED_ENRICHMENT` and `RISK_MATRIX_NOT_FOUND`. In
   * these cases, nothing is stored or requested.
   */
  async begin(principal: Principal, entityId: string, request: MaterializeRequest): Promise<BegunRun> {
    const { organizationId } = principal;
    const root = await this.entities.find(organizationId, { id: entityId });
    if (!isPartyRow(root))
      throw new ApiError(
        'INVALID_ENTITY_TYPE',
        `Only people and companies have partners, but the entity is a ${root.type}`,
      );
    const strategy = strategyOf(root.type, root.countryCode);
    if (!strategy)
      throw new ApiError(
        'COUNTRY_NOT_SUPPORTED',
        `No integration provides the partners of entities of ${root.countryCode}`,
      );
    await this.checkChildren(organizationId, request);
    const matrixIds = request.riskMatrix?.id ? [request.riskMatrix.id] : [];
    await this.database.transaction(organizationId, (client) => checkMatrices(client, organizationId, matrixIds));
    const open = await findOpenRun(this.database.forOrganization(organizationId), organizationId, root.id);
    if (open) return { runId: open.id, root };
    await this.checkKnown(root, strategy, request);
    const options = toOptions(request, matrixIds);
    const codes = request.runEnrichmentFirst ? strategy.relationships : [];
    return this.start(principal, { root, options, codes, withoutMoney: 'refuse', paidCents: 0 });
  }

  /** Like `begin`, for a request that was already checked. */
  async start(principal: Principal, asked: RunToStore): Promise<BegunRun> {
    const { root } = asked;
    const { organizationId } = principal;
    const stored = await this.database.transaction(organizationId, async (client) => {
      const held = await holdEntities(client, organizationId, [root.id]);
      if (!held.has(root.id)) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
      const begun = await this.store(client, principal, asked);
      if (begun) await recordAudit(client, byPrincipal(principal), [requestedEntry(root.id, begun.runId)]);
      return begun;
    });
    stored?.launch();
    if (stored) return { runId: stored.runId, root };
    const open = await findOpenRun(this.database.forOrganization(organizationId), organizationId, root.id);
    // The run that was in the way has ended meanwhile.
    return open ? { runId: open.id, root } : this.start(principal, asked);
  }

  /**
   * Stores a run in the transaction of the caller, who holds the root and calls `launch` after the commit. In a transaction that others
   * join nobody calls it, and the run waits for the next sweep. Returns `null` if another run is in progress.
   */
  async store(
    client: Transaction,
    principal: Principal,
    { root, options, codes, withoutMoney, paidCents }: RunToStore,
  ): Promise<{ readonly runId: string; readonly launch: () => void } | null> {
    const { organizationId, actor, from } = principal;
    const isLeft = this.database.isInTransaction();
    const isOurs = this.running.hasRoom() && !isLeft;
    const askedBy = { organizationId, actor, from };
    const runId = newId();
    const leaseMs = isOurs ? materializeLimits.leaseMs : 0;
    const run = { id: runId, rootEntityId: root.id, options, askedBy, paidCents, leaseMs };
    if (!(await insertRun(client, organizationId, run))) return null;
    const request = { principal, codes, parameters: {}, trigger: null, withoutMoney };
    const begun = codes.length > 0 ? await this.requests.beginWithin(client, request, root, isLeft) : null;
    await insertRoot(client, organizationId, { runId, entityId: root.id, requestId: begun?.requestId ?? null });
    await writeEvents(client, [startedEvent(root, userIdOf(principal))]);
    const launch = (): void => {
      const asking = begun?.launch() ?? null;
      if (!isOurs) return;
      this.execute(organizationId, runId, asking).catch((error: unknown) =>
        this.logger.warn(`starting run ${runId} failed and will be retried: ${String(error)}`),
      );
    };
    return { runId, launch };
  }

  private async execute(organizationId: string, runId: string, begun: BegunRequest | null): Promise<void> {
    const run = await findRun(this.database.forOrganization(organizationId), organizationId, runId);
    if (run) await this.running.execute(run, begun);
  }

  /** Throws 422 `INVALID_RELATIONSHIP_ENRICHMENT_CONFIG`. */
  async checkChildren(
    organizationId: string,
    request: Pick<MaterializeRequest, 'depth' | 'executeOnlyRootData' | 'children'>,
  ): Promise<void> {
    const { depth, executeOnlyRootData, children } = request;
    const problems: Record<string, string> = {};
    if (depth < 0 || depth > materializeLimits.depth)
      problems['depth'] = `must be from 0 to ${materializeLimits.depth}`;
    if (executeOnlyRootData && depth > 1)
      problems['depth'] = 'must be at most 1 with executeOnlyRootData: the partners of children are not requested';
    const path = 'autoExecuteIntegrationsShareholders';
    if (executeOnlyRootData && hasPipeline(children)) problems[path] = 'cannot be combined with executeOnlyRootData';
    for (const type of ['company', 'person'] as const)
      for (const [index, code] of (children.enrichments?.[type] ?? []).entries())
        if (!this.providers.find(code))
          problems[`${path}.enrichments.${type}[${index}]`] = 'is not an integration of this server';
    const groups = children.enrichmentGroupRefs ?? [];
    await this.integrations.resolveGroups(organizationId, groups).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'ENRICHMENT_GROUP_NOT_FOUND') throw error;
      problems[`${path}.enrichmentGroupRefs`] = error.message;
    });
    if (Object.keys(problems).length === 0) return;
    const message = 'The enrichments of children are invalid';
    throw new ApiError('INVALID_RELATIONSHIP_ENRICHMENT_CONFIG', message, problems);
  }

  /** Throws if nothing can be known about the partners of the root. */
  private async checkKnown(
    { organizationId, id: entityId, type, countryCode }: PartyRow,
    { relationships }: Strategy,
    { runEnrichmentFirst }: MaterializeRequest,
  ): Promise<void> {
    if (!runEnrichmentFirst) {
      if (await this.data.normalized({ organizationId, entityId })) return;
      throw new ApiError('NO_NORMALIZED_ENRICHMENT', 'No enrichment of the entity has returned data yet');
    }
    const found = await this.integrations.forOrganization(organizationId, relationships);
    const unloaded = await this.unloadedRegister(
      organizationId,
      [...found.values()].flatMap(({ provider }) => provider.reach.datasets),
    );
    if (found.size === 0 || unloaded !== null) {
      const why = unloaded === null ? `no integration provides the partners of a ${type} of ${countryCode}` : unloaded;
      throw new ApiError('NO_DEFAULT_RELATIONSHIP_ENRICHMENTS', `The partners cannot be requested: ${why}`);
    }
    const problems = [...found.values()].flatMap(({ problem }) => problem ?? []);
    if (problems.length === found.size) throw new ApiError('INTEGRATION_NOT_ENABLED', problems[0]!.message);
  }

  /** Returns the reason why a register cannot be read; `null` if all are loaded, or for a sandbox, which reads none. */
  private async unloadedRegister(organizationId: string, registers: readonly string[]): Promise<string | null> {
    if (registers.length === 0) return null;
    if ((await findEnvironment(this.database.forOrganization(organizationId), organizationId)) !== 'production')
      return null;
    for (const register of registers) {
      const loaded = await this.registers.lookUp(register, '');
      if (!loaded.ok) return loaded.error.message;
    }
    return null;
  }
}

const hasPipeline = ({ executeAllActiveEnrichments, enrichments, enrichmentGroupRefs }: ChildEnrichments): boolean =>
  executeAllActiveEnrichments === true ||
  [enrichments?.company, enrichments?.person, enrichmentGroupRefs].some((codes) => (codes ?? []).length > 0);

const toOptions = (request: MaterializeRequest, matrixIds: readonly string[]): RunOptions => ({
  depth: request.depth,
  runsEnrichmentFirst: request.runEnrichmentFirst,
  children: request.children,
  rootDataOnly: request.executeOnlyRootData,
  refresh: request.refreshEnrichShareholders,
  childMatrices: {},
  rules: request.riskMatrix ? { trigger: 'materialized', matrixIds } : null,
  status: null,
});

const requestedEntry = (entityId: string, runId: string): AuditEntry => ({
  event: 'entity_relationships_requested',
  resourceType: 'entity',
  resourceId: entityId,
  summary: 'Entities and relationships are being created from its partners',
  relatedIds: { entityId, materializeRunId: runId },
});

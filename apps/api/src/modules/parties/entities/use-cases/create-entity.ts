import { Injectable } from '@nestjs/common';
import { onlyHolderOfTaxId } from '@tamis/screening/tax-ids';
import { ok, type Result } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { isTaxId, taxIdKey } from '../domain/normalize-tax-id.js';
import {
  type BegunEnrichment,
  type CreationEnrichment,
  EnrichmentOnCreation,
  type ResolvedWish,
} from './enrichment-on-creation.js';
import { type IgnoredMonitoring, MonitoringOnCreation } from './monitoring-on-creation.js';
import type { NewEntity } from '../domain/new-entity.js';
import { EntityRepository } from '../persistence/entity-repository.js';

import type { EntityRow } from '../persistence/entity-row.js';
import { checkMatrices } from './check-matrices.js';
import { type EntityEvaluation, EvaluateEntity } from './evaluate-entity.js';
import { type EntityRefusal, StoreNewEntity } from './store-new-entity.js';

export interface CreatedEntity {
  readonly row: EntityRow;
  /** Result of its rules; `null` if none ran. */
  readonly run: EntityEvaluation | null;
  /** Integrations that were requested to monitor it and do not. */
  readonly ignoredMonitoring: readonly IgnoredMonitoring[];
}

/** A created entity, with the enrichment that was requested for it, if any. */
export interface CreatedWithEnrichment extends CreatedEntity {
  readonly enrichment: (CreationEnrichment & { readonly ignored: readonly string[] }) | null;
}

/** Stores an entity with the results of its rules. */
@Injectable()
export class CreateEntity {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: StoreNewEntity,
    private readonly rules: EvaluateEntity,
    private readonly enrichment: EnrichmentOnCreation,
    private readonly monitoring: MonitoringOnCreation,
    private readonly reading: EntityRepository,
  ) {}

  /**
   * Throws 400 `INVALID_TAX_ID`, 404 `ENRICHMENT_GROUP_NOT_FOUND`, 422 for a matrix that does not run and for a related entity that does
   * not exist, and 429 beyond the quota of the contract.
   */
  async create(
    principal: Principal,
    entity: NewEntity,
    now: Date,
  ): Promise<Result<CreatedWithEnrichment, EntityRefusal>> {
    const { organizationId } = principal;
    const { autoExecuteIntegrations: wish } = entity;
    const asked = wish
      ? await this.enrichment.resolve(organizationId, toEntityRow(organizationId, entity, now), wish)
      : null;
    const ignored = asked?.ignored ?? [];
    if (!asked || asked.codes.length === 0) {
      const created = await this.database.transaction(organizationId, (client) =>
        this.createInTransaction(client, principal, entity, now),
      );
      const enrichment = asked && { requestId: null, status: 'completed' as const, failed: [], rules: null, ignored };
      return created.ok ? ok({ ...created.value, enrichment }) : created;
    }
    return this.createEnriched(principal, entity, { ...asked, now });
  }

  /** Stores the entity with the enrichment request, and delays its rules until the request has ended. */
  private async createEnriched(
    principal: Principal,
    entity: NewEntity,
    { codes, ignored, now }: ResolvedWish & { readonly now: Date },
  ): Promise<Result<CreatedWithEnrichment, EntityRefusal>> {
    const { organizationId } = principal;
    // A request with an `Idempotency-Key` is committed together with its response, so providers cannot be called before.
    const isLeft = this.database.isInTransaction();
    const asked = { codes, withRules: entity.skipRulesExecution !== true, isLeft };
    let begun: BegunEnrichment | undefined;
    const stored = await this.database.transaction(organizationId, (client) =>
      this.store(client, principal, { entity, now }, async (row) => {
        begun = await this.enrichment.begin(client, principal, row, asked);
        return null;
      }),
    );
    if (!stored.ok) return stored;
    const left = { requestId: begun!.requestId, status: 'processing' as const, failed: [], rules: null };
    const enrichment = isLeft ? left : await begun!.launch();
    const row = isLeft ? null : await this.reading.findOne(organizationId, { id: stored.value.row.id });
    return ok({ ...stored.value, row: row ?? stored.value.row, enrichment: { ...enrichment, ignored } });
  }

  /** Like `create`, in a transaction that ends with this call. A refused entity changes nothing, and the transaction could continue. */
  createInTransaction(
    client: Transaction,
    principal: Principal,
    entity: NewEntity,
    now: Date,
  ): Promise<Result<CreatedEntity, EntityRefusal>> {
    return this.store(client, principal, { entity, now }, async (row) => {
      const request = { principal, trigger: 'created', matrixIds: row.riskMatrixIds };
      return entity.skipRulesExecution ? null : this.rules.evaluate(client, row, request);
    });
  }

  /** Like `createInTransaction`, with another operation on the stored row instead of evaluating its rules. */
  createWith(
    client: Transaction,
    principal: Principal,
    entity: NewEntity,
    now: Date,
    complete: (row: EntityRow) => Promise<void>,
  ): Promise<Result<CreatedEntity, EntityRefusal>> {
    return this.store(client, principal, { entity, now }, async (row) => {
      await complete(row);
      return null;
    });
  }

  /** @param complete what is done with the row that is stored: the rules that ran, if any */
  private async store(
    client: Transaction,
    principal: Principal,
    { entity, now }: { readonly entity: NewEntity; readonly now: Date },
    complete: (row: EntityRow) => Promise<EntityEvaluation | null>,
  ): Promise<Result<CreatedEntity, EntityRefusal>> {
    const row = toEntityRow(principal.organizationId, entity, now);
    checkTaxId(row);
    await checkMatrices(client, row.organizationId, row.riskMatrixIds);
    const stored = await this.entities.storeInTransaction(
      client,
      principal,
      {
        row,
        relationships: entity.relationships ?? [],
        complete: async (_, stored) => {
          const ignoredMonitoring = await this.watch(client, principal, stored, entity);
          const run = await complete(stored);
          return { value: { row: run?.row ?? stored, run, ignoredMonitoring }, entries: run?.entries ?? [] };
        },
      },
      now,
    );
    return stored.ok ? ok(stored.value.value) : stored;
  }

  /** Starts the monitoring requested by a body. Returns the parts of it that have no effect. */
  async watch(
    client: Transaction,
    principal: Principal,
    row: EntityRow,
    { monitoringCodes: codes = [], autoExecuteIntegrations: wish }: NewEntity,
  ): Promise<readonly IgnoredMonitoring[]> {
    if (codes.length === 0) return [];
    return this.monitoring.begin(client, principal, row, { codes, enrichments: wish?.enrichments ?? [] });
  }
}

/** Throws 400 `INVALID_TAX_ID` if the country does not issue such numbers, or only issues them to the other type. */
export function checkTaxId({ type, taxId, countryCode }: Pick<EntityRow, 'type' | 'taxId' | 'countryCode'>): void {
  if (taxId === null || countryCode === null) return;
  if (!isTaxId(taxId, countryCode)) {
    const message = `taxId is not a valid tax id of ${countryCode}`;
    throw new ApiError('INVALID_TAX_ID', `The tax id is not valid in ${countryCode}`, { taxId: message });
  }
  const holder = onlyHolderOfTaxId(taxId, countryCode);
  if (holder === null || holder === type) return;
  const message = `taxId is a number that ${countryCode} issues to a ${holder}, but the entity is a ${type}`;
  throw new ApiError('INVALID_TAX_ID', `The tax id is not that of a ${type}`, { taxId: message });
}

export const toEntityRow = (organizationId: string, entity: NewEntity, now: Date): EntityRow => ({
  organizationId,
  id: newId(now.getTime()),
  externalId: entity.externalId ?? null,
  type: entity.type,
  name: entity.name,
  taxId: entity.taxId ?? null,
  normalizedTaxId: taxIdKey(entity.taxId),
  countryCode: entity.countryCode?.toUpperCase() ?? null,
  nationality: entity.nationality?.toUpperCase() ?? null,
  email: entity.email ?? null,
  phone: entity.phone ?? null,
  riskScore: 0,
  riskLevel: 'LOW',
  riskFactors: entity.riskFactors ?? [],
  manualRisk: entity.manualRiskJson ?? null,
  riskMatrixIds: entity.riskMatrixIds ?? [],
  status: entity.status ?? 'under_review',
  statusLocked: false,
  statusReason: null,
  kycVerified: false,
  kycProvider: null,
  kycData: null,
  entityData: entity.entityDataJson ?? '{}',
  attributes: entity.attributesJson ?? '{}',
  metadata: entity.metadataJson ?? null,
  operationalHours: entity.operationalHoursJson ?? null,
  registrationDate: entity.registrationDate == null ? null : new Date(entity.registrationDate),
  isClient: entity.isClient ?? false,
  expiresAt: entity.expiresAt == null ? null : new Date(entity.expiresAt),
  currentEvaluation: null,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
});

import { Injectable } from '@nestjs/common';
import { onlyHolderOfTaxId } from '@tamis/screening/tax-ids';
import { ok, type Result } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { isTaxId, taxIdKey } from '../domain/normalize-tax-id.js';
import type { NewEntity } from '../domain/new-entity.js';

import type { EntityRow } from '../persistence/entity-row.js';
import { checkMatrices } from './check-matrices.js';
import { type EntityEvaluation, EvaluateEntity } from './evaluate-entity.js';
import { type EntityRefusal, StoreNewEntity } from './store-new-entity.js';

export interface CreatedEntity {
  readonly row: EntityRow;
  /** What rules made of it; null: none ran. */
  readonly run: EntityEvaluation | null;
}

/** Stores an entity with what the rules make of it. */
@Injectable()
export class CreateEntity {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: StoreNewEntity,
    private readonly rules: EvaluateEntity,
  ) {}

  /**
   * Throws 400 `INVALID_TAX_ID`, 422 for a matrix that does not run and for a related entity that is missing, 429 beyond the quota of
   * the contract.
   */
  create(principal: Principal, entity: NewEntity, now: Date): Promise<Result<CreatedEntity, EntityRefusal>> {
    return this.database.transaction(principal.organizationId, (client) =>
      this.createInTransaction(client, principal, entity, now),
    );
  }

  /** As `run`, in a transaction that ends with it. An entity that is refused changes nothing, and the transaction could go on. */
  async createInTransaction(
    client: Transaction,
    principal: Principal,
    entity: NewEntity,
    now: Date,
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
          const request = { principal, trigger: 'created', matrixIds: row.riskMatrixIds };
          const run = entity.skipRulesExecution ? null : await this.rules.evaluate(client, stored, request);
          return { value: { row: run?.row ?? stored, run }, entries: run?.entries ?? [] };
        },
      },
      now,
    );
    return stored.ok ? ok(stored.value.value) : stored;
  }
}

/** Throws 400 `INVALID_TAX_ID` where the country gives no such ones, and where it gives them to the other type alone. */
export function checkTaxId({ type, taxId, countryCode }: EntityRow): void {
  if (taxId === null || countryCode === null) return;
  if (!isTaxId(taxId, countryCode)) {
    const message = `taxId is no tax id of ${countryCode}`;
    throw new ApiError('INVALID_TAX_ID', `The tax id is not valid in ${countryCode}`, { taxId: message });
  }
  const holder = onlyHolderOfTaxId(taxId, countryCode);
  if (holder === null || holder === type) return;
  const message = `taxId is a number that ${countryCode} gives to a ${holder}, and the entity is a ${type}`;
  throw new ApiError('INVALID_TAX_ID', `The tax id is not one of a ${type}`, { taxId: message });
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

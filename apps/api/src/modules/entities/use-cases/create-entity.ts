import { Injectable } from '@nestjs/common';
import { ok, type Result } from '@tamis/stdx';

import { type AuditEntry, createdWith } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId } from '../../../platform/database/index.js';
import type { DeclaredRelationship } from '../domain/declared-relationship.js';
import type { EntityStatus, PartyType } from '../domain/entity-enumerations.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { EntityRow } from '../persistence/entity-row.js';
import { type EntityRun, RunEntityRules } from './run-entity-rules.js';
import { type EntityRefusal, StoreNewEntity } from './store-new-entity.js';

/** A person or company to store. The members that end in `Json` are the caller's text. */
export interface NewEntity {
  readonly type: PartyType;
  readonly name: string;
  readonly countryCode: string;
  readonly externalId?: string | undefined;
  readonly taxId?: string | undefined;
  readonly nationality?: string | undefined;
  readonly status?: EntityStatus | undefined;
  readonly isClient: boolean;
  readonly registrationDate?: string | undefined;
  readonly entityDataJson: string;
  readonly attributesJson: string;
  readonly operationalHoursJson: string | null;
  /** The matrices that judge it, in order; absent: those of the organization. */
  readonly riskMatrixIds?: readonly string[] | undefined;
  readonly skipRulesExecution?: boolean | undefined;
  readonly relationships?: readonly DeclaredRelationship[] | undefined;
}

export interface CreatedEntity {
  readonly row: EntityRow;
  /** What rules made of it; null: none ran. */
  readonly run: EntityRun | null;
}

/** Stores an entity with what the rules make of it. */
@Injectable()
export class CreateEntity {
  constructor(
    private readonly entities: StoreNewEntity,
    private readonly rules: RunEntityRules,
  ) {}

  /** Throws 422 for a matrix that does not run and for a related entity that is missing, 429 beyond the quota of the contract. */
  async run(principal: Principal, entity: NewEntity, now: Date): Promise<Result<CreatedEntity, EntityRefusal>> {
    const row = Object.assign(new EntityRow(), {
      organizationId: principal.organizationId,
      id: newId(now.getTime()),
      externalId: entity.externalId ?? null,
      type: entity.type,
      name: entity.name,
      taxId: entity.taxId ?? null,
      normalizedTaxId: entity.taxId === undefined ? null : normalizeTaxId(entity.taxId),
      countryCode: entity.countryCode.toUpperCase(),
      nationality: entity.nationality?.toUpperCase() ?? null,
      email: null,
      phone: null,
      riskScore: 0,
      riskLevel: 'LOW',
      riskFactors: [],
      manualRisk: null,
      riskMatrixIds: entity.riskMatrixIds ?? [],
      status: entity.status ?? 'under_review',
      statusLocked: false,
      statusReason: null,
      kycVerified: false,
      kycProvider: null,
      kycData: null,
      entityData: entity.entityDataJson,
      attributes: entity.attributesJson,
      metadata: null,
      operationalHours: entity.operationalHoursJson,
      registrationDate: entity.registrationDate === undefined ? null : new Date(entity.registrationDate),
      isClient: entity.isClient,
      expiresAt: null,
      currentEvaluation: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    } satisfies EntityRow);
    const request = { principal, trigger: 'created', matrixIds: row.riskMatrixIds };
    const stored = await this.entities.run(
      principal,
      {
        row,
        relationships: entity.relationships ?? [],
        entry: entityCreated(row),
        complete: async (client) => {
          const run = entity.skipRulesExecution ? null : await this.rules.run(client, row, request);
          return { value: { row: run?.row ?? row, run }, entries: run?.entries ?? [] };
        },
      },
      now,
    );
    return stored.ok ? ok(stored.value.value) : stored;
  }
}

const entityCreated = (row: EntityRow): AuditEntry => {
  const { type, name, externalId, taxId, countryCode, status, isClient } = row;
  return {
    event: 'entity_created',
    resourceType: 'entity',
    resourceId: row.id,
    summary: `${type} ${externalId ?? row.id} created`,
    changes: createdWith({ type, name, externalId, taxId, countryCode, status, isClient }),
  };
};

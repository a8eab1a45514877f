import { NewPaymentMethod, type PaymentMethodData, paymentMethodName } from '../domain/payment-method.js';
import { Injectable } from '@nestjs/common';
import { ok, type Result } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId } from '../../../../platform/database/index.js';
import type { Relationship } from '../../relationships/index.js';
import { EntityRow } from '../persistence/entity-row.js';
import { type EntityRefusal, StoreNewEntity } from './store-new-entity.js';

export interface CreatedPaymentMethod {
  readonly row: EntityRow;
  readonly relationships: readonly Relationship[];
}

/** Stores a payment method. */
@Injectable()
export class CreatePaymentMethod {
  constructor(private readonly entities: StoreNewEntity) {}

  /** Throws 422 for a related entity that does not exist, and 429 beyond the quota of the contract. */
  async create(
    principal: Principal,
    { data, metadata, relationships }: NewPaymentMethod,
    now: Date,
  ): Promise<Result<CreatedPaymentMethod, EntityRefusal>> {
    const row = toEntityRow(principal.organizationId, data, metadata, now);
    const stored = await this.entities.store(
      principal,
      {
        row,
        relationships,
        complete: (_, stored) => Promise.resolve({ value: stored, entries: [] }),
      },
      now,
    );
    return stored.ok ? ok({ row: stored.value.value, relationships: stored.value.relationships }) : stored;
  }
}

const toEntityRow = (organizationId: string, data: PaymentMethodData, metadata: string | null, now: Date): EntityRow =>
  Object.assign(new EntityRow(), {
    organizationId,
    id: newId(now.getTime()),
    externalId: null,
    type: 'payment_method',
    name: paymentMethodName(data),
    taxId: null,
    normalizedTaxId: null,
    countryCode: data.issuerCountry ?? null,
    nationality: null,
    email: null,
    phone: null,
    riskScore: 0,
    riskLevel: 'LOW',
    riskFactors: [],
    manualRisk: null,
    riskMatrixIds: [],
    status: 'active',
    statusLocked: false,
    statusReason: null,
    kycVerified: false,
    kycProvider: null,
    kycData: null,
    entityData: JSON.stringify({ paymentMethod: data }),
    attributes: '{}',
    metadata,
    operationalHours: null,
    registrationDate: null,
    isClient: false,
    expiresAt: null,
    currentEvaluation: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  } satisfies EntityRow);

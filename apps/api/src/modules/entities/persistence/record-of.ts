import type { EntityRecord } from '../domain/entity-record.js';
import type { EntityRow } from './entity-row.js';

/** The record of a row, with its verbatim JSON turned into what `read` makes of the text. */
export function recordOf<Json>(row: EntityRow, read: (json: string) => Json): EntityRecord<Json> {
  return {
    id: row.id,
    externalId: row.externalId,
    organizationId: row.organizationId,
    type: row.type,
    name: row.name,
    taxId: row.taxId,
    countryCode: row.countryCode,
    nationality: row.nationality,
    riskScore: row.riskScore,
    riskFactors: row.riskFactors,
    status: row.status,
    kycVerified: row.kycVerified,
    kycProvider: row.kycProvider,
    kycData: row.kycData === null ? null : read(row.kycData),
    entityData: read(row.entityData),
    attributes: read(row.attributes),
    operationalHours: row.operationalHours === null ? null : read(row.operationalHours),
    registrationDate: row.registrationDate?.toISOString() ?? null,
    isClient: row.isClient,
    currentEvaluation: null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

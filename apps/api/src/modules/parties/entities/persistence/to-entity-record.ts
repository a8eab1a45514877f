import type { EntityRecord } from '../domain/entity-record.js';
import type { EntityRow } from './entity-row.js';

/** Converts a row to a record, whose verbatim JSON is converted by `read`. */
export function toEntityRecord<Json>(row: EntityRow, read: (json: string) => Json): EntityRecord<Json> {
  const readOrNull = (json: string | null): Json | null => (json === null ? null : read(json));
  return {
    id: row.id,
    externalId: row.externalId,
    organizationId: row.organizationId,
    type: row.type,
    name: row.name,
    taxId: row.taxId,
    countryCode: row.countryCode,
    nationality: row.nationality,
    email: row.email,
    phone: row.phone,
    riskScore: row.riskScore,
    riskLevel: row.riskLevel,
    riskFactors: row.riskFactors,
    manualRisk: readOrNull(row.manualRisk),
    riskMatrixIds: row.riskMatrixIds,
    status: row.status,
    statusLocked: row.statusLocked,
    statusReason: row.statusReason,
    kycVerified: row.kycVerified,
    kycProvider: row.kycProvider,
    kycData: readOrNull(row.kycData),
    entityData: read(row.entityData),
    attributes: read(row.attributes),
    metadata: readOrNull(row.metadata),
    operationalHours: readOrNull(row.operationalHours),
    registrationDate: row.registrationDate?.toISOString() ?? null,
    isClient: row.isClient,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    currentEvaluation: row.currentEvaluation,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

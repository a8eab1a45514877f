import { invalid, mergeObjects } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import type { EntityPatch } from '../domain/entity-patch.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** An entity with a patch put over it, its status aside; `updatedAt` too. Throws 400 where what it holds would grow too large. */
export function patchedRow(before: EntityRow, patch: EntityPatch): EntityRow {
  const { attributesJson, newAttributesJson, entityDataJson, operationalHoursJson, manualRiskJson } = patch;
  const { taxId, registrationDate, expiresAt, riskFactors, ...rest } = patch;
  const attributes =
    attributesJson === undefined ? before.attributes : mergeObjects(before.attributes, attributesJson, 'shallow');
  const entityData =
    entityDataJson === undefined ? before.entityData : mergeObjects(before.entityData, entityDataJson, 'deep');
  return {
    ...before,
    name: rest.name ?? before.name,
    externalId: before.externalId ?? rest.externalId ?? null,
    countryCode: rest.countryCode ?? before.countryCode,
    nationality: given(rest.nationality, before.nationality),
    email: given(rest.email, before.email),
    phone: given(rest.phone, before.phone),
    isClient: rest.isClient ?? before.isClient,
    riskMatrixIds: rest.riskMatrixIds ?? before.riskMatrixIds,
    riskFactors: riskFactors ?? before.riskFactors,
    manualRisk: manualRiskJson ?? before.manualRisk,
    statusLocked: rest.statusLocked ?? before.statusLocked,
    taxId: taxId ?? before.taxId,
    normalizedTaxId: taxId === undefined ? before.normalizedTaxId : normalizeTaxId(taxId),
    registrationDate: registrationDate === undefined ? before.registrationDate : new Date(registrationDate),
    expiresAt: expiresAt == null ? given(expiresAt, before.expiresAt) : new Date(expiresAt),
    attributes: bounded('attributes', newAttributesJson ?? attributes),
    entityData: bounded('entityData', entityData),
    operationalHours: given(operationalHoursJson, before.operationalHours),
  };
}

/** Absent: as before; null: none. */
const given = <T>(value: T | null | undefined, before: T | null): T | null => (value === undefined ? before : value);

function bounded(field: string, json: string): string {
  if (json.length <= limits.entityJsonCharacters) return json;
  throw invalid({ [field]: `${field} would have more than ${limits.entityJsonCharacters} characters` });
}

import type { JsonValue } from '@tamis/stdx';

import { exactText, memberText, parseExactly } from '../../../../platform/http/index.js';
import type { CompanyFields } from '../domain/company-fields.js';
import type { EntityPatch } from '../domain/entity-patch.js';
import {
  branchTaxIdMember,
  type ComparedField,
  type MergeResult,
  type ResolvedField,
} from '../domain/merge-company.js';
import type { NewEntity } from '../domain/new-entity.js';
import type { EntityRow } from '../persistence/entity-row.js';

type JsonObject = CompanyFields['attributes'];

/** Returns the fields of a stored company that an upsert compares. */
export const storedFields = (row: EntityRow): CompanyFields => ({
  name: row.name,
  externalId: row.externalId ?? undefined,
  taxId: row.taxId ?? undefined,
  countryCode: row.countryCode ?? undefined,
  nationality: row.nationality ?? undefined,
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  status: row.status,
  isClient: row.isClient,
  registrationDate: row.registrationDate?.toISOString(),
  expiresAt: row.expiresAt?.toISOString(),
  operationalHours: parsedOrAbsent(row.operationalHours),
  riskMatrixIds: row.riskMatrixIds,
  riskFactors: row.riskFactors as unknown as JsonValue,
  manualRisk: parsedOrAbsent(row.manualRisk),
  ...dataOf(row.entityData),
  attributes: parseExactly(row.attributes) as JsonObject,
});

/**
 * Returns the same fields of a sent company; its tax id may be that of a branch of the stored one. `sent` tells whether fields with a
 * default were actually sent.
 */
export const requestFields = (
  entity: NewEntity,
  sent: ReadonlySet<string>,
  branchTaxId: string | null,
): CompanyFields => ({
  name: entity.name,
  externalId: entity.externalId ?? undefined,
  taxId: branchTaxId === null ? (entity.taxId ?? undefined) : undefined,
  countryCode: entity.countryCode ?? undefined,
  nationality: entity.nationality ?? undefined,
  email: entity.email ?? undefined,
  phone: entity.phone ?? undefined,
  status: entity.status ?? undefined,
  isClient: sent.has('isClient') ? entity.isClient : undefined,
  registrationDate: entity.registrationDate ?? undefined,
  expiresAt: entity.expiresAt ?? undefined,
  operationalHours: parsedOrAbsent(entity.operationalHoursJson),
  riskMatrixIds: entity.riskMatrixIds,
  riskFactors: entity.riskFactors as unknown as JsonValue,
  manualRisk: parsedOrAbsent(entity.manualRiskJson),
  ...withBranchTaxId(dataOf(entity.entityDataJson ?? '{}'), branchTaxId),
  attributes: parseExactly(entity.attributesJson ?? '{}') as JsonObject,
});

const parsedOrAbsent = (json: string | null | undefined): JsonValue | undefined =>
  json == null ? undefined : parseExactly(json);

function dataOf(entityDataJson: string): Pick<CompanyFields, 'company' | 'otherData'> {
  const { company, ...otherData } = parseExactly(entityDataJson) as JsonObject;
  return { company: (company as JsonObject | null | undefined) ?? {}, otherData };
}

function withBranchTaxId(data: ReturnType<typeof dataOf>, branchTaxId: string | null): ReturnType<typeof dataOf> {
  if (branchTaxId === null) return data;
  const sent = data.company[branchTaxIdMember] as readonly string[] | null | undefined;
  return { ...data, company: { ...data.company, [branchTaxIdMember]: [...(sent ?? []), branchTaxId] } };
}

/** Returns `null` if there is none. */
export function registrationNumberOf(entityDataJson: string): string | null {
  const { registrationNumber } = dataOf(entityDataJson).company;
  return typeof registrationNumber === 'string' ? registrationNumber : null;
}

/** Some statuses require a reason, which the body does not have. */
const statusReason = 'taken from an upsert';

/** Returns the patch that changes a stored company to the resolved data. Values taken from the request keep their spelling. */
export function toMergePatch(
  entity: NewEntity,
  compared: readonly ComparedField[],
  { changes }: MergeResult,
): EntityPatch {
  const sentValues = new Map(compared.map(({ field, newValue }) => [field, newValue]));
  const membersOf = (json: string, prefix: string, fields: readonly ResolvedField[]): readonly string[] =>
    fields.map(({ field, value }) => {
      const member = field.slice(prefix.length);
      const text = value === sentValues.get(field) ? memberText(json, member) : undefined;
      return `${JSON.stringify(member)}:${text ?? exactText(value)}`;
    });
  const [attributes, data, root] = [
    changes.filter(({ field }) => field.startsWith(prefixes.attributes)),
    changes.filter(({ field }) => field.startsWith(prefixes.data)),
    changes.filter(({ field }) => !field.includes('.')),
  ];
  const company = data.filter(({ field }) => field.startsWith(prefixes.company));
  const dataJson = entity.entityDataJson ?? '{}';
  const companyText = joinObject(membersOf(memberText(dataJson, 'company') ?? '{}', prefixes.company, company));
  const dataTexts = [
    ...(company.length > 0 ? [`"company":${companyText}`] : []),
    ...membersOf(
      dataJson,
      prefixes.data,
      data.filter((field) => !company.includes(field)),
    ),
  ];
  return {
    ...rootPatch(Object.fromEntries(root.map(({ field, value }) => [field, value]))),
    ...(attributes.length > 0 && {
      attributesJson: joinObject(membersOf(entity.attributesJson ?? '{}', prefixes.attributes, attributes)),
    }),
    ...(dataTexts.length > 0 && { entityDataJson: joinObject(dataTexts) }),
    skipRulesExecution: entity.skipRulesExecution ?? false,
  };
}

const prefixes = { attributes: 'attributes.', data: 'entityData.', company: 'entityData.company.' };

const joinObject = (members: readonly string[]): string => `{${members.join(',')}}`;

const rootPatch = ({ operationalHours, manualRisk, ...plain }: JsonObject): EntityPatch => ({
  ...(plain as EntityPatch),
  ...(manualRisk !== undefined && { manualRiskJson: exactText(manualRisk) }),
  ...('status' in plain && { reason: statusReason }),
  ...(operationalHours !== undefined && { operationalHoursJson: JSON.stringify(operationalHours) }),
});

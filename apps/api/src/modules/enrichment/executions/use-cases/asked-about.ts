import type { Asked, EntityType, Provider } from '@tamis/enrichment';
import { isObject } from '@tamis/stdx';

import { type EntityRow, type LockedIdentity, normalizeTaxId } from '../../../parties/entities/index.js';

/** A person or a company, which always has a country. */
export type PartyRow = EntityRow & { readonly type: EntityType };

export const isPartyRow = (row: EntityRow): row is PartyRow => row.type === 'person' || row.type === 'company';

/** Returns what providers are told about a stored entity. */
export function askedAbout(row: PartyRow, parameters: Readonly<Record<string, unknown>>): Asked {
  const { type, name, countryCode, taxId } = row;
  const data = dataOf(row);
  return {
    type,
    country: countryCode ?? '',
    taxId: taxId === null ? null : normalizeTaxId(taxId),
    name,
    emails: textsOf(row.email, data['email'], data['emails']),
    phones: textsOf(row.phone, data['phone'], data['phones']),
    parameters,
  };
}

/** The subject of an execution with its stored data, which sources may contradict. */
export interface ExecutionSubject {
  readonly id: string;
  readonly type: string;
  readonly countryCode: string | null;
  /** Absent if nothing was delivered. */
  readonly own?: Pick<LockedIdentity, 'name' | 'normalizedTaxId'> & { readonly dateOfBirth: string | null };
}

export function subjectOf(row: PartyRow): ExecutionSubject {
  const { id, type, countryCode, name, normalizedTaxId } = row;
  const { dateOfBirth } = dataOf(row);
  const own = { name, normalizedTaxId, dateOfBirth: typeof dateOfBirth === 'string' ? dateOfBirth : null };
  return { id, type, countryCode, own };
}

/**
 * Returns whether an entity still has the identity it had when the query was sent: by its name as well if it has no tax id, or if the source
 * can be searched by name.
 */
export function isStill(
  { own, countryCode }: ExecutionSubject,
  now: LockedIdentity,
  { input }: Pick<Provider, 'input'>,
): boolean {
  if (!own) return true;
  const isNamed = own.normalizedTaxId === null || input.oneOf.some((fields) => fields.includes('name'));
  const isSame = own.normalizedTaxId === now.normalizedTaxId && countryCode === now.countryCode;
  return isSame && (!isNamed || own.name === now.name);
}

function dataOf({ entityData, type }: PartyRow): Readonly<Record<string, unknown>> {
  const data = (JSON.parse(entityData) as Readonly<Record<string, unknown>>)[type];
  return isObject(data) ? data : {};
}

const textsOf = (...values: readonly unknown[]): readonly string[] => [
  ...new Set(values.flat().filter((value): value is string => typeof value === 'string' && value !== '')),
];

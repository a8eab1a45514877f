import type { Asked, EntityType } from '@tamis/enrichment';
import { isObject } from '@tamis/stdx';

import { type EntityRow, normalizeTaxId } from '../../../parties/entities/index.js';

/** A person or a company, which always has a country. */
export type PartyRow = EntityRow & { readonly type: EntityType };

export const isPartyRow = (row: EntityRow): row is PartyRow => row.type === 'person' || row.type === 'company';

/** What providers are told of a stored entity. */
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

function dataOf({ entityData, type }: PartyRow): Readonly<Record<string, unknown>> {
  const data = (JSON.parse(entityData) as Readonly<Record<string, unknown>>)[type];
  return isObject(data) ? data : {};
}

const textsOf = (...values: readonly unknown[]): readonly string[] => [
  ...new Set(values.flat().filter((value): value is string => typeof value === 'string' && value !== '')),
];

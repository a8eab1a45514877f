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

/** Whom an execution is about, and what is stored of them: sources may contradict it. */
export interface ExecutionSubject {
  readonly id: string;
  readonly type: string;
  readonly countryCode: string | null;
  /** Absent: nothing is delivered. */
  readonly own?: { readonly name: string; readonly dateOfBirth: string | null };
}

export function subjectOf(row: PartyRow): ExecutionSubject {
  const { id, type, countryCode, name } = row;
  const { dateOfBirth } = dataOf(row);
  return { id, type, countryCode, own: { name, dateOfBirth: typeof dateOfBirth === 'string' ? dateOfBirth : null } };
}

function dataOf({ entityData, type }: PartyRow): Readonly<Record<string, unknown>> {
  const data = (JSON.parse(entityData) as Readonly<Record<string, unknown>>)[type];
  return isObject(data) ? data : {};
}

const textsOf = (...values: readonly unknown[]): readonly string[] => [
  ...new Set(values.flat().filter((value): value is string => typeof value === 'string' && value !== '')),
];

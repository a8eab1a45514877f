import type { JsonValue } from '@tamis/stdx';

import type { ComparedField } from './merge-company.js';
import { normalizeTaxId } from './normalize-tax-id.js';

/** The fields of a company that an upsert compares; absent fields were not sent, or are empty. */
export interface CompanyFields {
  readonly name?: string | undefined;
  readonly externalId?: string | undefined;
  readonly taxId?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly nationality?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly status?: string | undefined;
  readonly isClient?: boolean | undefined;
  readonly registrationDate?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly operationalHours?: JsonValue | undefined;
  readonly riskMatrixIds?: readonly string[] | undefined;
  readonly riskFactors?: JsonValue | undefined;
  readonly manualRisk?: JsonValue | undefined;
  /** `entityData.company` */
  readonly company: { readonly [member: string]: JsonValue };
  /** The rest of `entityData`. */
  readonly otherData: { readonly [member: string]: JsonValue };
  readonly attributes: { readonly [member: string]: JsonValue };
}

const rootFields = [
  ...['name', 'externalId', 'taxId', 'countryCode', 'nationality', 'email', 'phone', 'status', 'isClient'],
  ...['registrationDate', 'expiresAt', 'operationalHours', 'riskMatrixIds', 'riskFactors', 'manualRisk'],
] as const satisfies readonly Exclude<keyof CompanyFields, 'company' | 'otherData' | 'attributes'>[];

/** Returns every sent field together with its stored value; different spellings of one value count as the stored one. */
export function compareFields(stored: CompanyFields, sent: CompanyFields): readonly ComparedField[] {
  const root = rootFields.map((field) => compareField(field, stored[field], sent[field]));
  const members = (part: 'company' | 'otherData' | 'attributes', prefix: string): readonly ComparedField[] =>
    Object.entries(sent[part]).map(([member, value]) =>
      compareField(`${prefix}${member}`, ownMember(stored[part], member), value),
    );
  return [
    ...root,
    ...members('company', 'entityData.company.'),
    ...members('otherData', 'entityData.'),
    ...members('attributes', 'attributes.'),
  ];
}

const ownMember = (record: CompanyFields['attributes'], member: string): JsonValue =>
  Object.hasOwn(record, member) ? record[member]! : null;

function compareField(field: string, stored: JsonValue | undefined, sent: JsonValue | undefined): ComparedField {
  const [oldValue, newValue] = [stored ?? null, sent ?? null];
  return { field, oldValue, newValue: isSameSpelling(field, oldValue, newValue) ? oldValue : newValue };
}

function isSameSpelling(field: string, a: JsonValue, b: JsonValue): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  if (field === 'taxId') return normalizeTaxId(a) === normalizeTaxId(b);
  if (field === 'registrationDate' || field === 'expiresAt') return Date.parse(a) === Date.parse(b);
  return ['countryCode', 'nationality', 'externalId'].includes(field) && a.toLowerCase() === b.toLowerCase();
}

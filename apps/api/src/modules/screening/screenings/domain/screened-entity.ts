import { createHash } from 'node:crypto';

import type { Identifier, ScreenedParty } from '@tamis/screening';

import { isCalendarDate } from '../../../../platform/http/index.js';
import type { EntityRow } from '../../../parties/entities/index.js';
import { type ScreenedType, screenedTypes } from './screening-profile.js';

/** The fields of an entity that a screening reads. */
export type ScreenedRow = Pick<EntityRow, 'type' | 'name' | 'taxId' | 'countryCode' | 'nationality' | 'entityData'>;

export const isScreenedType = (type: string): type is ScreenedType =>
  (screenedTypes as readonly string[]).includes(type);

type Data = Readonly<Record<string, unknown>>;

const textOf = (data: Data, member: string): string | null => {
  const value = data[member];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

const present = <T>(values: readonly (T | null | undefined)[]): readonly T[] => [
  ...new Set(values.filter((value): value is T => value !== null && value !== undefined)),
];

/** Returns a person or company in the form that is screened against lists. Unknown data does not lower the score. */
export function partyOf(row: ScreenedRow): ScreenedParty {
  const nested = (JSON.parse(row.entityData) as Readonly<Record<string, Data | undefined>>)[row.type] ?? {};
  return row.type === 'person' ? personOf(row, nested) : companyOf(row, nested);
}

function personOf(row: ScreenedRow, data: Data): ScreenedParty {
  const [first, last] = [textOf(data, 'firstName'), textOf(data, 'lastName')];
  const nationalities = present([row.nationality, textOf(data, 'nationality')].map((code) => code?.toUpperCase()));
  const born = textOf(data, 'dateOfBirth');
  const gender = textOf(data, 'gender')?.toLowerCase();
  return {
    schema: 'person',
    names: present([row.name.trim(), first !== null && last !== null ? `${first} ${last}` : null]),
    births: born !== null && isCalendarDate(born) ? [{ from: born, to: born }] : [],
    // The country of residence does not count against a match while the nationality is unknown.
    countries: nationalities.length === 0 ? [] : present([...nationalities, row.countryCode?.toUpperCase()]),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    identifiers: [...taxIdentifiers(row.taxId, 'person', row.countryCode), ...documentOf(data)],
  };
}

function companyOf(row: ScreenedRow, data: Data): ScreenedParty {
  const registration = textOf(data, 'registrationNumber');
  return {
    schema: 'company',
    names: present([row.name.trim(), textOf(data, 'legalName'), textOf(data, 'tradeName')]),
    births: [],
    countries: present([row.countryCode?.toUpperCase(), textOf(data, 'nationality')?.toUpperCase()]),
    gender: null,
    identifiers: [
      ...taxIdentifiers(row.taxId, 'company', row.countryCode),
      ...(registration === null ? [] : [{ scheme: 'registration', value: registration }]),
    ],
  };
}

/** Returns the number under each scheme that lists use. A masked number can also be compared with a complete one. */
function taxIdentifiers(
  taxId: string | null,
  type: ScreenedType | null,
  country: string | null,
): readonly Identifier[] {
  if (taxId === null) return [];
  const brazilian = { person: ['cpf', 'cpf_masked'], company: ['cnpj'] };
  const all = type === null ? [...brazilian.person, ...brazilian.company] : brazilian[type];
  const schemes = country?.toUpperCase() === 'BR' ? ['tax_id', ...all] : ['tax_id'];
  return schemes.map((scheme) => ({ scheme, value: taxId }));
}

const documentSchemes: Readonly<Record<string, string>> = {
  passport: 'passport',
  national_id: 'national_id',
  tax_id: 'tax_id',
};

function documentOf(data: Data): readonly Identifier[] {
  const value = textOf(data, 'idNumber');
  const scheme = documentSchemes[textOf(data, 'idType') ?? ''];
  return value === null || scheme === undefined ? [] : [{ scheme, value }];
}

/** A party of which only these fields are known. */
export interface NamedParty {
  readonly name: string;
  readonly type?: ScreenedType | null;
  readonly dateOfBirth?: string | null;
  readonly country?: string | null;
  readonly taxId?: string | null;
}

export const partyOfName = ({ name, type, dateOfBirth, country, taxId }: NamedParty): ScreenedParty => ({
  schema: type ?? null,
  names: [name],
  births: dateOfBirth ? [{ from: dateOfBirth, to: dateOfBirth }] : [],
  countries: country ? [country.toUpperCase()] : [],
  gender: null,
  identifiers: taxIdentifiers(taxId ?? null, type ?? null, country ?? null),
});

/** Returns a value that is equal for parties that a screening cannot distinguish. It is as personal as the data it is derived from. */
export function fingerprintOf({ schema, names, births, countries, gender, identifiers }: ScreenedParty): string {
  const content = [
    schema,
    [...names].sort(),
    births.map(({ from, to }) => `${from} ${to}`).sort(),
    [...countries].sort(),
    gender,
    identifiers.map(({ scheme, value }) => `${scheme} ${value}`).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

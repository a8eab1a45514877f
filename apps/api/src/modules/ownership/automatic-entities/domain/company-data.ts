import { isObject } from '@tamis/stdx';

import { industryOfCnae } from './cnae-sections.js';

type Told = Readonly<Record<string, unknown>>;

/** Members with the same name in the register and in the entity. */
const sameNames = [
  'legalName',
  'tradeName',
  'registrationNumber',
  'incorporationDate',
  'legalNature',
  'companySize',
  'shareCapital',
  'employeeCount',
  'revenue',
] as const;

const objectOf = (value: unknown): Told => (isObject(value) ? value : {});
const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list as readonly unknown[])[0] : undefined);

/** Returns the `entityData` of a company from register data. Data that the register does not provide is left out. */
export function companyDataOf(told: Told): object {
  const { code, description } = objectOf(told['principalActivity']);
  const { city, state, country, postalCode } = objectOf(told['address']);
  const company = {
    ...Object.fromEntries(sameNames.map((name) => [name, told[name]])),
    cnae: code,
    cnaeDescription: description,
    industry: (typeof code === 'string' ? industryOfCnae(code) : null) ?? description,
    currency: told['shareCapitalCurrency'],
    address: told['address'],
    ...{ city, state, country, postalCode },
    email: firstOf(told['emails']),
    phone: firstOf(told['phones']),
    website: firstOf(told['websites']),
  };
  return { company: Object.fromEntries(Object.entries(company).filter(([, value]) => value != null)) };
}

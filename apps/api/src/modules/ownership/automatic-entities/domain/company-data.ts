import { isObject } from '@tamis/stdx';

import { industryOfCnae } from './cnae-sections.js';

type Told = Readonly<Record<string, unknown>>;

/** Members that the register and the entity call the same. */
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

/** `entityData` of a company as a register tells of it. What it does not tell is left out. */
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

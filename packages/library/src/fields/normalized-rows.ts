import { screened } from './screened-field.js';
import { row, types, type FieldRow } from './field-builder.js';

type Type = FieldRow['type'];

/** A field of the consolidated enrichment: not screened, as long as there is none. */
const found = (name: string, type: Type, description: string): FieldRow =>
  row(name, type, description, { derived: screened(name.split('.'), 0, type) });

/**
 * Consolidated enrichment, below `normalized`. Lists of objects are sources of records: an absent one has no elements. Every other
 * key there is read as it stands.
 */
export const normalizedRows: readonly FieldRow[] = [
  found('taxId', types.code, 'tax id'),
  found('legalName', types.name, 'legal name of a company'),
  found('tradeName', types.name, 'trade name'),
  found('registrationNumber', types.code, 'registration number'),
  found('registrationStatus', types.name, 'status in the register'),
  found('incorporationDate', types.date, 'day of incorporation'),
  found('legalNature', types.name, 'legal nature'),
  found('companySize', types.name, 'size of the company'),
  found('shareCapital', types.number, 'share capital, a plain number'),
  found('shareCapitalCurrency', types.currency, 'its currency'),
  found('principalActivity.code', types.code, 'code of the principal activity'),
  found('principalActivity.description', types.name, 'principal activity'),
  found('employeeCount', types.number, 'number of employees'),
  found('revenue', types.number, 'revenue'),
  found('fullName', types.name, 'full name of a person'),
  found('firstName', types.name, 'first name'),
  found('lastName', types.name, 'last name'),
  found('dateOfBirth', types.date, 'date of birth'),
  found('gender', types.name, 'gender'),
  found('nationality', types.country, 'nationality'),
  found('documentNumber', types.code, 'number of the identity document'),
  found('motherName', types.name, 'name of the mother'),
  found('isDeceased', types.bool, 'has died'),
  found('occupation', types.name, 'occupation'),
  found('income', types.number, 'income, a plain number'),
  found('address.city', types.name, 'city'),
  found('address.state', types.name, 'state'),
  found('address.country', types.country, 'country'),
  found('address.postalCode', types.code, 'postal code'),
  found('emails', types.names, 'e-mail addresses'),
  found('phones', types.codes, 'phone numbers'),
  found('websites', types.names, 'websites'),
  row('shareholders', types.objects, 'shareholders'),
  row('representatives', types.objects, 'representatives'),
  row('relatedCompanies', types.objects, 'related companies'),
  row('relatives', types.objects, 'relatives'),
  row('addresses', types.objects, 'addresses'),
  row('debts', types.objects, 'debts'),
  found('sanctions.hit', types.bool, 'was found on a sanctions list'),
  found('sanctions.lists', types.codes, 'on which lists'),
  found('pep.isPep', types.bool, 'politically exposed person'),
  found('pep.position', types.name, 'political position'),
  found('pep.country', types.country, 'country of the position'),
  found('adverseMedia.hit', types.bool, 'was found in adverse media'),
  found('adverseMedia.count', types.number, 'how many reports'),
  found('litigation.count', types.number, 'how many lawsuits'),
  found('creditScore.value', types.number, 'credit score'),
  found('creditScore.provider', types.code, 'who gave it'),
  found('taxStatus', types.name, 'tax status'),
];

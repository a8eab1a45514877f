import { accountRows } from './account-rows.js';
import { row, types, type FieldRow } from './field-builder.js';

const riskFactorRows: readonly FieldRow[] = [
  row('factor', types.code, 'name of the factor'),
  row('impact', types.number, 'what it adds to the score; may be negative'),
  row('description', types.name, 'description'),
];

const shareholderRows: readonly FieldRow[] = [
  row('name', types.name, 'name'),
  row('taxId', types.code, 'tax id'),
  row('type', types.code, 'person or company'),
  row('countryCode', types.country, 'country'),
  row('role', types.code, 'role'),
  row('ownershipPercent', types.number, 'share, 0 to 100'),
  row('since', types.date, 'since when'),
  row('isBeneficialOwner', types.bool, 'is a beneficial owner'),
];

const representativeRows: readonly FieldRow[] = [
  row('name', types.name, 'name'),
  row('taxId', types.code, 'tax id'),
  row('role', types.code, 'role'),
  row('since', types.date, 'since when'),
];

const relatedCompanyRows: readonly FieldRow[] = [
  row('name', types.name, 'name'),
  row('taxId', types.code, 'tax id'),
  row('relationshipType', types.code, 'how they are related'),
  row('ownershipPercent', types.number, 'share, 0 to 100'),
];

const beneficialOwnerRows: readonly FieldRow[] = [
  row('entityId', types.code, 'id of the owner'),
  row('name', types.name, 'name'),
  row('leastPercent', types.number, 'share, at least'),
  row('mostPercent', types.number, 'share, at most'),
  row('certain', types.bool, 'the least share is large enough'),
  row('path', types.codes, 'ids from the owner to the company'),
];

/** Fields of the elements of a list on the subject, by the last step of its path. Other lists have no declared fields. */
export const elementRows: ReadonlyMap<string, readonly FieldRow[]> = new Map([
  ['accounts', accountRows],
  ['riskFactors', riskFactorRows],
  ['shareholders', shareholderRows],
  ['representatives', representativeRows],
  ['relatedCompanies', relatedCompanyRows],
  ['beneficialOwners', beneficialOwnerRows],
]);

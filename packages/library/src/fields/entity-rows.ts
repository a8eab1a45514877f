import { entityStatuses } from '../enumerations/entity-statuses.js';
import { entityTypes } from '../enumerations/entity-types.js';
import { identityDocumentTypes } from '../enumerations/identity-document-types.js';
import { severities } from '../enumerations/severities.js';
import { accountAge, ageYears, isPep, moneyFrom, sanctionHits } from './derived-values.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** Fields of all entities, below `origin`, `destination` or `entity`. */
export const entityRows: readonly FieldRow[] = [
  row('externalId', types.code, 'the caller’s own identifier'),
  row('type', enumType('entity type', entityTypes), 'person or company', { required: true }),
  row('name', types.name, 'display name', { required: true }),
  row('taxId', types.code, 'tax id as stored'),
  row('countryCode', types.country, 'country of the entity', { required: true }),
  row('nationality', types.country, 'nationality'),
  row('email', types.name, 'email address of the entity itself'),
  row('phone', types.code, 'phone number of the entity itself'),
  row('riskScore', types.number, '0 (low) to 100 (high)'),
  row('riskLevel', enumType('risk level', severities), 'what the risk score means'),
  row('riskFactors', types.objects, 'factors of the risk score'),
  row('manualRisk', types.object, 'what a person said of the risk', { open: true }),
  row('riskMatrixIds', types.codes, 'matrices assigned to the entity'),
  row('status', enumType('entity status', entityStatuses), 'status of the entity', { required: true }),
  row('statusLocked', types.bool, 'only people change the status'),
  row('statusReason', types.name, 'why it has the status'),
  row('isClient', types.bool, 'is a client of the organization'),
  row('kycVerified', types.bool, 'identity was verified'),
  row('kycProvider', types.code, 'who verified it'),
  row('kycData', types.object, 'verification data of the provider', { open: true }),
  row('attributes', types.object, 'the organization’s own attributes', { open: true }),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
  row('currentEvaluation', types.object, 'latest evaluation', { open: true }),
  row('monitoring', types.object, 'ongoing monitoring', { open: true }),
  row('accounts', types.objects, 'accounts of the entity'),
  row('enrichmentData.raw', types.object, 'raw responses of integrations', { open: true, screenedBy: 1 }),
  row('operationalHours', types.object, 'time zone and weekly opening hours', { open: true }),
  row('registrationDate', types.datetime, 'when the customer registered'),
  row('expiresAt', types.datetime, 'when the status becomes expired'),
  row('createdAt', types.datetime, 'when the entity was created here', { required: true }),
  row('updatedAt', types.datetime, 'when it last changed', { required: true }),
  row('deletedAt', types.datetime, 'when it was deleted'),
  row('isPep', types.bool, 'politically exposed person; false for companies', { derived: isPep }),
  row('ageYears', types.number, 'whole years from the date of birth to now; persons only', { derived: ageYears }),
  row('sanctionHits', types.number, 'hits of the latest sanctions screening', { derived: sanctionHits }),
  row('accountAge', types.duration, 'time since registration, else since creation', { derived: accountAge }),
];

/** Location and contact details of a person or a company. */
const contactRows: readonly FieldRow[] = [
  row('address', types.any, 'address: a text or an object', { open: true }),
  row('city', types.name, 'city'),
  row('state', types.name, 'state'),
  row('country', types.country, 'country of residence or seat'),
  row('postalCode', types.code, 'postal code'),
  row('email', types.name, 'e-mail address'),
  row('phone', types.code, 'phone number'),
];

/** Fields of a person, below `person`. Derived ones are owned by the object `person` itself. */
export const personRows: readonly FieldRow[] = [
  row('firstName', types.name, 'first name'),
  row('lastName', types.name, 'last name'),
  row('dateOfBirth', types.date, 'date of birth'),
  row('nationality', types.country, 'nationality'),
  row('occupation', types.name, 'occupation'),
  row('income', types.money, 'income with its currency', { derived: moneyFrom(['income'], ['incomeCurrency']) }),
  row('incomeCurrency', types.currency, 'currency of the income'),
  ...contactRows,
  row('alternativePhone', types.code, 'second phone number'),
  row('idType', enumType('identity document', identityDocumentTypes), 'kind of identity document'),
  row('idNumber', types.code, 'number of the identity document'),
  row('isPep', types.bool, 'politically exposed person'),
  row('pepPosition', types.name, 'political position'),
  row('pepCountry', types.country, 'country of the position'),
];

/** Fields of a company, below `company`. */
export const companyRows: readonly FieldRow[] = [
  row('legalName', types.name, 'legal name'),
  row('tradeName', types.name, 'trade name'),
  row('legalNature', types.name, 'legal nature'),
  row('legalRepresentative.name', types.name, 'name of the representative'),
  row('legalRepresentative.taxId', types.code, 'tax id of the representative'),
  row('registrationNumber', types.code, 'registration number'),
  row('stockTicker', types.code, 'ticker of the shares'),
  row('incorporationDate', types.date, 'day of incorporation'),
  row('activityStartDate', types.date, 'day on which the activity began'),
  row('industry', types.name, 'industry'),
  row('companySize', types.name, 'size of the company'),
  row('taxRegime', types.name, 'tax regime'),
  row('website', types.name, 'web site'),
  ...contactRows,
  row('employeeCount', types.number, 'number of employees'),
  row('revenue', types.number, 'revenue'),
  row('shareCapital', types.number, 'share capital, a plain number'),
  row('currency', types.currency, 'currency of the share capital'),
  row('revenueCurrency', types.currency, 'currency of the revenue'),
  row('nationality', types.country, 'country of incorporation'),
  row('cnae', types.code, 'code of the principal economic activity'),
  row('cnaeDescription', types.name, 'principal economic activity'),
  row('isPubliclyTraded', types.bool, 'shares are traded publicly'),
];

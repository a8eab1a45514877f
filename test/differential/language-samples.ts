import type { FieldDeclaration, Type, TypeKind } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

/** What random rules are written with: literals, fields by kind, sources of records and windows. */

const { schema } = libraryCatalogue;

export const sampleTypes: Readonly<Partial<Record<TypeKind, Type>>> = {
  bool: { kind: 'bool' },
  number: { kind: 'number' },
  money: { kind: 'money' },
  text: { kind: 'text', collation: 'cs' },
  enum: { kind: 'enum', name: 'transaction type', values: ['TRANSFER'] },
  country: { kind: 'country' },
  currency: { kind: 'currency' },
  date: { kind: 'date' },
  datetime: { kind: 'datetime' },
  duration: { kind: 'duration' },
  distance: { kind: 'distance' },
  ip: { kind: 'ip' },
  geo: { kind: 'geo' },
  entity: { kind: 'entity' },
  object: { kind: 'object' },
  any: { kind: 'any' },
  listref: { kind: 'listref' },
};

export const scalars: readonly TypeKind[] = [
  'number',
  'money',
  'text',
  'country',
  'date',
  'datetime',
  'duration',
  'bool',
  'any',
];

export const literals: Readonly<Partial<Record<TypeKind, readonly string[]>>> = {
  bool: ['true', 'false'],
  number: ['0', '0.1', '0.3', '2', '5', '100', '12%', '12345678901234567.89'],
  money: ['0 USD', '0.30 USD', '100 USD', '5 EUR', '10_000 BRL'],
  text: ['"web"', '"São Paulo"', '"SAO"', '"a@example.com"', '"4111111111111111"', '"Acme Ltda"', '"39053344705"'],
  enum: ['"TRANSFER"', '"CREATED"', '"person"', '"active"'],
  country: ['"BR"', '"US"', '"AR"'],
  currency: ['"USD"', '"BRL"'],
  date: ['2026-01-10', '2025-02-28'],
  datetime: ['2026-01-15T12:00:00Z', '2026-01-14T23:59:59-03:00', 'now'],
  duration: ['1h', '24h', '7d', '90s', '1mo', '1y'],
  distance: ['5 km', '300 mi'],
  ip: ['"10.0.0.1"'],
  listref: ['watched', 'gone', 'list "watched"'],
};

/** What may stand where a signature wants a constant. */
export const constantTexts: readonly (readonly [text: string, value: unknown])[] = [
  ...['USD', 'month', 'day', 'week', 'vpn', 'card', 'device', 'token_set', 'phonetic', 'America/Sao_Paulo', 'vip'].map(
    (text) => [JSON.stringify(text), text] as const,
  ),
  ...['deviceDetails.deviceId', 'channel', '^[a-z]+', '[0-9]{3}', 'a|b'].map(
    (text) => [JSON.stringify(text), text] as const,
  ),
  ...[0, 1, 2, 3, 12].map((value) => [String(value), value] as const),
  ['[0, 5, 100]', [0, 5, 100]],
];

const byKind = (fields: readonly FieldDeclaration[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { type, path } of fields) found.set(type.kind, [...(found.get(type.kind) ?? []), path]);
  return found;
};

export const subjectFields = byKind(schema.fields('transaction'));
/** Kinds whose literals are texts. */
export const needsField: ReadonlySet<TypeKind> = new Set([
  'enum',
  'country',
  'currency',
  'ip',
  'entity',
  'geo',
  'object',
]);
export const listsOf: Readonly<Partial<Record<TypeKind, readonly string[]>>> = {
  text: ['origin.attributes.tags', 'values(channel of transactions from origin in last 7d)'],
  number: ['values(riskScore of transactions from origin in last 7d)'],
  money: ['values(amount as USD of transactions from origin in last 7d)'],
  enum: ['values(type of transactions from origin in last 7d)'],
  datetime: ['values(transactedAt of transactions from origin in last 7d)'],
  bool: ['values(flagged of transactions from origin in last 7d)'],
};
export const openFields = [
  'transaction.metadata.x',
  'transaction.metadata.y',
  'origin.attributes.limit',
  'origin.attributes.tags',
];

/** Where aggregates read, how records are linked, and which windows they may have. */
export const sources: readonly {
  readonly text: string;
  readonly fields: string;
  readonly links: readonly string[];
  readonly timed: boolean;
}[] = [
  {
    text: 'transactions',
    fields: 'transactions',
    links: [
      'from origin',
      'to destination',
      'to origin',
      'involving origin',
      'between origin and destination',
      'per deviceDetails.deviceId',
      'from origin per channel',
      'from origin to destination',
      '',
    ],
    timed: true,
  },
  {
    text: 'userEvents',
    fields: 'userEvents',
    links: ['from origin', 'involving destination', 'per type'],
    timed: true,
  },
  { text: 'alerts', fields: 'alerts', links: ['involving origin'], timed: true },
  { text: 'cases', fields: 'cases', links: ['involving origin'], timed: true },
  {
    text: 'relationships',
    fields: 'relationships',
    links: ['from origin', 'to origin', 'involving destination'],
    timed: false,
  },
  { text: 'accounts', fields: 'accounts', links: ['from origin'], timed: false },
  { text: 'origin.riskFactors', fields: 'elements of riskFactors', links: [''], timed: false },
  {
    text: 'origin.ownership.beneficialOwners',
    fields: 'elements of beneficialOwners',
    links: [''],
    timed: false,
  },
  { text: 'origin.normalized.shareholders', fields: 'elements of shareholders', links: [''], timed: false },
  { text: 'origin.accounts', fields: 'elements of accounts', links: [''], timed: false },
];
export const recordFields = new Map(sources.map(({ fields }) => [fields, byKind(schema.recordFields(fields))]));

export const windows = [
  'in last 1h',
  'in last 24h',
  'in last 7d',
  'in last 1mo',
  'in current day',
  'in current week',
  'in current month',
  'in previous day',
  'in previous month',
  'in current year',
  'in all time',
  'since 2026-01-10',
  'since origin.registrationDate',
  'since transaction.transactedAt',
];

import type { FieldDeclaration, Target, Type, TypeKind } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { namedValues } from './declared-names.js';
import { hardAmounts, hardDays, hardNumbers, hardTexts, hardTimes } from './hard-values.js';
import { Random } from './random.js';
import { now } from './worlds.js';

/** Building blocks of random rules: literals, fields by kind, sources of records and windows. */

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

const quoted = (text: string): string => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, '\\u{$1}');

const written: Readonly<Partial<Record<TypeKind, readonly string[]>>> = {
  bool: ['true', 'false'],
  number: ['0', '0.1', '0.3', '2', '5', '100', '12%', '12345678901234567.89', ...hardNumbers],
  money: ['0 USD', '0.30 USD', '100 USD', '5 EUR', '10_000 BRL', ...hardAmounts.map((amount) => `${amount} USD`)],
  text: [
    '"web"',
    '"São Paulo"',
    '"SAO"',
    '"a@example.com"',
    '"4111111111111111"',
    '"Acme Ltda"',
    '"39053344705"',
    ...hardTexts.map(quoted),
  ],
  enum: ['"TRANSFER"', '"CREATED"', '"person"', '"active"'],
  country: ['"BR"', '"US"', '"AR"'],
  currency: ['"USD"', '"BRL"'],
  date: ['2026-01-10', '2025-02-28', ...hardDays],
  datetime: ['2026-01-15T12:00:00Z', '2026-01-14T23:59:59-03:00', 'now', ...hardTimes],
  duration: ['1h', '24h', '7d', '90s', '1mo', '1y', '0s', '1.5h', '0.5d', '1w', '13mo', '0.001s'],
  distance: ['5 km', '300 mi', '0 km', '0.001 mi'],
  ip: ['"10.0.0.1"'],
  listref: ['watched', 'gone', 'list "watched"'],
};

/** Values that are not fields: literals, constants and parameters. */
export const literals: Readonly<Partial<Record<TypeKind, readonly string[]>>> = Object.fromEntries(
  Object.entries(written).map(([kind, texts]) => [kind, [...texts, ...(namedValues[kind as TypeKind] ?? [])]]),
);

/** For positions where the grammar allows only a literal. */
export const lengths: Readonly<Partial<Record<TypeKind, readonly string[]>>> = written;

/** Possible values for operands that must be constant. */
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
/** Sources of records for aggregates, how their records are linked, and whether they have a time. */
interface SampleSource {
  readonly text: string;
  readonly fields: string;
  readonly links: readonly string[];
  readonly timed: boolean;
}

/** Building blocks of rules for one target. */
export interface Samples {
  readonly target: Target;
  /** By kind. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Fields without a declared type. */
  readonly openFields: readonly string[];
  /** Lists of values of a kind. */
  readonly lists: Readonly<Partial<Record<TypeKind, readonly string[]>>>;
  readonly sources: readonly SampleSource[];
  /** A country of the subject, if an aggregate reads another country. */
  readonly country: string;
  /** A text with holes. */
  readonly template: string;
  /** Possible starts of a window. */
  readonly since: string;
}

/** The records of one party, and its lists. */
const sourcesOf = (party: string, normalized: string): readonly SampleSource[] => [
  {
    text: 'transactions',
    fields: 'transactions',
    links: [`from ${party}`, `to ${party}`, `involving ${party}`, ''],
    timed: true,
  },
  { text: 'userEvents', fields: 'userEvents', links: [`from ${party}`, `involving ${party}`], timed: true },
  { text: 'alerts', fields: 'alerts', links: [`involving ${party}`], timed: true },
  { text: 'cases', fields: 'cases', links: [`involving ${party}`], timed: true },
  {
    text: 'relationships',
    fields: 'relationships',
    links: [`from ${party}`, `to ${party}`, `involving ${party}`],
    timed: false,
  },
  { text: 'accounts', fields: 'accounts', links: [`from ${party}`], timed: false },
  ...(
    [
      [`${party}.riskFactors`, 'riskFactors'],
      [`${party}.accounts`, 'accounts'],
      [`${normalized}.shareholders`, 'shareholders'],
    ] as const
  ).map(([text, elements]) => ({ text, fields: `elements of ${elements}`, links: [''], timed: false })),
];

const ofTransactions: readonly SampleSource[] = [
  {
    text: 'transactions',
    fields: 'transactions',
    links: [
      'to destination',
      'between origin and destination',
      'per deviceDetails.deviceId',
      'from origin per channel',
      'from origin to destination',
      'per channel, currency, type',
    ],
    timed: true,
  },
  { text: 'userEvents', fields: 'userEvents', links: ['involving destination', 'per type'], timed: true },
  { text: 'relationships', fields: 'relationships', links: ['involving destination'], timed: false },
  {
    text: 'origin.ownership.beneficialOwners',
    fields: 'elements of beneficialOwners',
    links: [''],
    timed: false,
  },
  ...sourcesOf('origin', 'origin.normalized'),
];

const ofEvents: readonly SampleSource[] = [
  { text: 'userEvents', fields: 'userEvents', links: ['per deviceId', 'per ipAddress, eventType', ''], timed: true },
  ...sourcesOf('entity', 'entity.enrichmentData.normalized'),
];

function samplesFor(
  target: Target,
  party: string,
  sources: readonly SampleSource[],
  openFields: readonly string[],
): Samples {
  const values = (field: string): string => `values(${field} of transactions from ${party} in last 7d)`;
  const tags = `${party}.attributes.tags`;
  return {
    target,
    fields: byKind(schema.fields(target)),
    openFields: [...openFields, `${party}.attributes.limit`, tags],
    lists: {
      text: [tags, values('channel')],
      number: [values('riskScore')],
      money: [values('amount as USD')],
      enum: [values('type')],
      datetime: [values('transactedAt')],
      bool: [values('flagged')],
    },
    sources,
    country: target === 'transaction' ? `current.${party}.countryCode` : `${party}.countryCode`,
    template: `text("to {${party}.name} {${target === 'transaction' ? 'transaction.amount' : `${party}.riskScore`}}")`,
    since: `since ${party}.registrationDate`,
  };
}

export const samplesOf: Readonly<Record<Target, Samples>> = {
  transaction: samplesFor('transaction', 'origin', ofTransactions, [
    'transaction.metadata.x',
    'transaction.metadata.y',
  ]),
  person: samplesFor('person', 'entity', sourcesOf('entity', 'normalized'), ['entity.metadata.x']),
  company: samplesFor('company', 'entity', sourcesOf('entity', 'normalized'), ['entity.metadata.x']),
  userEvent: samplesFor('userEvent', 'entity', ofEvents, ['event.metadata.x', 'event.deviceDetails.x']),
};

/** Makes the random choices of an author who writes rules for one target. */
export class Author extends Random {
  /** The logical time. */
  now = now;

  constructor(
    state: number,
    public samples: Samples = samplesOf.transaction,
  ) {
    super(state);
    if (this.chance(0.3)) this.now = Date.parse(this.pick(hardTimes)) + this.pick([-1, 0, 1, 1_800_000]);
  }
}

const sources = Object.values(samplesOf).flatMap((each) => each.sources);
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
  'in previous week',
  'in current quarter',
  'in previous quarter',
  'in previous year',
  'in last span',
  'since 2026-01-10',
  'since now - span',
];

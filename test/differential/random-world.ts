import { InMemoryFacts, type Context, type RecordSource, type StoredRecord } from '@tamis/engine';
import type { DataTables, FieldDeclaration, Target, Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { corrupt } from './random-oddities.js';
import { hardAmounts, hardDays, hardTexts, hardTimes } from './hard-values.js';
import type { Author } from './language-samples.js';
import { goneList, watchedList } from './worlds.js';

/** Data as it may be stored: mostly of the declared type, otherwise absent or something else. */
export interface LanguageWorld {
  readonly context: Context;
  readonly records: readonly StoredRecord[];
  readonly others: Partial<Readonly<Record<RecordSource, readonly StoredRecord[]>>>;
  readonly tables: DataTables;
}

const { schema } = libraryCatalogue;

const texts = [
  'web',
  'WEB',
  'São Paulo',
  'sao',
  'a@example.com',
  'Acme Ltda',
  '4111111111111111',
  '10.0.0.1',
  '39053344705',
  '',
  ...hardTexts,
];
const ids = ['e1', 'e2', 'e3'];
const misfits: readonly unknown[] = ['12', 12, true, [], {}, ['a', null, 5], '', 1e308];
const offsetsMs = [
  0,
  1,
  999,
  1000,
  3_599_999,
  3_600_000,
  86_400_000,
  86_400_001,
  604_800_000,
  31 * 86_400_000,
  20 * 86_400_000,
  400 * 86_400_000,
];
const slots = { timezone: 'America/Sao_Paulo', weekly: [{ day: 'thursday', open: '08:00', close: '18:00' }] };

export const timeText = (random: Author): string => new Date(random.now - random.pick(offsetsMs)).toISOString();

function typed(type: Type, random: Author): unknown {
  switch (type.kind) {
    case 'bool':
      return random.chance(0.5);
    case 'number':
      return random.pick([0, 0.1, 0.3, 2, 5, 50, 100, -1, 2 ** 53 + 2, 0.1 + 0.2, 1e-34, 1e34, -5e-7]);
    case 'enum':
      return random.pick(type.values.slice(0, 4));
    case 'country':
      return random.pick(['BR', 'br', 'US', 'AR']);
    case 'currency':
      return random.pick(['USD', 'USD', 'EUR', 'BRL']);
    case 'date':
      return random.pick(['2026-01-10', '1990-01-16', '2000-02-29', ...hardDays]);
    case 'datetime':
      return random.pick([timeText(random), '2025-01-15T12:00:00+02:00', '2026-01-10', ...hardTimes, ...hardDays]);
    case 'ip':
      return random.pick(['10.0.0.1', '::ffff:10.2.3.4', '192.0.2.1', '2001:db8::1', 'none']);
    case 'geo':
      return { lat: random.pick([0, -23.5, 91]), lng: random.pick([0, -46.6]) };
    case 'entity':
      return random.pick(ids);
    case 'list':
      return random.several(0, 3, () => typed(type.element, random));
    case 'object':
      return random.pick<unknown>([{}, { x: 5 }, slots, slots]);
    default:
      return random.pick(texts);
  }
}

function setAt(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let object = root;
  for (const step of path.slice(0, -1)) {
    const below = object[step];
    if (typeof below !== 'object' || below === null || Array.isArray(below)) object[step] = {};
    object = object[step] as Record<string, unknown>;
  }
  object[path.at(-1) ?? ''] = value;
}

/** Values that are used in several positions must not be changed together. */
const cloneValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? structuredClone(value) : value;

/** Returns values for some of the fields of a table. */
function objectOf(fields: readonly FieldDeclaration[], random: Author, share: number): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const field of fields) {
    if (!random.chance(share) || field.jsonPath.length === 0) continue;
    const isDerived = field.derived && !field.foundWith;
    const paths = isDerived
      ? field.derived.reads.map((below) => [...field.derived!.owner, ...below])
      : [field.jsonPath];
    for (const path of paths) {
      const value = isDerived ? derivedInput(path, random) : typed(field.type, random);
      setAt(root, path, cloneValue(random.chance(0.06) ? random.pick(misfits) : value));
    }
  }
  return root;
}

function derivedInput(path: readonly string[], random: Author): unknown {
  const last = path.at(-1) ?? '';
  if (/amount|income|latitude|longitude/i.test(last) && !/currency/i.test(last))
    return random.pick(['100', '0.30', '100.00', 5, '-23.5', ...hardAmounts]);
  if (/currency/i.test(last)) return random.pick(['USD', 'USD', 'EUR']);
  if (/date|At$/i.test(last)) return random.pick([timeText(random), '1990-01-16', ...hardTimes]);
  if (/percent|layers/i.test(last)) return random.pick([0, 25, 40, 50, 60, 100]);
  if (last === 'type') return random.pick(['person', 'company']);
  return random.chance(0.5) ? random.pick(texts) : random.chance(0.5);
}

/** Fields that occur in the text of some rules. Others need no values. `null` if no rule reads these records. */
export interface NamedFields extends Readonly<
  Record<Exclude<RecordSource, 'transactions' | 'accounts'>, readonly FieldDeclaration[] | null>
> {
  readonly target: Target;
  /** Fields of the subject. */
  readonly subject: readonly FieldDeclaration[];
  /** Fields of earlier transactions. */
  readonly transaction: readonly FieldDeclaration[];
  /** Whether some rule reads earlier transactions. */
  readonly history: boolean;
}

const often = new Set([
  'operationalHours',
  'taxId',
  'riskFactors',
  'shareholders',
  'beneficialOwners',
  'accounts',
  'name',
]);

/** Returns each field with the words that refer to it in a rule, and whether it always has a value. */
const naming = (fields: readonly FieldDeclaration[]) =>
  fields.map((field) => ({
    field,
    words: [field.path, field.path.replace(/^(transaction|event)\./, '')],
    isUsual: often.has(field.path.split('.').at(-1) ?? ''),
  }));
const tables = {
  person: naming(schema.fields('person')),
  company: naming(schema.fields('company')),
  userEvent: naming(schema.fields('userEvent')),
  transaction: naming(schema.fields('transaction')),
  userEvents: naming(schema.recordFields('userEvents')),
  alerts: naming(schema.recordFields('alerts')),
  cases: naming(schema.recordFields('cases')),
  relationships: naming(schema.recordFields('relationships')),
};
/** How a rule refers to the records of a table. */
const recordWords = { userEvents: /userEvents/, alerts: /alerts/, cases: /cases/, relationships: /relationships/ };

export function namedFields(texts: readonly string[], target: Target = 'transaction'): NamedFields {
  const text = texts.join(' ');
  const words = new Set(text.split(/[^\w.]+/));
  const of = (table: keyof typeof tables): readonly FieldDeclaration[] =>
    tables[table]
      .filter(({ words: names, isUsual }) => isUsual || names.some((name) => words.has(name)))
      .map(({ field }) => field);
  const recordsOf = (table: keyof typeof recordWords) => (recordWords[table].test(text) ? of(table) : null);
  return {
    target,
    subject: of(target),
    transaction: of('transaction'),
    userEvents: recordsOf('userEvents'),
    alerts: recordsOf('alerts'),
    cases: recordsOf('cases'),
    relationships: recordsOf('relationships'),
    history: text.includes('transactions'),
  };
}

/** Returns a transaction: the subject or an earlier one. */
function transaction(fields: NamedFields, random: Author): Record<string, unknown> {
  const made = objectOf(fields.transaction, random, 0.85);
  return {
    ...made,
    amount: random.pick(['100', '0.30', '100.01', '5', 100, null, ...hardAmounts]),
    currency: random.pick(['USD', 'USD', 'EUR', 'BRL']),
    originEntityId: random.pick([...ids, ...ids, null, '']),
    destinationEntityId: random.pick([...ids, null]),
    metadata: { x: random.pick<unknown>([5, 'web', null, true, ...hardTexts]), y: random.pick([0.1, 100, 'a']) },
    deviceDetails: { deviceId: random.pick(['web', 'd-1', null]), ipAddress: '10.0.0.1', isVpn: random.chance(0.5) },
    transactedAt: timeText(random),
    id: `t-${random.below(1_000_000)}`,
  };
}

/** Returns an entity as it is stored, to be a subject itself. */
const entity = (fields: NamedFields, type: Target, random: Author): Record<string, unknown> => ({
  ...objectOf(fields.subject, random, 0.85),
  ...(random.chance(0.9) ? { id: random.pick(ids) } : {}),
  type,
  attributes: { limit: random.pick([5, 'web', null]), tags: ['vip', 'web'] },
  metadata: { x: random.pick<unknown>([5, 'web', null, true, ...hardTexts]) },
});

function userEvent(fields: NamedFields, random: Author): Record<string, unknown> {
  const made = objectOf(fields.subject, random, 0.85);
  const entityId = random.pick([...ids, null]);
  const held = typeof made['entity'] === 'object' && made['entity'] !== null ? made['entity'] : {};
  return {
    ...made,
    entityId,
    ...(entityId === null ? {} : { entity: { ...held, id: entityId } }),
    metadata: { x: random.pick<unknown>([5, 'web', null, true, ...hardTexts]) },
    timestamp: timeText(random),
    id: `v-${random.below(1_000_000)}`,
  };
}

function subjectOf(fields: NamedFields, random: Author): Record<string, unknown> {
  const at = new Date(random.now).toISOString();
  switch (fields.target) {
    case 'transaction':
      return { ...transaction(fields, random), transactedAt: at };
    case 'userEvent':
      return { ...userEvent(fields, random), timestamp: at };
    default:
      return entity(fields, fields.target, random);
  }
}

const timeKey: Readonly<Record<string, string>> = { userEvents: 'timestamp', alerts: 'createdAt', cases: 'createdAt' };

function recordOf(
  fields: NamedFields,
  source: Exclude<RecordSource, 'transactions' | 'accounts'>,
  random: Author,
): StoredRecord {
  const made = objectOf(fields[source] ?? [], random, 0.85);
  for (const key of ['entityId', 'targetEntityId', 'sourceEntityId']) made[key] = random.pick(ids);
  const time = timeKey[source];
  if (time !== undefined) made[time] = timeText(random);
  return made;
}

/** Returns data in the form in which it arrives: through JSON, without undefined and without negative zero. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function tablesFor(random: Author): DataTables {
  const items = random.several(0, 3, () => ({
    id: `i-${random.below(9)}`,
    primaryValue: random.pick(['web', 'SAO', 'e1', '5', '10.0.0.0/8', 'Acme Ltda', ...hardTexts]),
    riskScore: random.pick([null, 10, 90]),
  }));
  return {
    lists: {
      [watchedList]: { type: 'custom', items },
      ...(random.chance(0.1) ? { [goneList]: { type: 'ip_blocklist', items: [] } } : {}),
    },
    ...(random.chance(0.8)
      ? {
          rates: {
            referenceCurrency: 'USD',
            maxAgeDays: 60,
            quotes: [
              { base: 'USD', quote: 'BRL', at: random.now - 45 * 86_400_000, rate: '5.40' },
              { base: 'EUR', quote: 'USD', at: random.now - 86_400_000, rate: '1.1' },
            ],
          },
        }
      : {}),
    ...(random.chance(0.7)
      ? {
          reference: {
            ipCountry: { '10.0.0.1': 'BR' },
            'ipFlag:vpn': { '10.0.0.1': true },
            isFreeEmail: { 'example.com': true },
            binCountry: { '41111111': 'US' },
            'isHoliday:BR': { '2026-01-10': true },
          },
        }
      : {}),
    ...(random.chance(0.7) ? { screenings: { e1: { hits: 1, topScore: 90, lists: ['a'] } } } : {}),
    ...(random.chance(0.7) ? { names: { 'Acme Ltda': { hits: 2, topScore: 0.91, lists: ['a', 'b'] } } } : {}),
    ...(random.chance(0.7) ? { seen: { device: { 'd-1': timeText(random) }, card: {} } } : {}),
    ...(random.chance(0.7) ? { sharing: { 'deviceDetails.deviceId': { 'd-1': [['e3', random.now - 1000]] } } } : {}),
    ...(random.chance(0.7) ? { networks: { e1: [10, 90, null] } } : {}),
  };
}

/** Returns data that some rules may read. */
export function languageWorld(fields: NamedFields, random: Author): LanguageWorld {
  const context = asJson(subjectOf(fields, random));
  const of = (source: Exclude<RecordSource, 'transactions' | 'accounts'>) =>
    fields[source] === null ? [] : asJson(random.several(0, 4, () => recordOf(fields, source, random)));
  const records = fields.history ? asJson(random.several(0, 8, () => transaction(fields, random))) : [];
  if (random.chance(0.15)) for (const each of [context, ...records]) corrupt(each, random);
  return {
    context,
    records,
    others: {
      userEvents: of('userEvents'),
      alerts: of('alerts'),
      cases: of('cases'),
      relationships: of('relationships'),
    },
    tables: tablesFor(random),
  };
}

/** Returns the same data as facts. */
export function languageFacts({ records, others, tables: data }: LanguageWorld): InMemoryFacts {
  const facts = new InMemoryFacts({ tables: data });
  for (const record of records) facts.add(record);
  for (const [source, several] of Object.entries(others))
    for (const record of several) facts.add(record, source as RecordSource);
  return facts;
}

import {
  readPath,
  type DataReadResult,
  type DataList,
  type DataRead,
  type DataTables,
  type SeenKind,
} from '@tamis/lang';
import { lookUpInTables, referenceKey } from '@tamis/library';
import { isJsonObject } from './json-object.js';
import type { ListAliases } from './world-builder.js';
import type { TestWorld } from './test-world.js';

const unstubbed: DataReadResult = { cause: 'source_unavailable' };

const texts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

/** Returns the value that a test gave to a reference function; anything else stays unknown. */
function reference(table: string, argument: string, { functions }: TestWorld): DataReadResult {
  const [name = '', part] = table.split(':');
  const given = functions.get(name);
  if (!given) return unstubbed;
  if (name === 'isHoliday') {
    const days = part === undefined ? undefined : given[part];
    return days === undefined ? unstubbed : { value: texts(days).includes(argument) };
  }
  const found = Object.entries(given).find(([key]) => (referenceKey(name, key) ?? key) === argument);
  if (!found) return unstubbed;
  return { value: part === undefined ? found[1] : texts(found[1]).includes(part) };
}

type ValuePaths = Readonly<Record<SeenKind, readonly (readonly string[])[]>>;

/** The paths in a payment of the values whose first occurrence can be queried. */
const transactionPaths: ValuePaths = {
  card: [
    ['instrument', 'fingerprint'],
    ['instrumentId'],
    ['origin', 'details', 'cardFingerprint'],
    ['destination', 'details', 'cardFingerprint'],
  ],
  device: [['deviceDetails', 'deviceId']],
  ip: [['deviceDetails', 'ipAddress']],
  email: [['originEntity', 'entityData', 'person', 'email']],
  payee: [['destinationEntityId'], ['destinationEntity', 'externalId'], ['destination', 'details', 'accountNumber']],
};

/** The same paths in a user event. */
const eventPaths: ValuePaths = { card: [], device: [['deviceId']], ip: [['ipAddress']], email: [], payee: [] };

const sameText = (a: unknown, b: string): boolean => typeof a === 'string' && a.toLowerCase() === b.toLowerCase();

function firstSeen({ seen, value }: Extract<DataRead, { kind: 'firstSeen' }>, { records }: TestWorld): DataReadResult {
  const first = records.find(({ source, record }) => {
    if (source !== 'transactions' && source !== 'userEvents') return false;
    const places = (source === 'transactions' ? transactionPaths : eventPaths)[seen];
    return places.some((path) => sameText(readPath(record, path), value));
  });
  return first ? { value: new Date(first.time).toISOString() } : { cause: 'missing' };
}

function sharedWith(read: Extract<DataRead, { kind: 'sharedWith' }>, { records, now }: TestWorld): DataReadResult {
  const others = records
    .filter(
      ({ time, record }) =>
        time > read.from && time <= now && String(readPath(record, read.path.split('.'))) === read.value,
    )
    .map(({ record }) => record['originEntityId'] ?? record['entityId'])
    .filter((id) => id !== undefined && id !== read.entityId);
  return { value: new Set(others).size };
}

const asScreening = (found: Readonly<Record<string, unknown>>): DataReadResult => ({
  value: { hits: 0, topScore: 0, lists: [], ...found },
});

/** Returns the result that a test gave to a name, regardless of country and birth. */
function screenedName(name: string, { functions }: TestWorld): DataReadResult {
  const found = Object.entries(functions.get('screenName') ?? {}).find(([given]) => given.trim() === name)?.[1];
  return isJsonObject(found) ? asScreening(found) : unstubbed;
}

/** The latest screening of an entity is stored as its enrichment. */
function screening(entityId: string, { context }: TestWorld): DataReadResult {
  const entities = [context, context['originEntity'], context['destinationEntity'], context['entity']];
  const entity = entities.find((each) => isJsonObject(each) && each['id'] === entityId);
  const found = readPath(entity, ['enrichmentData', 'mapped', 'sanctions_screening']);
  if (!isJsonObject(found)) return { cause: 'not_screened' };
  return asScreening(found);
}

/** Returns the worst risk score among related entities. Relationships of a test are direct, so more `hops` reach no further entities. */
function networkRisk({ entityId, hops }: { entityId: string; hops: number }, { records }: TestWorld): DataReadResult {
  const scores = records
    .filter(({ source }) => source === 'relationships')
    .map(({ record }) => readPath(record, ['related', 'riskScore']))
    .filter((score): score is number => typeof score === 'number');
  return { value: hops > 0 && entityId !== '' ? Math.max(0, ...scores) : 0 };
}

/** Returns the data source for functions in the world of a test (language manual 8.2). */
export function worldDataSource(world: TestWorld, aliases: ListAliases): (read: DataRead) => DataReadResult {
  const types = new Map([...aliases.values()].map(({ id, type }) => [id, type]));
  const lists = new Map<string, DataList>();
  for (const [id, items] of world.listItems) lists.set(id, { type: types.get(id) ?? 'custom', items });
  const answer = (read: DataRead): DataReadResult => {
    const known: DataTables = { lists: Object.fromEntries(lists) };
    return lookUpInTables(known, world.now)(read);
  };
  return (read) => {
    switch (read.kind) {
      case 'reference':
        return reference(read.table, read.argument, world);
      case 'firstSeen':
        return firstSeen(read, world);
      case 'sharedWith':
        return sharedWith(read, world);
      case 'screening':
        return screening(read.entityId, world);
      case 'screenedName':
        return screenedName(read.name, world);
      case 'networkRisk':
        return networkRisk(read, world);
      case 'listedInType':
        // Every list type has a list, which is empty until a test adds items.
        if (![...lists.values()].some(({ type }) => type === read.listType))
          lists.set(`type:${read.listType}`, { type: read.listType, items: [] });
        return answer(read);
      case 'listed':
      case 'listItem':
      case 'listItems':
      case 'listSize':
        if (!lists.has(read.listId)) lists.set(read.listId, { type: types.get(read.listId) ?? 'custom', items: [] });
        return answer(read);
    }
  };
}

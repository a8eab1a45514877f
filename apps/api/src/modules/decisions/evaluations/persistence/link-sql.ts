import type { LinkRequest, WindowRequest } from '@tamis/engine';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { type PlainColumn, type RecordTable, spellingsOf } from '../domain/record-table.js';
import type { Statement } from './statement.js';
import { absenceLint, type AbsenceLint } from '@tamis/lang';
import { absentCall, absentField } from '../domain/absences.js';
import { recordTables } from './record-tables.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isUuid = (text: string): boolean => uuid.test(text);

/** `= 5`: how the key of a number begins. */
const numberKey = /^= (-?\d+(?:\.\d+)?)$/;

/** Types whose keys are texts of their stored values, but for what `keyOf` says. */
const textComparableKinds: ReadonlySet<LinkRequest['type']['kind']> = new Set([
  'entity', 'text', 'enum', 'country', 'currency', 'bool', 'any', 'ip', 'number', 'date',
]); // prettier-ignore

/** Types whose values have many spellings: only a column of their own finds them. */
const requiredColumnTypes: Readonly<Partial<Record<LinkRequest['type']['kind'], PlainColumn['as']>>> = {
  ip: 'inet',
  date: 'date',
};

/** The place of what is read of the key of a link. */
export type BindKey = (read: (key: string) => unknown) => string;

const identity = (key: string): string => key;

type LinkPath = Pick<LinkRequest, 'recordPath' | 'type'>;

const plainColumnOf = (table: RecordTable, { recordPath }: LinkPath): PlainColumn | undefined =>
  table.plain[recordPath.join('.')];

/** Whether a table can find records by a key. Folded texts, and addresses and days without a column of their own, it cannot. */
export function isLinkable(table: RecordTable, link: LinkPath): boolean {
  const { type } = link;
  if (!textComparableKinds.has(type.kind) || (type.kind === 'text' && type.collation === 'ci')) return false;
  const needed = requiredColumnTypes[type.kind];
  return needed === undefined || plainColumnOf(table, link)?.as === needed;
}

/** All of a key that the SQL of its link depends on. */
export function keyKind(key: string): 'uuid' | 'number' | 'accented' | 'text' {
  if (isUuid(key)) return 'uuid';
  if (numberKey.test(key)) return 'number';
  return spellingsOf(key).length > 1 ? 'accented' : 'text';
}

/** Keys are composed; whichever way a text is stored, an index finds it. */
const textSql = (column: string, key: string, placeKey: BindKey): string =>
  spellingsOf(key).length > 1
    ? `${column} = any(${placeKey(spellingsOf)}::text[])`
    : `${column} = ${placeKey(identity)}`;

/** Of the organization that is read: asked for where a number or a token is met. */
export type LoadNumbers = () => Promise<AccountNumberCipher>;

/** Windows whose keys that are account numbers are as stored payments have them. */
export async function withSealedKeys(
  windows: readonly WindowRequest[],
  loadNumbers: LoadNumbers,
): Promise<readonly WindowRequest[]> {
  const hasNumber = ({ source, links }: WindowRequest): boolean =>
    source === 'transactions' && links.flat(2).some(isAccountNumber);
  if (!windows.some(hasNumber)) return windows;
  const numbers = await loadNumbers();
  const sealed = (link: LinkRequest): LinkRequest =>
    isAccountNumber(link) ? { ...link, key: numbers.tokenOf('transactions.details', link.key) } : link;
  return windows.map((window) =>
    hasNumber(window)
      ? { ...window, links: window.links.map((alternatives) => alternatives.map((keys) => keys.map(sealed))) }
      : window,
  );
}

/** What is no text is stored as it is. */
const isAccountNumber = ({ recordPath, type, key }: LinkRequest): boolean =>
  isSealedPath(recordPath) &&
  (type.kind === 'text' || (type.kind === 'any' && !/^(= -?\d|is (true|false)$)/.test(key)));

/** Whether payments have sealed texts there. */
export const isSealedPath = (path: readonly string[]): boolean =>
  (path[0] === 'origin' || path[0] === 'destination') && path[1] === 'details' && path.at(-1) === 'accountNumber';

/** The record has this key. Columns of the table use their indexes; other fields are compared as text. */
export function linkSql(table: RecordTable, link: LinkRequest, statement: Statement, placeKey: BindKey): string {
  const { type, key, recordPath } = link;
  const plain = plainColumnOf(table, link);
  if (plain?.as === 'uuid') return isUuid(key) ? `${plain.sql} = ${placeKey(identity)}::uuid` : 'false';
  if (plain?.as === 'inet') return `${plain.sql} = ${placeKey(identity)}::inet`;
  if (plain?.as === 'date') return `${plain.sql} = ${placeKey(identity)}::date`;
  if (plain?.as === 'number') return numberSql(plain.sql, key, placeKey);
  if (plain?.as === 'boolean') return `${plain.sql} = ${placeKey((text) => text === 'is true')}::boolean`;
  const isUpper = type.kind === 'country' || type.kind === 'currency';
  if (plain?.as === 'text')
    return isUpper ? `upper(${plain.sql} collate "C") = ${placeKey(identity)}` : textSql(plain.sql, key, placeKey);
  const own = table.keys?.[recordPath.join('.')];
  if (own !== undefined) return textSql(own, key, placeKey);
  const column = table.column(recordPath);
  if (column === null) return 'false';
  if (column.value === undefined) return textSql(`(${column.sql})::text`, key, placeKey);
  return jsonLinkSql(column.sql.replace('?', statement.bind(column.value)), link, placeKey);
}

const numberOf = (key: string): string | undefined => numberKey.exec(key)?.[1];

/** Equal numbers have equal keys, however they are written. */
function numberSql(value: string, key: string, placeKey: BindKey): string {
  return numberOf(key) === undefined ? 'false' : `(${value})::numeric = ${placeKey(numberOf)}::numeric`;
}

/** Below a free object: a text has its own key, a number and a truth value are named as such. */
function jsonLinkSql(value: string, { type, key }: LinkRequest, placeKey: BindKey): string {
  const text = value.replace('#>', '#>>');
  if (type.kind === 'number')
    return `case json_typeof(${value}) when 'number' then ${numberSql(text, key, placeKey)} else false end`;
  if (type.kind !== 'any' && type.kind !== 'bool') {
    const stored = type.kind === 'country' || type.kind === 'currency' ? `upper(${text} collate "C")` : `(${text})`;
    return `case json_typeof(${value}) when 'string' then ${textSql(stored, key, placeKey)} else false end`;
  }
  const ofText = type.kind === 'any' ? textSql(`(${text})`, key, placeKey) : 'false';
  const place = placeKey(identity);
  return `case json_typeof(${value}) when 'string' then ${ofText} when 'boolean' then 'is ' || (${text}) = ${place}
    when 'number' then ${numberSql(text, key, placeKey)} else false end`;
}

const isSource = (records: string): records is keyof typeof recordTables => Object.hasOwn(recordTables, records);

/** What the checker says of rules that name what no run is given. */
export const absences: AbsenceLint = absenceLint({
  field: absentField,
  call: absentCall,
  key: (recordPath, type, records) =>
    isSource(records) && !isLinkable(recordTables[records], { recordPath, type })
      ? 'write a key that is an id, a code or a number, or count with `where` over a window of an entity'
      : null,
});

import type { LinkRequest, WindowRequest } from '@tamis/engine';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { type PlainColumn, type RecordTable, spellingsOf } from '../domain/record-table.js';
import type { Statement } from './statement.js';
import { absenceLint, type AbsenceLint } from '@tamis/lang';
import { absentCall, absentField } from '../domain/absences.js';
import { recordTables } from './record-tables.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isUuid = (text: string): boolean => uuid.test(text);

/** Prefix of the key of a number, as in `= 5`. */
const numberKey = /^= (-?\d+(?:\.\d+)?)$/;

/** Types whose keys are the text of their stored values, apart from what `keyOf` changes. */
const textComparableKinds: ReadonlySet<LinkRequest['type']['kind']> = new Set([
  'entity', 'text', 'enum', 'country', 'currency', 'bool', 'any', 'ip', 'number', 'date',
]); // prettier-ignore

/** Types whose values can be written in several ways, so that they are found only through a dedicated column. */
const requiredColumnTypes: Readonly<Partial<Record<LinkRequest['type']['kind'], PlainColumn['as']>>> = {
  ip: 'inet',
  date: 'date',
};

/** Returns the placeholder for what is read from the key of a link. */
export type BindKey = (read: (key: string) => unknown) => string;

const identity = (key: string): string => key;

type LinkPath = Pick<LinkRequest, 'recordPath' | 'type'>;

const plainColumnOf = (table: RecordTable, { recordPath }: LinkPath): PlainColumn | undefined =>
  table.plain[recordPath.join('.')];

/** Whether a table can find records by a key. It cannot for case-folded text, nor for IP addresses and dates without a dedicated column. */
export function isLinkable(table: RecordTable, link: LinkPath): boolean {
  const { type } = link;
  if (!textComparableKinds.has(type.kind) || (type.kind === 'text' && type.collation === 'ci')) return false;
  const needed = requiredColumnTypes[type.kind];
  return needed === undefined || plainColumnOf(table, link)?.as === needed;
}

/** Returns the properties of a key that the SQL of its link depends on. */
export function keyKind(key: string): 'uuid' | 'number' | 'accented' | 'text' {
  if (isUuid(key)) return 'uuid';
  if (numberKey.test(key)) return 'number';
  return spellingsOf(key).length > 1 ? 'accented' : 'text';
}

/** Keys are composed; the index finds them however the text is stored. */
const textSql = (column: string, key: string, placeKey: BindKey): string =>
  spellingsOf(key).length > 1
    ? `${column} = any(${placeKey(spellingsOf)}::text[])`
    : `${column} = ${placeKey(identity)}`;

/** Loads the cipher of the organization that is read, when a number or token is encountered. */
export type LoadNumbers = () => Promise<AccountNumberCipher>;

/** Returns the windows with keys that are account numbers encrypted as they are in stored payments. */
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

/** A value that is not a text is stored unencrypted. */
const isAccountNumber = ({ recordPath, type, key }: LinkRequest): boolean =>
  isSealedPath(recordPath) &&
  (type.kind === 'text' || (type.kind === 'any' && !/^(= -?\d|is (true|false)$)/.test(key)));

/** Whether texts at this path of a payment are encrypted. */
export const isSealedPath = (path: readonly string[]): boolean =>
  (path[0] === 'origin' || path[0] === 'destination') && path[1] === 'details' && path.at(-1) === 'accountNumber';

/** Returns an SQL condition that a record has this key. Columns of the table use their indexes; other fields are compared as text. */
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

/** Within a free-form object, a text has a plain key, whereas keys of numbers and booleans name their type. */
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

/** Warnings of the checker for rules that name something that is never available in an evaluation. */
export const absences: AbsenceLint = absenceLint({
  field: absentField,
  call: absentCall,
  key: (recordPath, type, records) =>
    isSource(records) && !isLinkable(recordTables[records], { recordPath, type })
      ? 'write a key that is an id, a code or a number, or count with `where` over a window of an entity'
      : null,
});

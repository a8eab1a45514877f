import type { LinkRequest } from '@tamis/engine';

import type { PlainColumn, RecordTable } from '../domain/record-table.js';
import type { Statement } from './statement.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isUuid = (text: string): boolean => uuid.test(text);

/** `= 5`: how the key of a number begins. */
const numberKey = /^= (-?\d+(?:\.\d+)?)$/;

/** Types whose keys are texts of their stored values, but for what `keyOf` says. */
const comparable: ReadonlySet<LinkRequest['type']['kind']> = new Set([
  'entity', 'text', 'enum', 'country', 'currency', 'bool', 'any', 'ip', 'number', 'date',
]); // prettier-ignore

/** Types whose values have many spellings: only a column of their own finds them. */
const needsColumn: Readonly<Partial<Record<LinkRequest['type']['kind'], PlainColumn['as']>>> = {
  ip: 'inet',
  date: 'date',
};

type LinkPath = Pick<LinkRequest, 'recordPath' | 'type'>;

const plainOf = (table: RecordTable, { recordPath }: LinkPath): PlainColumn | undefined =>
  table.plain[recordPath.join('.')];

/** Whether a table can find records by a key. Folded texts, and addresses and days without a column of their own, it cannot. */
export function isLinkable(table: RecordTable, link: LinkPath): boolean {
  const { type } = link;
  if (!comparable.has(type.kind) || (type.kind === 'text' && type.collation === 'ci')) return false;
  const needed = needsColumn[type.kind];
  return needed === undefined || plainOf(table, link)?.as === needed;
}

/** The record has this key. Columns of the table use their indexes; other fields are compared as text. */
export function linkSql(table: RecordTable, link: LinkRequest, statement: Statement): string {
  const { type, key, recordPath } = link;
  const plain = plainOf(table, link);
  if (plain?.as === 'uuid') return isUuid(key) ? `${plain.sql} = ${statement.place(key)}::uuid` : 'false';
  if (plain?.as === 'inet') return `${plain.sql} = ${statement.place(key)}::inet`;
  if (plain?.as === 'date') return `${plain.sql} = ${statement.place(dayOf(key))}::date`;
  if (plain?.as === 'number') return numberSql(plain.sql, key, statement);
  if (plain?.as === 'boolean') return `${plain.sql} = ${statement.place(key === 'is true')}::boolean`;
  const isUpper = type.kind === 'country' || type.kind === 'currency';
  if (plain?.as === 'text')
    return isUpper
      ? `upper(${plain.sql} collate "C") = ${statement.place(key)}`
      : `${plain.sql} = ${statement.place(key)}`;
  const own = table.keys?.[recordPath.join('.')];
  if (own !== undefined) return `${own} = ${statement.place(key)}`;
  const column = table.column(recordPath);
  if (column === null) return 'false';
  if (column.value === undefined) return `(${column.sql})::text = ${statement.place(key)}`;
  return jsonLinkSql(column.sql.replace('?', statement.place(column.value)), link, statement);
}

/** The day behind the key of a date, `YYYY-MM-DD`; null: there is none. */
function dayOf(key: string): string | null {
  const day = new Date(Number(numberKey.exec(key)?.[1]));
  return Number.isNaN(day.getTime()) ? null : day.toISOString().slice(0, 10);
}

/** Equal numbers have equal keys, however they are written. */
function numberSql(value: string, key: string, statement: Statement): string {
  const number = numberKey.exec(key)?.[1];
  return number === undefined ? 'false' : `(${value})::numeric = ${statement.place(number)}::numeric`;
}

/** Below a free object: a text has its own key, a number and a truth value are named as such. */
function jsonLinkSql(value: string, { type, key }: LinkRequest, statement: Statement): string {
  const text = value.replace('#>', '#>>');
  if (type.kind === 'number')
    return `case json_typeof(${value}) when 'number' then ${numberSql(text, key, statement)} else false end`;
  const place = statement.place(key);
  if (type.kind !== 'any' && type.kind !== 'bool') {
    const stored = type.kind === 'country' || type.kind === 'currency' ? `upper(${text} collate "C")` : `(${text})`;
    return `case json_typeof(${value}) when 'string' then ${stored} = ${place} else false end`;
  }
  const ofText = type.kind === 'any' ? `(${text}) = ${place}` : 'false';
  return `case json_typeof(${value}) when 'string' then ${ofText} when 'boolean' then 'is ' || (${text}) = ${place}
    when 'number' then ${numberSql(text, key, statement)} else false end`;
}

import type { LinkRequest } from '@tamis/engine';

import type { PlainColumn, RecordTable } from '../domain/record-table.js';
import type { Statement } from './statement.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isUuid = (text: string): boolean => uuid.test(text);

/** `= 5`: how the key of a number begins. */
const numberKey = /^= (-?\d+(?:\.\d+)?)$/;

/** Types whose keys are texts of their stored values, but for what `keyOf` says. */
const comparable: ReadonlySet<LinkRequest['type']['kind']> = new Set([
  'entity', 'text', 'enum', 'country', 'currency', 'bool', 'any', 'ip',
]); // prettier-ignore

const plainOf = (table: RecordTable, { recordPath }: LinkRequest): PlainColumn | undefined =>
  table.plain[recordPath.join('.')];

/** Whether a table can find records by a key. Folded texts and addresses without a column of their own it cannot. */
export function isLinkable(table: RecordTable, link: LinkRequest): boolean {
  const { type } = link;
  if (!comparable.has(type.kind) || (type.kind === 'text' && type.collation === 'ci')) return false;
  return type.kind !== 'ip' || plainOf(table, link)?.as === 'inet';
}

/** The record has this key. Columns of the table use their indexes; other fields are compared as text. */
export function linkSql(table: RecordTable, link: LinkRequest, statement: Statement): string {
  const { type, key, recordPath } = link;
  const plain = plainOf(table, link);
  if (plain?.as === 'uuid') return isUuid(key) ? `${plain.sql} = ${statement.place(key)}::uuid` : 'false';
  if (plain?.as === 'inet') return `${plain.sql} = ${statement.place(key)}::inet`;
  if (plain?.as === 'boolean') return `${plain.sql} = ${statement.place(key === 'is true')}::boolean`;
  const isUpper = type.kind === 'country' || type.kind === 'currency';
  if (plain?.as === 'text')
    return isUpper
      ? `upper(${plain.sql} collate "C") = ${statement.place(key)}`
      : `${plain.sql} = ${statement.place(key)}`;
  const column = table.column(recordPath);
  if (column === null) return 'false';
  if (column.value === undefined) return `(${column.sql})::text = ${statement.place(key)}`;
  return jsonLinkSql(column.sql.replace('?', statement.place(column.value)), link, statement);
}

/** Below a free object: a text has its own key, a number and a truth value are named as such. */
function jsonLinkSql(value: string, { type, key }: LinkRequest, statement: Statement): string {
  const text = value.replace('#>', '#>>');
  const place = statement.place(key);
  if (type.kind !== 'any' && type.kind !== 'bool') {
    const stored = type.kind === 'country' || type.kind === 'currency' ? `upper(${text} collate "C")` : `(${text})`;
    return `case json_typeof(${value}) when 'string' then ${stored} = ${place} else false end`;
  }
  const number = numberKey.exec(key)?.[1];
  const ofNumber = number === undefined ? 'false' : `(${text})::numeric = ${statement.place(number)}::numeric`;
  const ofText = type.kind === 'any' ? `(${text}) = ${place}` : 'false';
  return `case json_typeof(${value}) when 'string' then ${ofText} when 'boolean' then 'is ' || (${text}) = ${place}
    when 'number' then ${ofNumber} else false end`;
}

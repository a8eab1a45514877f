import type { KeyEquality } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { MeasuredWindow, WindowLength } from '../domain/measured-windows.js';
import type { RecordTable } from '../domain/record-table.js';
import { newestFirstSql } from './facts-query.js';
import { recordTables } from './record-tables.js';
import { Statement } from './statement.js';

/** The parts of one window key as found in a record; there are several variants if a record may match on either side. */
type KeyVariant = readonly KeyEquality[];

/**
 * Returns the maximum number of records with one key of a window within its length, at any time. It considers the newest records of the
 * organization, and for the most frequent keys among them, the newest records of each key. The number of records read is limited, so for a
 * window with more records, the result is a lower bound.
 */
export async function countBusiestKey(
  client: Queryable,
  organizationId: string,
  window: MeasuredWindow,
): Promise<number> {
  const statement = new Statement();
  const organization = `${statement.bind(organizationId)}::uuid`;
  const text = busiestSql(window, statement, organization);
  const { rows } = await client.query<{ readonly most: number | null }>(text, [...statement.values]);
  const most = rows[0]?.most ?? 0;
  return window.last === null ? most : Math.min(most, window.last);
}

function busiestSql(window: MeasuredWindow, statement: Statement, organization: string): string {
  const table = recordTables[window.source];
  const ways = keyVariantsOf(window);
  const keys = ways.map((way) => `(array[${way.map((part) => keySql(table, part, statement)).join(', ')}]::text[])`);
  const records = [`r.organization_id = ${organization}`, ...(table.only === undefined ? [] : [table.only])].join(
    ' and ',
  );
  const isFound = ways.every((way) => way.some((part) => hasIndex(table, part)));
  const own = isFound ? ways.map((way) => `(${ownSql(way, table, { records, statement })})`).join(' union all ') : null;
  const frame = frameSql(window.length, statement);
  const most = (from: string): string => `select count(*) over (partition by key ${frame}) as n from ${from}`;
  return `with newest as materialized (
      select distinct r.id, ${table.time} as at, found.key
      from (select r.* from ${table.table} where ${records} order by ${table.time} desc limit ${limits.busiestKeySample}) r
        ${entitiesOf(ways.flat(), table)} cross join lateral (values ${keys.join(', ')}) as found (key)
      where array_position(found.key, null) is null),
    frequent as (select key from newest group by key order by count(*) desc, key limit ${limits.busiestKeys})
  select max(n)::int as most from (${most('newest')}${
    own === null
      ? ''
      : ` union all ${most(`(select distinct frequent.key, record.id, record.at from frequent cross join lateral (${own}) as record) as own`)}`
  }) as counted`;
}

interface OwnRecords {
  /** SQL condition that selects the records of the table. */
  readonly records: string;
  readonly statement: Statement;
}

/**
 * Returns SQL for the newest records with `frequent.key`. Only a limited number of the records that match the indexed part of the key are
 * read.
 */
function ownSql(way: KeyVariant, table: RecordTable, { records, statement }: OwnRecords): string {
  const found = way.findIndex((part) => hasIndex(table, part));
  const isSame = (part: KeyEquality, place: number): string =>
    keyEqualsSql(table, part, `frequent.key[${place + 1}]`, statement);
  const others = way.map(isSame).filter((_, place) => place !== found);
  return `select r.id, ${table.time} as at from (
      select r.* from ${table.table} where ${records} and ${isSame(way[found]!, found)}
      ${newestFirstSql(table)} limit ${limits.busiestKeyRows}) r ${entitiesOf(way, table)}
    where ${['true', ...others].join(' and ')}`;
}

const entitiesOf = (parts: readonly KeyEquality[], table: RecordTable): string =>
  parts.some(({ recordPath }) => table.needsEntities(recordPath)) ? table.entities : '';

function frameSql(length: WindowLength | null, statement: Statement): string {
  if (length === null) return '';
  const before = statement.bind(`${length.months} months ${length.ms} milliseconds`);
  return `order by at range between ${before}::interval preceding and current row`;
}

/** Returns all variants in which a record can have a key, with the parts of the key in a fixed order. */
const keyVariantsOf = ({ links }: MeasuredWindow): readonly KeyVariant[] =>
  links.reduce<readonly KeyVariant[]>(
    (ways, { alternatives }) =>
      ways.flatMap((way) => alternatives.map((keys) => [...way, ...[...keys].sort(bySubject)])),
    [[]],
  );

const bySubject = (a: KeyEquality, b: KeyEquality): number =>
  a.subjectPath.join('.') < b.subjectPath.join('.') ? -1 : 1;

/** Returns SQL for a part of a record's key as text; null if it has none. */
function keySql(table: RecordTable, { recordPath, type }: KeyEquality, statement: Statement): string {
  const path = recordPath.join('.');
  const own = table.plain[path]?.sql ?? table.keys?.[path];
  const column = own === undefined ? table.column(recordPath) : { sql: own };
  if (column === null) return 'null';
  const sql =
    column.value === undefined
      ? `(${column.sql})::text`
      : `(${column.sql.replace('#>', '#>>').replace('?', statement.bind(column.value))})`;
  return `nullif(${type.kind === 'country' || type.kind === 'currency' ? `upper(${sql} collate "C")` : sql}, '')`;
}

/** Whether an index finds records by this part without reading others. */
function hasIndex({ plain, keys, notedBy }: RecordTable, { recordPath }: KeyEquality): boolean {
  const path = recordPath.join('.');
  const as = plain[path]?.as;
  return as === 'uuid' || as === 'inet' || notedBy?.includes(path) === true || keys?.[path] !== undefined;
}

/** Returns an SQL condition that a record has the key, written so that indexes are used. */
function keyEqualsSql(table: RecordTable, part: KeyEquality, key: string, statement: Statement): string {
  const path = part.recordPath.join('.');
  const plain = table.plain[path];
  if (plain?.as === 'uuid' || plain?.as === 'inet') return `${plain.sql} = (${key})::${plain.as}`;
  const isText = plain?.as === 'text' && part.type.kind !== 'country' && part.type.kind !== 'currency';
  const column = isText ? plain.sql : table.keys?.[path];
  return `${column ?? keySql(table, part, statement)} = ${key}`;
}

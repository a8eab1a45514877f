import type { DataReadResult } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import type { HistoryRead } from '../domain/history-read.js';
import { type RecordTable, spellingsOf } from '../domain/record-table.js';
import type { EvaluationMoment } from '../domain/evaluation-moment.js';
import { transactionTable } from '../domain/transaction-table.js';
import { userEventTable } from '../domain/user-event-table.js';
import { isSealedPath, type LoadNumbers } from './link-sql.js';
import { Statement } from './statement.js';

type SharedRead = Extract<HistoryRead, { readonly kind: 'sharedWith' }>;

/** Context of reads that cover records of all time. */
export interface HistoryContext {
  readonly moment: EvaluationMoment;
  readonly loadNumbers: LoadNumbers;
}

/** If there are more records, the evaluation receives `too_many_rows`. */
const maxRecords = 10_000;

/** Record tables, each with the column of the entity that a record belongs to. */
const recordSources: readonly {
  readonly table: RecordTable;
  readonly entity: string;
  readonly path: (path: string) => string;
}[] = [
  { table: transactionTable, entity: 'r.origin_entity_id', path: (path) => path },
  {
    table: userEventTable,
    entity: 'r.entity_id',
    // Device data that payments have in `deviceDetails` are fields of the event itself.
    path: (path) => path.replace(/^deviceDetails\.(deviceId|ipAddress)$/, '$1'),
  },
];

/**
 * Returns the condition that a record has the value; `isIndexed` says whether an index finds these records. Returns `null` if the table
 * does not have the field.
 */
function matchSql(
  table: RecordTable,
  path: string,
  value: string,
  statement: Statement,
): { readonly sql: string; readonly isIndexed: boolean } | null {
  const plain = table.plain[path];
  if (plain?.as === 'inet') return { sql: `${plain.sql} = address_of(${statement.bind(value)})`, isIndexed: true };
  const own = table.keys?.[path] ?? (path.endsWith('deviceId') ? plain?.sql : undefined);
  const isValue = `= any(${statement.bind(spellingsOf(value))}::text[])`;
  if (own !== undefined) return { sql: `${own} ${isValue}`, isIndexed: true };
  const column = table.column(path.split('.'));
  if (column === null) return null;
  const sql = column.value === undefined ? column.sql : column.sql.replace('?', statement.bind(column.value));
  return { sql: `(${sql.replace('#>', '#>>')})::text ${isValue}`, isIndexed: false };
}

interface SharerMatches {
  /** Number of records read. */
  readonly records: number;
  readonly entities: readonly string[];
}

async function findSharers(
  client: Queryable,
  organizationId: string,
  { moment: { now, recordId }, loadNumbers }: HistoryContext,
  {
    table,
    read,
    entity,
    path,
  }: { readonly table: RecordTable; readonly read: SharedRead; readonly entity: string; readonly path: string },
): Promise<SharerMatches> {
  const statement = new Statement();
  const organization = statement.bind(organizationId);
  const isSealed = table === transactionTable && isSealedPath(path.split('.'));
  const value = isSealed ? (await loadNumbers()).tokenOf('transactions.details', read.value) : read.value;
  const match = matchSql(table, path, value, statement);
  if (!match) return { records: 0, entities: [] };
  const conditions = [
    `r.organization_id = ${organization}`,
    `${table.time} > ${statement.bind(new Date(read.from))}`,
    `${table.time} <= ${statement.bind(now)}`,
    `r.id <> ${statement.bind(recordId)}`,
    ...(match.isIndexed ? [match.sql] : []),
  ].join(' and ');
  const joined = table.needsEntities(path.split('.')) ? table.entities : '';
  const matches = match.isIndexed ? 'true' : match.sql;
  const text = `select count(*)::int as records, coalesce(array_agg(distinct entity) filter (where matches and entity is not null), '{}') as entities
    from (select ${entity} as entity, ${matches} as matches from ${table.table} ${joined} where ${conditions}
      limit ${maxRecords + 1}) as found`;
  const { rows } = await client.query<SharerMatches>({ text, values: [...statement.values] });
  return rows[0]!;
}

/** Returns how many entities other than its own had the value of the record, in the period up to the evaluation. */
export async function countSharers(
  client: Queryable,
  organizationId: string,
  context: HistoryContext,
  read: SharedRead,
): Promise<DataReadResult> {
  const found = await Promise.all(
    recordSources.map(({ table, entity, path }) =>
      findSharers(client, organizationId, context, { table, read, entity, path: path(read.path) }),
    ),
  );
  if (found.some(({ records }) => records > maxRecords)) return { cause: 'too_many_rows' };
  const others = new Set(found.flatMap(({ entities }) => entities).filter((id) => id !== read.entityId));
  return { value: others.size };
}

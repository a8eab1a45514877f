import type { WindowRequest } from '@tamis/engine';

import { accountTable } from '../domain/account-table.js';
import { alertTable } from '../domain/alert-table.js';
import { caseTable } from '../domain/case-table.js';
import type { RecordTable } from '../domain/record-table.js';
import { relationshipTable } from '../domain/relationship-table.js';
import { transactionTable } from '../domain/transaction-table.js';
import { userEventTable } from '../domain/user-event-table.js';
import { totalsSql } from './fold-sql.js';
import { isLinkable, linkSql } from './link-sql.js';
import { Statement } from './statement.js';

/** The windows of a run and the rule set in force, as one statement. */
export interface FactsQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface FactsFor {
  readonly organizationId: string;
  /** Each of them `isAnswerable`. */
  readonly windows: readonly WindowRequest[];
}

/** Records that a run keeps of a window that is larger, the newest ones: for people who ask why. */
const shownRecords = 50;

/** By source. */
export const recordTables: Readonly<Record<WindowRequest['source'], RecordTable>> = {
  transactions: transactionTable,
  userEvents: userEventTable,
  alerts: alertTable,
  cases: caseTable,
  relationships: relationshipTable,
  accounts: accountTable,
};

/** Can the tables answer? Of all else a run is told that the source is not available. */
export const isAnswerable = ({ source, links }: WindowRequest): boolean =>
  links.flat(2).every((link) => isLinkable(recordTables[source], link));

/**
 * Columns of the row, JSON as text: `pointer` (version and revision of the rule set in force, or null), and for the i-th window
 * `w<i>` (rows), `i<i>` (ids of the newest of them) and `t<i>` (totals as `totalsSql` writes them; null: the rows are complete).
 * Its text depends on what is requested alone, so that it is prepared once per kind of run.
 */
export function factsQuery(run: FactsFor): FactsQuery {
  const statement = new Statement();
  const organization = statement.place(run.organizationId);
  const pointer = `(select json_build_array(version, revision)::text from active_rule_sets where organization_id = ${organization})`;
  const windows = run.windows.map(
    (window, index) =>
      `, (${windowSql(window, statement, organization)}) as found${index} (w${index}, i${index}, t${index})`,
  );
  const text = `select * from (select ${pointer} as pointer) as current ${windows.join('\n')}`;
  return { text, values: statement.values };
}

function windowSql(window: WindowRequest, statement: Statement, organization: string): string {
  const table = recordTables[window.source];
  const columns = window.columns.map((path) => jsonTextSql(table, path, statement));
  const conditions = conditionsOf(window, statement, organization).join(' and ');
  const read = [...window.columns, ...window.links.flat(2).map((link) => link.recordPath)];
  const entities = read.some(table.needsEntities) ? entitiesSql(table, window, statement) : '';
  const newestFirst = `order by ${table.time === null ? '' : `${table.time} desc, `}${table.arrival} desc`;
  const limit = window.cap === null ? '' : `limit ${window.cap}`;
  const plain = `${table.table} where ${conditions}`;
  const from = `(select r.* from ${plain} ${limit === '' ? '' : `${newestFirst} ${limit}`}) r`;
  const totals = window.folds ? totalsSql(window.folds, { table, from }, window, statement) : null;
  const time = table.time === null ? `'null'` : `(date_part('epoch', ${table.time}) * 1000)::bigint`;
  const place = totals === null ? `row_number() over (${newestFirst})` : '1';
  return `select '[' || coalesce(string_agg(facts, ', ' order by time, arrival), '') || ']',
      '[' || coalesce(string_agg('"' || id || '"', ', ' order by time, arrival) filter (where place <= ${shownRecords}), '') || ']',
      ${totals === null ? 'null::text' : `case when count(*) > ${shownRecords} then (${totals}) end`}
    from (select '[' || ${[time, ...columns].join(` || ', ' || `)} || ']' as facts, r.id, ${place} as place,
        ${table.time ?? 'null::int'} as time, ${table.arrival} as arrival
      from ${table.table} ${entities} where ${conditions}
      ${newestFirst} ${totals === null ? limit : `limit ${shownRecords + 1}`}) as records`;
}

function conditionsOf(window: WindowRequest, statement: Statement, organization: string): readonly string[] {
  const table = recordTables[window.source];
  const conditions = [`r.organization_id = ${organization}`, ...(table.only === undefined ? [] : [table.only])];
  for (const alternatives of window.links) {
    const sql = alternatives.map((keys) => keys.map((key) => linkSql(table, key, statement)).join(' and '));
    conditions.push(sql.length === 1 ? sql.join('') : `(${sql.map((each) => `(${each})`).join(' or ')})`);
  }
  if (table.time !== null) {
    if (window.from !== null) conditions.push(`${table.time} >= ${statement.place(new Date(window.from))}`);
    const end = window.toInclusive ? '<=' : '<';
    conditions.push(`${table.time} ${end} ${statement.place(new Date(window.to))}`);
  }
  if (window.except !== null && uuid.test(window.except))
    conditions.push(`r.id <> ${statement.place(window.except)}::uuid`);
  return conditions;
}

function entitiesSql({ entities }: RecordTable, { links }: WindowRequest, statement: Statement): string {
  if (!entities.includes('?')) return entities;
  return entities.replace('?', statement.place(links.flat(2)[0]?.key ?? ''));
}

/**
 * SQL of the JSON text of a field. Texts are put together here: a function that builds JSON finds out for each row anew what its
 * arguments are.
 */
function jsonTextSql(table: RecordTable, path: readonly string[], statement: Statement): string {
  const column = table.column(path);
  // A field the schema names and storage lacks is absent, and absence has a meaning in every rule.
  if (column === null) return `'null'`;
  const sql = column.value === undefined ? column.sql : column.sql.replace('?', statement.place(column.value));
  const isNumber = table.plain[path.join('.')]?.as === 'number';
  const text = isNumber && sql.endsWith('::text') ? `'"' || ${sql} || '"'` : `to_json(${sql})::text`;
  return `coalesce(${text}, 'null')`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

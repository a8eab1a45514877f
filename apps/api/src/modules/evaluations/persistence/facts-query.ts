import type { LinkRequest, WindowRequest } from '@tamis/engine';

import { alertTable } from '../domain/alert-table.js';
import type { RecordTable } from '../domain/record-table.js';
import { transactionTable } from '../domain/transaction-table.js';
import { userEventTable } from '../domain/user-event-table.js';

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

/** Sources whose records are here. */
const tables: Readonly<Partial<Record<WindowRequest['source'], RecordTable>>> = {
  transactions: transactionTable,
  userEvents: userEventTable,
  alerts: alertTable,
};

/** Keys that are equal exactly when their stored texts are. */
const isExact = ({ type }: LinkRequest): boolean =>
  type.kind === 'entity' || (type.kind === 'text' && type.collation !== 'ci');

/** Can the tables answer? Of all else a run is told that the source is not available. */
export const isAnswerable = ({ source, links }: WindowRequest): boolean =>
  tables[source] !== undefined && links.flat(2).every(isExact);

/** The values of a statement and their places. The text depends on the requests alone, so that it is prepared once per kind of run. */
class Statement {
  readonly values: unknown[] = [];

  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Columns of the row: `pointer` (version and revision of the rule set in force, or null), `w<i>` (rows of the i-th window as JSON text). */
export function factsQuery(run: FactsFor): FactsQuery {
  const statement = new Statement();
  const organization = statement.place(run.organizationId);
  const columns = [
    `(select json_build_array(version, revision) from active_rule_sets where organization_id = ${organization})::text as pointer`,
    ...run.windows.map((window, index) => `${windowRows(window, statement, organization)}::text as w${index}`),
  ];
  return { text: `select ${columns.join(',\n')}`, values: statement.values };
}

function windowRows(window: WindowRequest, statement: Statement, organization: string): string {
  const table = tables[window.source]!;
  const columns = window.columns.map((path) => columnSql(table, path, statement));
  const read = [...window.columns, ...window.links.flat(2).map((link) => link.recordPath)];
  const links = window.links.map((link) => anySql(table, link, statement));
  const conditions = [`r.organization_id = ${organization}`, ...links];
  if (window.from !== null) conditions.push(`${table.time} >= ${statement.place(new Date(window.from))}`);
  const end = window.toInclusive ? '<=' : '<';
  conditions.push(`${table.time} ${end} ${statement.place(new Date(window.to))}`);
  if (window.except !== null && uuid.test(window.except))
    conditions.push(`r.id <> ${statement.place(window.except)}::uuid`);
  const facts = [`(extract(epoch from ${table.time}) * 1000)::bigint`, ...columns];
  return `(select coalesce(json_agg(found.facts order by found.time, found.arrival), '[]') from (
     select json_build_array(${facts.join(', ')}) as facts, ${table.time} as time, ${table.arrival} as arrival
     from ${table.table} ${read.some(table.needsEntities) ? table.entities : ''}
     where ${conditions.join(' and ')}
     order by ${table.time} desc, ${table.arrival} desc ${window.cap === null ? '' : `limit ${window.cap}`}) found)`;
}

function columnSql(table: RecordTable, path: readonly string[], statement: Statement): string {
  const column = table.column(path);
  // A field the schema names and storage lacks is absent, and absence has a meaning in every rule.
  if (column === null) return 'null';
  return column.value === undefined ? column.sql : column.sql.replace('?', statement.place(column.value));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** One of the alternatives of a link holds. */
function anySql(table: RecordTable, alternatives: readonly (readonly LinkRequest[])[], statement: Statement): string {
  const sql = alternatives.map((keys) => keys.map((key) => linkSql(table, key, statement)).join(' and '));
  return sql.length === 1 ? sql.join('') : `(${sql.map((each) => `(${each})`).join(' or ')})`;
}

/** Links by entity use the indexes made for them; any other field is compared as text. */
function linkSql(table: RecordTable, { recordPath, key }: LinkRequest, statement: Statement): string {
  const [first] = recordPath;
  const id = recordPath.length === 1 ? table.ids[first!] : undefined;
  if (id !== undefined) return uuid.test(key) ? `${id} = ${statement.place(key)}::uuid` : 'false';
  const column = table.column(recordPath);
  if (column === null) return 'false';
  const sql =
    column.value === undefined
      ? column.sql
      : column.sql.replace('#>', '#>>').replace('?', statement.place(column.value));
  return `(${sql})::text = ${statement.place(key)}`;
}

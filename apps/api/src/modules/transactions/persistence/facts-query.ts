import type { LinkRequest, WindowRequest } from '@tamis/engine';

import { needsEntities, recordColumn } from '../domain/record-column.js';

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

/** Keys that are equal exactly when their stored texts are. */
const isExact = ({ type }: LinkRequest): boolean =>
  type.kind === 'entity' || (type.kind === 'text' && type.collation !== 'ci');

/** Can the tables answer? Of all else a run is told that the source is not available. */
export const isAnswerable = ({ source, links }: WindowRequest): boolean =>
  source === 'transactions' && links.flat(2).every(isExact);

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
  const columns = window.columns.map((path) => columnSql(path, statement));
  const read = [...window.columns, ...window.links.flat(2).map((link) => link.recordPath)];
  const conditions = [`t.organization_id = ${organization}`, ...window.links.map((link) => anySql(link, statement))];
  if (window.from !== null) conditions.push(`t.transacted_at >= ${statement.place(new Date(window.from))}`);
  const end = window.toInclusive ? '<=' : '<';
  conditions.push(`t.transacted_at ${end} ${statement.place(new Date(window.to))}`);
  if (window.except !== null && uuid.test(window.except))
    conditions.push(`t.id <> ${statement.place(window.except)}::uuid`);
  return `(select coalesce(json_agg(found.facts order by found.transacted_at, found.seq), '[]') from (
     select json_build_array(${['(extract(epoch from t.transacted_at) * 1000)::bigint', ...columns].join(', ')}) as facts, t.transacted_at, t.seq
     from transactions t ${read.some(needsEntities) ? entityJoins : ''}
     where ${conditions.join(' and ')}
     order by t.transacted_at desc, t.seq desc ${window.cap === null ? '' : `limit ${window.cap}`}) found)`;
}

const entityJoins = `left join entities oe on oe.organization_id = t.organization_id and oe.id = t.origin_entity_id
     left join entities de on de.organization_id = t.organization_id and de.id = t.destination_entity_id`;

function columnSql(path: readonly string[], statement: Statement): string {
  const column = recordColumn(path);
  // A field the schema names and storage lacks is absent, and absence has a meaning in every rule.
  if (column === null) return 'null';
  return column.value === undefined ? column.sql : column.sql.replace('?', statement.place(column.value));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** One of the alternatives of a link holds. */
function anySql(alternatives: readonly (readonly LinkRequest[])[], statement: Statement): string {
  const sql = alternatives.map((keys) =>
    keys.map(({ recordPath, key }) => linkSql(recordPath, key, statement)).join(' and '),
  );
  return sql.length === 1 ? sql.join('') : `(${sql.map((each) => `(${each})`).join(' or ')})`;
}

/** Links by entity use the indexes made for them; any other field is compared as text. */
function linkSql(path: readonly string[], key: string, statement: Statement): string {
  const [first] = path;
  if (path.length === 1 && (first === 'originEntityId' || first === 'destinationEntityId')) {
    const column = first === 'originEntityId' ? 't.origin_entity_id' : 't.destination_entity_id';
    return uuid.test(key) ? `${column} = ${statement.place(key)}::uuid` : 'false';
  }
  const column = recordColumn(path);
  if (column === null) return 'false';
  const sql =
    column.value === undefined
      ? column.sql
      : column.sql.replace('#>', '#>>').replace('?', statement.place(column.value));
  return `(${sql})::text = ${statement.place(key)}`;
}

import { pointerSql } from '../../rule-sets/index.js';
import { recordTables } from './record-tables.js';
import type { WindowRequest } from '@tamis/engine';
import type { RecordTable } from '../domain/record-table.js';
import { canFold } from './fold-sql.js';
import { keyKind, isLinkable, linkSql } from './link-sql.js';
import { type WindowValueReader, Statement } from './statement.js';
import { fromLiveAccountsSql, type Queryable } from '../../../../platform/database/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import { accountColumns } from '../domain/account-table.js';

const members = Object.entries(accountColumns).map(([name, sql]) => `'${name}', ${sql}`);

/** Returns the accounts of some entities that are not deleted: primary ones first, then the oldest. */
export async function findAccounts(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, RawJson>> {
  const { rows } = await client.query<{ readonly id: string; readonly accounts: string }>({
    name: 'account-facts',
    text: `select e.id, coalesce((select json_agg(json_build_object(${members.join(', ')})
          order by r.is_primary desc, r.created_at, r.id)
        ${fromLiveAccountsSql('e.id')}), '[]')::text as accounts
      from unnest($2::uuid[]) as e (id)`,
    values: [organizationId, entityIds],
  });
  return new Map(rows.map(({ id, accounts }) => [id, new RawJson(accounts)]));
}

/** Text of a statement about windows, and for each parameter how its value is read from a window. */
interface WindowsSql {
  readonly text: string;
  readonly readers: readonly (readonly WindowValueReader[])[];
}

/** Everything that a text depends on: strings, numbers and objects of the rule set, each compared by `===`. */
type Shape = readonly unknown[];

/** Maximum number of texts per rule set: its kinds of evaluations query different windows, and some windows become large. */
const mostTexts = 32;

/** Keyed by the columns of the first window, which are the same object in every evaluation of the rule set and are released with it. */
const cache = new WeakMap<WindowRequest['columns'], { readonly shape: Shape; readonly made: WindowsSql }[]>();
const noColumns: WindowRequest['columns'] = [];

/** Builds the SQL for windows once per shape, and caches it. */
function memoizeWindowsSql(windows: readonly WindowRequest[], shape: Shape, write: () => WindowsSql): WindowsSql {
  const columns = windows[0]?.columns ?? noColumns;
  const texts = cache.get(columns) ?? [];
  const known = texts.find((each) => isSame(each.shape, shape));
  if (known) return known.made;
  const made = write();
  cache.set(columns, [...(texts.length < mostTexts ? texts : []), { shape, made }]);
  return made;
}

const isSame = (a: Shape, b: Shape): boolean => a.length === b.length && a.every((each, index) => each === b[index]);

/** One statement for the windows of an evaluation and the rule set in force. */
export interface FactsQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface FactsQueryInput {
  readonly organizationId: string;
  /** Windows for which `isAnswerable` holds. */
  readonly windows: readonly WindowRequest[];
}

/** Number of the newest records that an evaluation keeps of a larger window, as an explanation for people. */
export const maxShownRecords = 50;

/** Whether the tables can answer the request. If not, the evaluation receives the source as unavailable. */
export const isAnswerable = ({ source, links }: WindowRequest): boolean =>
  links.every((alternatives) =>
    alternatives.every((keys) => keys.every((key) => isLinkable(recordTables[source], key))),
  );

/**
 * Builds the query. Its row has JSON columns as text: `pointer` (version and revision of the rule set in force, or null), and for the i-th
 * window `w<i>` (rows) and `i<i>` (ids of the newest of them), which are null if totals are requested and there are more than
 * `maxShownRecords`. The text depends only on what is requested, so that it is prepared once per kind of evaluation.
 */
export function factsQuery({ organizationId, windows }: FactsQueryInput): FactsQuery {
  const { text, readers: reads } = memoizeWindowsSql(windows, queryShape(windows), () => buildFactsSql(windows));
  const values: unknown[] = [organizationId];
  for (const [index, window] of windows.entries()) for (const read of reads[index]!) values.push(read(window));
  return { text, values };
}

function buildFactsSql(windows: readonly WindowRequest[]): WindowsSql {
  const statement = new Statement();
  const organization = statement.bind(null);
  const pointer = pointerSql(organization);
  const reads: WindowValueReader[][] = [];
  const found = windows.map((window, index) => {
    const before = statement.readers.length;
    const sql = windowSql(window, statement, organization);
    reads.push(statement.readers.slice(before));
    return `, (${sql}) as found${index} (w${index}, i${index})`;
  });
  return { text: `select * from (select ${pointer} as pointer) as current ${found.join('\n')}`, readers: reads };
}

/** Everything in the windows that the text depends on. */
function queryShape(windows: readonly WindowRequest[]): readonly unknown[] {
  const shape: unknown[] = [];
  for (const window of windows) {
    const { source, links, from, toInclusive, columns, cap } = window;
    // The list of columns grows while further rules are planned.
    shape.push(
      source,
      columns,
      columns.length,
      cap,
      from === null,
      toInclusive,
      excludesStoredRecord(window),
      usesTotals(window),
    );
    shape.push(links.length);
    for (const alternatives of links) {
      shape.push(alternatives.length);
      for (const keys of alternatives) {
        shape.push(keys.length);
        for (const { recordPath, type, key } of keys) shape.push(recordPath, type, keyKind(key));
      }
    }
  }
  return shape;
}

function windowSql(window: WindowRequest, statement: Statement, organization: string): string {
  const { table, rows, conditions } = rowsSql(window, statement, organization);
  const inTime = [...conditions, ...timeConditions(window, statement)].join(' and ');
  if (usesTotals(window))
    // Unordered: the database would sort all records of the window, however many there are, to find the newest.
    return `select case when count(*) <= ${maxShownRecords} then ${rowsText} end, case when count(*) <= ${maxShownRecords} then ${idsText} end
      from (${rows} where ${inTime} limit ${maxShownRecords + 1}) as records`;
  return `select ${rowsText}, ${idsSql(` filter (where place <= ${maxShownRecords})`)}
    from (select *, row_number() over (order by time desc, arrival desc) as place from (
      ${rows} where ${inTime} ${newestFirstSql(table)} ${window.cap === null ? '' : `limit ${window.cap}`}) as newest) as records`;
}

/**
 * Returns SQL for a JSON array of texts, in the order of their records. Adding brackets to each record would take longer than finding it.
 */
const jsonArraySql = (
  text: string,
  [open, between, close]: readonly [string, string, string],
  condition = '',
): string =>
  `coalesce('${open}' || string_agg(${text}, '${between}' order by time, arrival)${condition} || '${close}', '[]')`;

/** SQL for a JSON text over the rows of `rowsSql`. */
export const rowsText = jsonArraySql('facts', ['[[', '], [', ']]']);
const idsSql = (condition?: string): string => jsonArraySql('id::text', ['["', '", "', '"]'], condition);
export const idsText = idsSql();

export const newestFirstSql = ({ time, arrival }: RecordTable): string =>
  `order by ${time === null ? '' : `${time} desc, `}${arrival} desc`;

/** Whether totals replace the records of a window if there are more than `maxShownRecords`. */
function usesTotals({ source, folds, cap }: WindowRequest): boolean {
  if (folds === undefined || (cap !== null && cap <= maxShownRecords)) return false;
  const table = recordTables[source];
  return folds.every((fold) => canFold(fold, table));
}

/** Returns the SQL for the rows of a window up to its conditions, and the conditions that do not concern time. */
export function rowsSql(
  window: WindowRequest,
  statement: Statement,
  organization: string,
): { readonly table: RecordTable; readonly rows: string; readonly conditions: readonly string[] } {
  const table = recordTables[window.source];
  const columns = window.columns.flatMap((path) => [{ constant: ', ' }, ...jsonPieces(table, path, statement)]);
  const read = [...window.columns, ...window.links.flat(2).map((link) => link.recordPath)];
  const entities = read.some(table.needsEntities) ? entitiesSql(table, window, statement) : '';
  const time =
    table.time === null ? { constant: 'null' } : { sql: `(date_part('epoch', ${table.time}) * 1000)::bigint::text` };
  const rows = `select ${concatSql([time, ...columns])} as facts, r.id, ${table.time ?? 'null::int'} as time, ${table.arrival} as arrival
        from ${table.table} ${entities}`;
  const { conditions, except } = linkConditions(window, statement, organization);
  return { table, rows, conditions: except === null ? conditions : [...conditions, `r.id <> ${except}`] };
}

/** Returns the SQL conditions for the records of a window regardless of time, and the parameter with the id of the excluded record. */
export function linkConditions(
  window: WindowRequest,
  statement: Statement,
  organization: string,
): { readonly conditions: readonly string[]; readonly except: string | null } {
  const table = recordTables[window.source];
  const conditions = [`r.organization_id = ${organization}`, ...(table.only === undefined ? [] : [table.only])];
  for (const [link, alternatives] of window.links.entries()) {
    const sql = alternatives.map((keys, alternative) =>
      keys
        .map((key, index) =>
          linkSql(table, key, statement, (read) =>
            statement.bindOfWindow(window, ({ links }) => read(links[link]![alternative]![index]!.key)),
          ),
        )
        .join(' and '),
    );
    conditions.push(sql.length === 1 ? sql.join('') : `(${sql.map((each) => `(${each})`).join(' or ')})`);
  }
  return {
    conditions,
    except: excludesStoredRecord(window) ? `${statement.bindOfWindow(window, (each) => each.except)}::uuid` : null,
  };
}

/** Whether the excluded record can be a stored one. */
const excludesStoredRecord = ({ except }: WindowRequest): boolean => except !== null && uuid.test(except);

export function timeConditions(window: WindowRequest, statement: Statement): readonly string[] {
  const { time } = recordTables[window.source];
  if (time === null) return [];
  const end = `${time} ${window.toInclusive ? '<=' : '<'} ${statement.bindOfWindow(window, ({ to }) => new Date(to))}`;
  return window.from === null
    ? [end]
    : [`${time} >= ${statement.bindOfWindow(window, ({ from }) => new Date(from!))}`, end];
}

function entitiesSql({ entities }: RecordTable, window: WindowRequest, statement: Statement): string {
  if (!entities.includes('?')) return entities;
  return entities.replace(
    '?',
    statement.bindOfWindow(window, ({ links }) => links.flat(2)[0]?.key ?? ''),
  );
}

/** A piece of a text: either constant, or the result of an SQL expression. */
type TextPiece = { readonly constant: string } | { readonly sql: string };

/** Merges adjacent constant pieces, because each piece is copied for each record. */
function concatSql(pieces: readonly TextPiece[]): string {
  const parts: string[] = [];
  let constant = '';
  const endConstant = (): void => {
    if (constant !== '') parts.push(`'${constant}'`);
    constant = '';
  };
  for (const piece of pieces) {
    if ('constant' in piece) constant += piece.constant;
    else {
      endConstant();
      parts.push(piece.sql);
    }
  }
  endConstant();
  return parts.join(' || ');
}

/**
 * Returns the JSON text of a field in pieces. Texts are concatenated here, since SQL functions that build JSON determine the types of their
 * arguments anew for each row.
 */
function jsonPieces(table: RecordTable, path: readonly string[], statement: Statement): readonly TextPiece[] {
  const column = table.column(path);
  // A field that the schema has and storage lacks is absent, which every rule has to handle.
  if (column === null) return [{ constant: 'null' }];
  const name = path.join('.');
  const sql = column.value === undefined ? column.sql : column.sql.replace('?', statement.bind(column.value));
  const isDecimal = table.plain[name]?.as === 'number' && sql.endsWith('::text');
  if (table.required?.has(name)) {
    const quote = { constant: '"' };
    return isDecimal ? [quote, { sql }, quote] : [{ sql: `to_json(${sql})::text` }];
  }
  return [{ sql: `coalesce(${isDecimal ? `'"' || ${sql} || '"'` : `to_json(${sql})::text`}, 'null')` }];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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

/** The accounts of some entities that are not deleted: those that are primary first, then the oldest. */
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

/** The text of a statement about windows, and for each of them what stands at its places. */
interface WindowsSql {
  readonly text: string;
  readonly readers: readonly (readonly WindowValueReader[])[];
}

/** All that a text depends on: texts, numbers and what belongs to the rule set, each compared by `===`. */
type Shape = readonly unknown[];

/** Of one rule set: its kinds of runs ask for different windows of it, and some windows become large. */
const mostTexts = 32;

/** By the columns of the first window, which are those of every run of the rule set, and are forgotten with it. */
const cache = new WeakMap<WindowRequest['columns'], { readonly shape: Shape; readonly made: WindowsSql }[]>();
const noColumns: WindowRequest['columns'] = [];

/** What is written about windows, written once for all of one shape. */
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

/** The windows of a run and the rule set in force, as one statement. */
export interface FactsQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface FactsQueryInput {
  readonly organizationId: string;
  /** Each of them `isAnswerable`. */
  readonly windows: readonly WindowRequest[];
}

/** Records that a run keeps of a window that is larger, the newest ones: for people who ask why. */
export const maxShownRecords = 50;

/** Can the tables answer? Of all else a run is told that the source is not available. */
export const isAnswerable = ({ source, links }: WindowRequest): boolean =>
  links.every((alternatives) =>
    alternatives.every((keys) => keys.every((key) => isLinkable(recordTables[source], key))),
  );

/**
 * Columns of the row, JSON as text: `pointer` (version and revision of the rule set in force, or null), and for the i-th window
 * `w<i>` (rows) and `i<i>` (ids of the newest of them), or null where its totals are wanted and there are more than `shownRecords`.
 * Its text depends on what is requested alone, so that it is prepared once per kind of run.
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

/** All of the windows that the text depends on. */
function queryShape(windows: readonly WindowRequest[]): readonly unknown[] {
  const shape: unknown[] = [];
  for (const window of windows) {
    const { source, links, from, toInclusive, columns, cap } = window;
    // Columns are added to while further rules are planned.
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
    // In no order: the database would put all records of the window in order for the newest of them, however many there are.
    return `select case when count(*) <= ${maxShownRecords} then ${rowsText} end, case when count(*) <= ${maxShownRecords} then ${idsText} end
      from (${rows} where ${inTime} limit ${maxShownRecords + 1}) as records`;
  return `select ${rowsText}, ${idsSql(` filter (where place <= ${maxShownRecords})`)}
    from (select *, row_number() over (order by time desc, arrival desc) as place from (
      ${rows} where ${inTime} ${newestFirstSql(table)} ${window.cap === null ? '' : `limit ${window.cap}`}) as newest) as records`;
}

/** SQL of a JSON array, of texts in the order of their records. To put brackets around each of them would take longer than to find it. */
const jsonArraySql = (
  text: string,
  [open, between, close]: readonly [string, string, string],
  condition = '',
): string =>
  `coalesce('${open}' || string_agg(${text}, '${between}' order by time, arrival)${condition} || '${close}', '[]')`;

/** SQL of JSON text, over what `rowsSql` selects. */
export const rowsText = jsonArraySql('facts', ['[[', '], [', ']]']);
const idsSql = (condition?: string): string => jsonArraySql('id::text', ['["', '", "', '"]'], condition);
export const idsText = idsSql();

export const newestFirstSql = ({ time, arrival }: RecordTable): string =>
  `order by ${time === null ? '' : `${time} desc, `}${arrival} desc`;

/** Whether totals stand for the records of a window where there are more than `shownRecords`. */
function usesTotals({ source, folds, cap }: WindowRequest): boolean {
  if (folds === undefined || (cap !== null && cap <= maxShownRecords)) return false;
  const table = recordTables[source];
  return folds.every((fold) => canFold(fold, table));
}

/** The rows of a window as SQL up to its conditions, and those that do not say when. */
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

/** SQL conditions on the records a window is of, whenever they happened, and the place of the id of the one that is left out. */
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

/** Can the record that is left out be one that is stored? */
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

/** A piece of a text: always the same, or what SQL comes to. */
type TextPiece = { readonly constant: string } | { readonly sql: string };

/** Neighbours that are always the same are one: each piece is copied for each record. */
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
 * The JSON text of a field. Texts are put together here: a function that builds JSON finds out for each row anew what its arguments
 * are.
 */
function jsonPieces(table: RecordTable, path: readonly string[], statement: Statement): readonly TextPiece[] {
  const column = table.column(path);
  // A field the schema names and storage lacks is absent, and absence has a meaning in every rule.
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

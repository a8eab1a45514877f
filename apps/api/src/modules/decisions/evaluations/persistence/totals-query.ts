import type { WindowRequest } from '@tamis/engine';

import { notedKeys } from '../domain/part-key.js';
import { newestSlices } from '../domain/window-buckets.js';
import {
  type FactsQuery,
  idsText,
  linkConditions,
  newestFirstSql,
  rowsSql,
  rowsText,
  maxShownRecords,
  timeConditions,
} from './facts-query.js';
import { recordTables } from './record-tables.js';
import { totalsSql } from './fold-sql.js';
import { Statement, timesSql } from './statement.js';

interface TotalsQueryInput {
  readonly organizationId: string;
  /** Windows for which `factsQuery` returned no rows. */
  readonly windows: readonly WindowRequest[];
  /** Number of records beyond which `tooManyRecords` is returned for a window instead of totals, if these can be computed in parts. */
  readonly divideAfter: number;
}

/** Returned instead of the totals of a window with many records. */
export const tooManyRecords = 'many';

/**
 * Builds the query. It has columns `w<i>` and `i<i>` like `factsQuery`, with only the newest records, and `t<i>` with the totals of all
 * records in the format of `totalsSql`.
 */
export function totalsQuery({ organizationId, windows, divideAfter }: TotalsQueryInput): FactsQuery {
  return buildNewestQuery({ organizationId, windows }, (window, statement, organization) =>
    windowTotalsSql(window, statement, { organization, divideAfter }),
  );
}

/** Like `totalsQuery`, without totals. */
export const newestQuery = (asked: Pick<TotalsQueryInput, 'organizationId' | 'windows'>): FactsQuery =>
  buildNewestQuery(asked, () => 'null::text');

function buildNewestQuery(
  { organizationId, windows }: Pick<TotalsQueryInput, 'organizationId' | 'windows'>,
  totalsOf: (window: WindowRequest, statement: Statement, organization: string) => string,
): FactsQuery {
  const statement = new Statement();
  const organization = `${statement.bind(organizationId)}::uuid`;
  const found = windows.map((window, index) => {
    const totals = totalsOf(window, statement, organization);
    const newest = `select ${rowsText}, ${idsText}, (${totals}) from (${newestSql(window, statement, organization)}) as records`;
    return `(${newest}) as found${index} (w${index}, i${index}, t${index})`;
  });
  return { text: `select * from ${found.join(',\n')}`, values: statement.values };
}

/** Reads the window in slices from its end, so that only the records of the first slices that contain enough of them are sorted. */
function newestSql(window: WindowRequest, statement: Statement, organization: string): string {
  const { table, rows, conditions } = rowsSql(window, statement, organization);
  const newest = `${newestFirstSql(table)} limit ${maxShownRecords + 1}`;
  if (table.time === null) return `${rows} where ${conditions.join(' and ')} ${newest}`;
  const slices = newestSlices(window);
  const places = [slices.map(({ from }) => from), slices.map(({ until }) => until)].map((times) =>
    timesSql(times, statement),
  );
  const inSlice = [...conditions, `${table.time} >= slice.starts`, `${table.time} < slice.ends`].join(' and ');
  return `select found.* from unnest(${places.join(', ')}) as slice (starts, ends)
      cross join lateral (${rows} where ${inSlice} ${newest}) as found limit ${maxShownRecords + 1}`;
}

function windowTotalsSql(
  window: WindowRequest,
  statement: Statement,
  { organization, divideAfter }: { readonly organization: string; readonly divideAfter: number },
): string {
  const table = recordTables[window.source];
  const { conditions, except } = linkConditions(window, statement, organization);
  const all = `${table.table} where ${[...conditions, ...timeConditions(window, statement)].join(' and ')}`;
  const plain = except === null ? all : `${all} and r.id <> ${except}`;
  const limit = window.cap === null ? '' : `${newestFirstSql(table)} limit ${window.cap}`;
  const totals = totalsSql(
    window.folds ?? [],
    { table, from: `(select r.* from ${plain} ${limit}) r` },
    window,
    statement,
  );
  if (totals === null) throw new Error('the totals of a window cannot be computed');
  if (!supportsParts(window)) return totals;
  return `select case when exists (select from ${all} offset ${divideAfter} limit 1) then '${tooManyRecords}' else (${totals}) end`;
}

/** Whether the totals of the window can be computed in parts. */
function supportsParts(window: WindowRequest): boolean {
  const table = recordTables[window.source];
  return window.cap === null && table.time !== null && notedKeys(window, table) !== null;
}

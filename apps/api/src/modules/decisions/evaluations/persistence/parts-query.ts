import type { FoldRequest, WindowRequest } from '@tamis/engine';

import { notedKeys, partKey } from '../domain/part-key.js';
import { stepMs, type WindowBucket, splitIntoBuckets } from '../domain/window-buckets.js';
import { type FactsQuery, linkConditions } from './facts-query.js';
import { recordTables } from './record-tables.js';
import { partColumns, partSql, type PartSql } from './fold-sql.js';
import { numbersSql, Statement, timesSql } from './statement.js';
import { insertWatermarkSql } from './window-watermarks.js';

/** Maximum number of distinct values kept per part. A window that has more is counted from its records. */
export const maxDistinctValues = 1_000;

/** Number of parts per fold that each query marks as still valid, if they were not marked for half a day. */
const renewBatchSize = 16;

/**
 * Number of changes since the oldest part was verified. If there are more, as after an import of old records, parts are marked as valid, so
 * that later queries need not go through the changes again. For fewer changes, reading them takes less time than the rows added for
 * marking.
 */
const renewAfterChanges = 4_000;

const snapshotXminSql = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/**
 * `known`: hours that ended up to `closed` are either stored or will be noted as changed. Parts whose `seen` is below `floor` are no longer
 * valid. The numbers are transaction ids: a snapshot has seen everything below the smallest id still in progress.
 */
const watermarksSql = `known as materialized (
    select max(ended) filter (where fence <= ${snapshotXminSql} and not is_floor) as closed, ${snapshotXminSql} as seen,
      greatest(min(fence), max(fence) filter (where is_floor)) as floor,
      max(fence) filter (where ended <= now() - interval '12 hours') as renewed
    from window_marks),
  marked as (${insertWatermarkSql})`;

interface PartsQueryInput {
  readonly organizationId: string;
  /** Windows for which `totalsQuery` returned `tooManyRecords`. */
  readonly windows: readonly WindowRequest[];
}

interface IndexedFold {
  readonly fold: FoldRequest;
  readonly window: WindowRequest;
  /** Index of the window. */
  readonly place: number;
}

/**
 * Builds the query. Its column `totals` is JSON text `{"<n>": [odd, rows, known, matching, count, value]}` for the n-th fold of all
 * windows, starting at 1; a fold without time is absent. Parts that are missing, or were changed since they were stored, are counted from
 * the records, together for all folds of a window that lack the same part, and stored.
 */
export function partsQuery({ organizationId, windows }: PartsQueryInput): FactsQuery {
  const statement = new Statement();
  const organization = `${statement.bind(organizationId)}::uuid`;
  const folds = windows.flatMap((window, place) => (window.folds ?? []).map((fold) => ({ fold, window, place })));
  const keys = `${statement.bind(folds.map(({ window, fold }) => partKey(window, fold)))}::uuid[]`;
  const records = windows.map((window) => windowRecordsSql(window, statement, organization));
  const parts = foldParts(folds, statement);
  const own = subjectTimesSql(windows, records, organization);
  const counted = windows.map(({ source }, place) => {
    const ofWindow = parts.filter((part) => part.place === place);
    const sql = missingPartsSql(place, ofWindow, records[place]!, recordTables[source].time!);
    return `counted_${place} as materialized (${sql})`;
  });
  const values = parts.flatMap(({ combined: together, number }) =>
    together === null ? [] : [`when ${number} then ${together}`],
  );
  const sums = ['odd', 'row_count', 'known', 'matching', 'value_count'].map((each) => `sum(${each})`).join(', ');
  const text = `with ${watermarksSql},
    piece as materialized (${piecesSql(folds, keys, statement)}),
    ${storedPartsSql(windows, { organization, own }, statement)},
    ${counted.join(',\n')},
    counted as materialized (select piece.*, row_count, known, matching, value_count,
        odd + case when ${hasTooManyItemsSql} then 1 else 0 end as odd, number, case when ${hasTooManyItemsSql} then null else items end as items
      from (${windows.map((_, place) => `select * from counted_${place}`).join(' union all ')}) each
      join unfound piece on piece.fold = each.fold and piece.starts = each.starts and piece.ends = each.ends),
    stored as (${storePartsSql(organization, renewBatchSize * folds.length)}),
    parts as (select fold, ${partColumnList} from found union all select fold, ${partColumnList} from counted)
  select (select json_object_agg(fold, total)::text from (
    select fold, json_build_array(${sums}, ${values.length === 0 ? 'null' : `case fold ${values.join(' ')} end`}) as total
    from parts group by fold) each) as totals`;
  return { text, values: statement.values };
}

const partColumnList = partColumns.join(', ');
const hasTooManyItemsSql = `cardinality(items) > ${maxDistinctValues}`;

interface FoldPart extends PartSql {
  readonly number: number;
  readonly place: number;
}

function foldParts(folds: readonly IndexedFold[], statement: Statement): readonly FoldPart[] {
  const known = new Map<string, string>();
  return folds.map(({ fold, window, place }, index) => {
    const number = index + 1;
    const table = recordTables[window.source];
    const part = partSql(fold, {
      table,
      statement,
      textParameters: known,
      collectCondition: `${number} = any(missing.folds)`,
    });
    if (part === null) throw new Error(`the totals of ${fold.id} cannot be computed`);
    return { ...part, number, place };
  });
}

/** Returns rows `fold, place, key, starts, ends, whole`. Most pieces are passed as step numbers, since a time is a long text. */
function piecesSql(folds: readonly IndexedFold[], keys: string, statement: Statement): string {
  const steps: [folds: number[], starts: number[], ends: number[]] = [[], [], []];
  const others: (WindowBucket & { readonly number: number })[] = [];
  for (const [index, { fold }] of folds.entries())
    for (const { from, until, whole } of splitIntoBuckets(fold)) {
      if (!whole || from === null) {
        others.push({ from, until, whole, number: index + 1 });
        continue;
      }
      steps[0].push(index + 1);
      steps[1].push(from / stepMs);
      steps[2].push(until / stepMs);
    }
  const rest = [
    numbersSql(others.map((each) => each.number), statement),
    timesSql(others.map((each) => each.from), statement),
    timesSql(others.map((each) => each.until), statement),
    `${statement.bind(others.map((each) => each.whole))}::boolean[]`,
  ]; // prettier-ignore
  const places = numbersSql(
    folds.map((each) => each.place),
    statement,
  );
  const time = (steps: string): string => `timestamptz 'epoch' + ${steps} * ${stepSql}`;
  return `select fold, (${places})[fold] as place, (${keys})[fold] as key, starts, ends, whole from (
      select fold, ${time('first')} as starts, ${time('after')} as ends, true as whole
      from unnest(${steps.map((numbers) => numbersSql(numbers, statement)).join(', ')}) as steps (fold, first, after)
      union all select * from unnest(${rest.join(', ')}) as rest (fold, starts, ends, whole)) each`;
}

const stepSql = `interval '${stepMs} milliseconds'`;

interface WindowRecordsSql {
  /** The FROM clause without the time conditions. */
  readonly from: string;
  /** Parameter with the id of the subject. */
  readonly except: string | null;
}

function windowRecordsSql(window: WindowRequest, statement: Statement, organization: string): WindowRecordsSql {
  const { table } = recordTables[window.source];
  const { conditions, except } = linkConditions(window, statement, organization);
  return {
    from: `${table} where ${[...conditions, ...(except === null ? [] : [`r.id <> ${except}`])].join(' and ')}`,
    except,
  };
}

/**
 * Returns rows `place, happened_at`: the times at which the subject itself is stored, which may have changed since. Returns `null` if no
 * window excludes it. Windows of one source exclude the same record.
 */
function subjectTimesSql(
  windows: readonly WindowRequest[],
  records: readonly WindowRecordsSql[],
  organization: string,
): string | null {
  const bySource = new Map<WindowRequest['source'], { readonly except: string; readonly places: number[] }>();
  for (const [place, { source }] of windows.entries()) {
    const except = records[place]!.except;
    if (except === null) continue;
    const known = bySource.get(source);
    if (known) known.places.push(place);
    else bySource.set(source, { except, places: [place] });
  }
  const selects = Array.from(bySource, ([source, { except, places }]) => {
    const { table, time } = recordTables[source];
    return `select place, ${time} as happened_at from ${table} cross join unnest(array[${places.join()}]) place
      where r.organization_id = ${organization} and r.id = ${except}`;
  });
  return selects.length === 0 ? null : selects.join(' union all ');
}

/** Conditions on a part: it was changed by a transaction with the number `seen` or a later one; it contains the subject. */
const hasLateChangeSql = (part: string, seen: string): string =>
  `exists (select from late where late.place = ${part}.place and late.starts >= ${part}.starts and late.starts < ${part}.ends
     and late.changed_by >= ${seen})`;
const containsSubjectSql = (part: string): string =>
  `exists (select from own where own.place = ${part}.place and own.happened_at >= ${part}.starts and own.happened_at < ${part}.ends)`;

/** Returns which pieces are stored and valid, and for each window the missing periods with the folds that lack them. */
function storedPartsSql(
  windows: readonly WindowRequest[],
  { organization, own }: { readonly organization: string; readonly own: string | null },
  statement: Statement,
): string {
  const late = windows.map((window, place) => {
    const keys = `${statement.bind(notedKeys(window, recordTables[window.source]))}::text[]`;
    return `select ${place} as place, date_bin(${stepSql}, change.happened_at, timestamptz 'epoch') as starts, max(change.changed_by) as changed_by, count(*) as changes
       from window_changes change where change.organization_id = ${organization} and change.source = '${window.source}'
         and change.key = any(${keys}) and change.changed_by >= (select seen from since)
       group by 2`;
  });
  return `own as materialized (${own ?? 'select null::int as place, null::timestamptz as happened_at where false'}),
    kept as materialized (select distinct on (part.key, part.starts, part.ends) part.*
      from known, (select key, min(starts) as since from piece group by key) asked
      join window_parts part on part.organization_id = ${organization} and part.key = asked.key and part.starts >= asked.since
      where part.seen between known.floor and known.seen
      order by part.key, part.starts, part.ends, part.seen desc),
    since as materialized (select least((select min(kept.seen) from kept where exists (select from piece
        where piece.whole and piece.key = kept.key and piece.starts = kept.starts and piece.ends = kept.ends)), seen) as seen
      from known),
    late as materialized (${late.join(' union all ')}),
    found as materialized (select piece.fold, piece.place, kept.* from piece
      join kept on kept.key = piece.key and kept.starts = piece.starts and kept.ends = piece.ends
      where piece.whole and not ${hasLateChangeSql('piece', 'kept.seen')} and not ${containsSubjectSql('piece')}),
    unfound as materialized (select piece.* from piece where not exists
      (select from found where found.fold = piece.fold and found.starts = piece.starts and found.ends = piece.ends)),
    missing as materialized (select place, starts, ends, array_agg(fold) as folds from unfound group by 1, 2, 3)`;
}

/** Returns all folds of a window for each missing period: finding a record costs more than aggregating it. */
function missingPartsSql(place: number, parts: readonly FoldPart[], { from }: WindowRecordsSql, time: string): string {
  const name = (number: number, index: number): string => `p${number}_${index}`;
  const columns = parts.flatMap(({ columns, number }) =>
    columns.map((sql, index) => `${sql} as ${name(number, index)}`),
  );
  const rows = parts.map(
    ({ columns, number }) => `(${[number, ...columns.map((_, index) => name(number, index))].join(', ')})`,
  );
  return `select starts, ends, each.* from (select * from missing where missing.place = ${place}) missing
    cross join lateral (select ${columns.join(', ')} from ${from} and ${time} >= missing.starts and ${time} < missing.ends) as counts
    cross join lateral (values ${rows.join(', ')}) as each (fold, ${partColumnList})`;
}

function storePartsSql(organization: string, renewed: number): string {
  const columns = `organization_id, key, starts, ends, ${partColumnList}, seen`;
  const values = `${organization}, part.key, part.starts, part.ends, ${partColumnList.replace(/(\w+)/g, 'part.$1')}, known.seen`;
  return `insert into window_parts (${columns})
    select ${values} from counted part, known where part.whole and part.ends <= known.closed
      and not ${hasLateChangeSql('part', 'known.seen')} and not ${containsSubjectSql('part')}
    union all (select ${values} from found part, known
      where part.seen < case when (select sum(changes) from late) > ${renewAfterChanges} then known.seen else known.renewed end
      order by part.seen limit ${renewed})`;
}

import type { FoldRequest, WindowRequest } from '@tamis/engine';

import { notedKeys, partKey } from '../domain/part-key.js';
import { windowPieces } from '../domain/window-pieces.js';
import { type FactsQuery, linkConditions, recordTables } from './facts-query.js';
import { partColumns, partSql } from './fold-sql.js';
import { Statement } from './statement.js';
import { markSql } from './window-marks.js';

/** So many different values of one part are kept. A window that has more is counted from its records. */
export const mostDistinct = 1_000;

/** Parts that are told to hold still, of those that have not been for half a day, with each reading of a window. */
const renewedAtOnce = 16;

const seen = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/**
 * `known`: hours that ended until `closed` are stored or will be noted as changed; parts that have not `seen` at least `floor` hold no
 * more. Transactions have numbers; a snapshot has seen what was over before the least number of those under way.
 */
const marks = `known as materialized (
    select max(ended) filter (where fence <= ${seen} and not is_floor) as closed, ${seen} as seen,
      greatest(min(fence), max(fence) filter (where is_floor)) as floor,
      max(fence) filter (where ended <= now() - interval '12 hours') as renewed
    from window_marks),
  marked as (${markSql})`;

interface PartsFor {
  readonly organizationId: string;
  /** Each of them one of which `totalsQuery` told `manyRecords`. */
  readonly windows: readonly WindowRequest[];
}

/**
 * Column `f<i>_<j>` of the row: of the j-th fold of the i-th window the JSON text `[odd, rows, known, matching, count, value]`. Parts that
 * are missing, or were changed since they were stored, are counted from the records and stored.
 */
export function partsQuery({ organizationId, windows }: PartsFor): FactsQuery {
  const statement = new Statement();
  const organization = `${statement.place(organizationId)}::uuid`;
  const ctes = [marks];
  const columns: string[] = [];
  for (const [index, window] of windows.entries()) {
    const { from, own } = partsFrom(window, statement, organization);
    if (own !== null) ctes.push(`own_${index} as materialized (${own})`);
    for (const [place, fold] of (window.folds ?? []).entries()) {
      const name = `${index}_${place}`;
      const part = partSql(fold, recordTables[window.source], statement);
      if (part === null) throw new Error(`the totals of ${fold.id} cannot be computed`);
      ctes.push(
        ...foldSql(
          { name, window, fold, organization, from, own: own && `own_${index}`, columns: part.columns },
          statement,
        ),
      );
      const sums = ['odd', 'row_count', 'known', 'matching', 'value_count'].map((each) => `coalesce(sum(${each}), 0)`);
      const total = `json_build_array(${[...sums, part.together(`all_${name}`)].join(', ')})::text`;
      columns.push(`(select ${total} from all_${name}) as f${name}`);
    }
  }
  return { text: `with ${ctes.join(',\n')}\nselect ${columns.join(',\n')}`, values: statement.values };
}

/** What stands after FROM but for the times, and the time at which the subject itself is stored, of which it may be at another by now. */
function partsFrom(window: WindowRequest, statement: Statement, organization: string) {
  const { table, time } = recordTables[window.source];
  const { conditions, except } = linkConditions(window, statement, organization);
  const from = `${table} where ${[...conditions, ...(except === null ? [] : [`r.id <> ${except}`])].join(' and ')}`;
  const own =
    except &&
    `select ${time} as happened_at from ${table} where r.organization_id = ${organization} and r.id = ${except}`;
  return { from, own };
}

interface FoldOfParts {
  readonly name: string;
  readonly window: WindowRequest;
  readonly fold: FoldRequest;
  readonly organization: string;
  readonly from: string;
  readonly own: string | null;
  readonly columns: readonly string[];
}

function foldSql(
  { name, window, fold, organization, from, own, columns }: FoldOfParts,
  statement: Statement,
): readonly string[] {
  const table = recordTables[window.source];
  const pieces = windowPieces(fold);
  const places = [pieces.map((each) => each.from), pieces.map(({ until }) => until)].map(
    (times) => `${statement.place(times)}::timestamptz[]`,
  );
  const wholes = `${statement.place(pieces.map(({ whole }) => whole))}::boolean[]`;
  const key = `${statement.place(partKey(window, fold))}::uuid`;
  const named = partColumns.join(', ');
  const isLate = (part: string): string =>
    `exists (select from late_${name} late where late.starts >= ${part}.starts and late.starts < ${part}.ends and late.changed_by >= `;
  const isOwn = (part: string): string =>
    own === null
      ? 'false'
      : `exists (select from ${own} own where own.happened_at >= ${part}.starts and own.happened_at < ${part}.ends)`;
  const isMany = `cardinality(items) > ${mostDistinct}`;
  return [
    `piece_${name} as materialized (select * from unnest(${places.join(', ')}, ${wholes}) as piece (starts, ends, whole))`,
    `kept_${name} as materialized (select distinct on (part.starts, part.ends) part.*
       from known, window_parts part where part.organization_id = ${organization} and part.key = ${key} and part.seen between known.floor and known.seen
       order by part.starts, part.ends, part.seen desc)`,
    `late_${name} as materialized (select date_trunc('hour', change.happened_at, 'UTC') as starts, max(change.changed_by) as changed_by
       from window_changes change where change.organization_id = ${organization} and change.source = '${window.source}'
         and change.key = any(${statement.place(notedKeys(window, table))}::text[])
         and change.changed_by >= (select least(min(kept.seen), (select seen from known)) from kept_${name} kept)
       group by 1)`,
    `found_${name} as materialized (select kept.* from kept_${name} kept
       join piece_${name} piece on piece.whole and piece.starts = kept.starts and piece.ends = kept.ends
       where not ${isLate('kept')}kept.seen) and not ${isOwn('kept')})`,
    `counted_${name} as materialized (select piece.*, row_count, known, matching, value_count,
         odd + case when ${isMany} then 1 else 0 end as odd, number, case when ${isMany} then null else items end as items
       from (select * from piece_${name} piece where not exists
           (select from found_${name} found where found.starts = piece.starts and found.ends = piece.ends) offset 0) piece
       cross join lateral (select ${columns.join(', ')}
         from ${from} and ${table.time} >= piece.starts and ${table.time} < piece.ends) as part (${named}))`,
    `stored_${name} as (insert into window_parts (organization_id, key, starts, ends, ${named}, seen)
       select ${organization}, ${key}, part.starts, part.ends, ${named.replace(/(\w+)/g, 'part.$1')}, known.seen
       from counted_${name} part, known where part.whole and part.ends <= known.closed
         and not ${isLate('part')}known.seen) and not ${isOwn('part')}
       union all (select ${organization}, ${key}, part.starts, part.ends, ${named.replace(/(\w+)/g, 'part.$1')}, known.seen
       from found_${name} part, known where part.seen < known.renewed limit ${renewedAtOnce}))`,
    `all_${name} as (select ${named} from found_${name} union all select ${named} from counted_${name})`,
  ];
}

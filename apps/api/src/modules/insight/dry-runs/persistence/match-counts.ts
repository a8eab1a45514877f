import { type Queryable, SqlConditions } from '../../../../platform/database/index.js';
import type { DryRun } from '../domain/dry-run.js';
import { keyOf, type MatchConditions } from './match-store.js';

/** A figure of the matches: the number of records for one value of a filter, subject to all other filters. */
export interface MatchCount {
  readonly figure: 'all' | 'decisions' | 'days' | 'segments' | 'labels' | 'rules' | 'clauses';
  /** The values to which the figure belongs; null if there is none. */
  readonly of: readonly (string | null)[];
  readonly records: number;
}

type Test = readonly [condition: string, value: unknown];

/** Returns each filter as a column that says whether it matches. */
function filterColumns(run: DryRun, query: MatchConditions, bind: (value: unknown) => string) {
  const holds = (...tests: readonly Test[]): string =>
    tests
      .filter(([, value]) => value !== undefined)
      .map(([condition, value]) => condition.replace('?', () => bind(value)))
      .join(' and ') || 'true';
  const label: Test =
    query.label === 'unlabelled' ? ['?::boolean and label is null', true] : ['label = ?', query.label];
  return {
    decisions: holds(['decision_baseline = ?', query.decisionFrom], ['decision_candidate = ?', query.decisionTo]),
    days: holds(['occurred_at >= ?', query.from], ['occurred_at <= ?', query.to]),
    segments: holds(['? = any(segments)', query.segment]),
    labels: holds(label),
    rules: holds(
      ['change = ?', query.change],
      ['rule_key = ?', keyOf(run, query.ruleId)],
      ['rule_key = ?', query.ruleKey],
      ['clause = ?', query.clause],
    ),
  };
}

const figures = [
  { figure: 'decisions', without: 'decisions', of: ['decision_baseline', 'decision_candidate'], more: '' },
  { figure: 'days', without: 'days', of: [`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD')`], more: '' },
  { figure: 'segments', without: 'segments', of: ['segment'], more: ', unnest(segments) segment' },
  { figure: 'labels', without: 'labels', of: ['label'], more: '' },
  { figure: 'rules', without: 'rules', of: ['rule_key', 'change'], more: ' where rule_key is not null' },
  { figure: 'clauses', without: 'rules', of: ['rule_key', 'change', 'clause'], more: ' where clause is not null' },
] as const;

/** Returns how many matches of a dry run would remain for each filter that could be set next, using a single scan. */
export async function countMatches(
  client: Queryable,
  run: DryRun,
  query: MatchConditions,
): Promise<readonly MatchCount[]> {
  const conditions = new SqlConditions(run.organizationId).add('dry_run_id = ?', run.id).addRaw('value_index = 0');
  const filters = filterColumns(run, query, (value) => conditions.bind(value));
  const names = Object.keys(filters) as (keyof typeof filters)[];
  const counted = (figure: string, of: readonly string[], without: string | null, more: string): string => {
    const all = names.filter((name) => name !== without).map((name) => `by_${name}`);
    const from = `matches${more}${more.includes('where') ? ' and ' : ' where '}${all.join(' and ')}`;
    const group = of.length > 0 ? ` group by ${of.join(', ')}` : '';
    return `select '${figure}' as figure, array[${of.join(', ')}]::text[] as of, count(distinct record_id)::int as records
      from ${from}${group}`;
  };
  const { rows } = await client.query<MatchCount>(
    `with matches as materialized (
       select record_id, occurred_at, segments, label, change, rule_key, clause, decision_baseline, decision_candidate,
         ${names.map((name) => `coalesce(${filters[name]}, false) as by_${name}`).join(', ')}
       from dry_run_matches where ${conditions.where})
     ${[
       counted('all', [], null, ''),
       ...figures.map(({ figure, of, without, more }) => counted(figure, of, without, more)),
     ].join('\n union all ')}`,
    conditions.values,
  );
  return rows;
}

import { ownEvaluationsSql } from '../../../decisions/evaluations/index.js';
import { type Queryable, SqlConditions } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { FoundOutcome, VersionChange, VersionPair } from '../domain/version-pair.js';

/** Maximum number of evaluations that are compared, the newest ones. */
const maxEvaluations = 100_000;

export interface ComparisonScope {
  readonly pairs: readonly VersionPair[];
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Returns SQL for the outcome of one version in an evaluation. */
const outcomeSql = (
  index: string,
): string => `coalesce((select o ->> 'outcome' from json_array_elements(e.outcome -> 'outcomes') o
  where (o ->> 'rule')::int = ${index}), 'no_hit')`;

/** Returns SQL for the evaluations that included both versions, with the outcome of each. */
function comparedEvaluationsSql(conditions: SqlConditions, { pairs, from, to }: ComparisonScope): string {
  const places = {
    revisions: conditions.bind(pairs.map(({ set }) => set.revision)),
    bases: conditions.bind(pairs.map(({ baseIndex }) => baseIndex)),
    heads: conditions.bind(pairs.map(({ headIndex }) => headIndex)),
    from: conditions.bind(from),
    to: conditions.bind(to),
  };
  return `(select e.organization_id, e.id, e.record_type, e.record_id, e.external_id, e.evaluated_at, e.now,
       ${outcomeSql('p.base')} as base, ${outcomeSql('p.head')} as head
     from (select * from ${ownEvaluationsSql} own where evaluated_at >= ${places.from} and evaluated_at < ${places.to}
         and rule_set_revision = any(${places.revisions}::int[]) and rule_id is null
       order by evaluated_at desc, id desc limit ${maxEvaluations}) e
     join unnest(${places.revisions}::int[], ${places.bases}::int[], ${places.heads}::int[]) p (revision, base, head)
       on p.revision = e.rule_set_revision
     where (e.outcome -> 'evaluated')::jsonb @> jsonb_build_array(p.base, p.head)) compared`;
}

export interface OutcomeCount {
  readonly base: FoundOutcome;
  readonly head: FoundOutcome;
  readonly count: number;
}

/** Counts how often the versions had the same outcome, and how often which different ones. */
export async function countOutcomes(
  client: Queryable,
  organizationId: string,
  compared: ComparisonScope,
): Promise<readonly OutcomeCount[]> {
  const conditions = new SqlConditions(organizationId);
  const { rows } = await client.query<OutcomeCount>(
    `select base, head, count(*)::int as count from ${comparedEvaluationsSql(conditions, compared)} group by base, head`,
    conditions.values,
  );
  return rows;
}

/** An evaluation in which the versions were compared. */
export interface ComparedEvaluation {
  readonly id: string;
  readonly recordType: string;
  readonly recordId: string;
  readonly externalId: string | null;
  readonly now: Date;
  readonly base: FoundOutcome;
  readonly head: FoundOutcome;
}

const columns = `id, record_type as "recordType", record_id as "recordId", external_id as "externalId", now, base, head`;

/** SQL conditions for each kind of difference between the versions. */
const changeConditions: Readonly<Record<VersionChange, string>> = {
  gained: `base = 'no_hit' and head = 'hit'`,
  lost: `base = 'hit' and head = 'no_hit'`,
  same: `base = 'hit' and head = 'hit'`,
  unknown: `base <> head and 'unknown' in (base, head)`,
};

/** Returns evaluations with different outcomes, newest first. */
export async function findDifferingEvaluations(
  client: Queryable,
  organizationId: string,
  compared: ComparisonScope,
  limit: number,
): Promise<readonly ComparedEvaluation[]> {
  const conditions = new SqlConditions(organizationId);
  const { rows } = await client.query<ComparedEvaluation>(
    `select ${columns} from ${comparedEvaluationsSql(conditions, compared)} where base <> head
     order by evaluated_at desc, id desc limit ${conditions.bind(limit)}`,
    conditions.values,
  );
  return rows;
}

/** Lists records with one kind of difference, or all on which the versions differ or both hit; newest first. */
export function listComparedEvaluations(
  client: Queryable,
  organizationId: string,
  { ruleId, ...compared }: ComparisonScope & { readonly ruleId: string },
  query: PageQuery & { readonly change?: VersionChange },
): Promise<Page<ComparedEvaluation>> {
  const conditions = new SqlConditions(organizationId);
  const from = comparedEvaluationsSql(conditions, compared);
  const all = Object.values(changeConditions);
  conditions.addRaw(query.change ? changeConditions[query.change] : all.map((each) => `(${each})`).join(' or '));
  return selectPage<ComparedEvaluation>(client, {
    list: `compared versions of ${ruleId}`,
    columns,
    from,
    conditions,
    query,
    sortBy: { column: 'evaluated_at', type: 'timestamptz' },
    descending: true,
  });
}

/** SQL in `from`: recent user events of an entity; `$1` is the organization. */
export const userEventsOfSql = (entity: string): string =>
  `(select * from user_events where organization_id = $1 and entity_id = ${entity})`;

/** SQL in `from`: transactions of the organization `$1` that have an entity on one side. */
export const transactionsOfSql = (side: 'origin' | 'destination', entity: string): string =>
  `(select * from transactions where organization_id = $1 and ${side}_entity_id = ${entity})`;

/** SQL: ids of the records that were created by a batch; `?` is the batch. */
export const recordsOfBatchSql = `select t.id from transactions t where t.organization_id = $1 and t.batch_job_id = ?::uuid
  union all select u.id from user_events u where u.organization_id = $1 and u.batch_job_id = ?::uuid`;

/** SQL: the batches that created the transactions `$2` and the user events `$3`. */
export const batchesOfRecordsSql = `select id, batch_job_id as batch from transactions
     where organization_id = $1 and id = any($2::uuid[]) and batch_job_id is not null
     union all select id, batch_job_id from user_events
     where organization_id = $1 and id = any($3::uuid[]) and batch_job_id is not null`;

/** SQL that locks the transactions whose ids are in an array, in the lock order used everywhere. */
export const lockTransactionsSql = (ids: string): string =>
  `select from transactions where organization_id = $1 and id = any(${ids}) order by id for no key update`;

/** SQL that locks the transaction `$2`, like changes to its alerts do, and returns its origin entity. */
export const lockTransactionOriginSql =
  'select origin_entity_id as "originEntityId" from transactions where organization_id = $1 and id = $2 for no key update';

/** SQL condition: the transaction has an unresolved alert. `$1` is the organization. */
export const hasOpenAlertSql = (transaction: string): string => `exists (select from alerts a
  where a.organization_id = $1 and a.transaction_id = ${transaction} and a.status <> 'RESOLVED')`;

/**
 * SQL that sets `flagged` on those transactions of `$2` for which a condition on `r.id` holds or whose last evaluation made a suggestion,
 * and clears it on the others of them.
 */
export const flagTransactionsSql = (condition: string): string => `update transactions t set flagged = f.flagged
      from (select id, ${condition}
          or exists (select from evaluations e
            where e.organization_id = $1 and e.id = r.last_evaluation_id and e.outcome ->> 'suggestion' is not null) as flagged
        from transactions r where r.organization_id = $1 and r.id = any($2::uuid[])) f
      where t.organization_id = $1 and t.id = f.id and t.flagged <> f.flagged`;

/** SQL that invalidates window counts, since the rows of a quarter that they include were dropped. */
export const insertWindowFloorSql = `insert into window_marks (ended, fence, is_floor)
  values (now() + interval '1 day', pg_current_xact_id()::text::bigint + 1, true)`;

/** SQL: evidence about rules from completed dry runs of the organization `$1`; more conditions may be appended. */
export const dryRunEvidenceSql = `select id as "dryRunId", candidate -> 'contentHashes' as "contentHashes", finished_at as "finishedAt"
  from dry_runs where organization_id = $1 and kind = 'dry_run' and status = 'completed' and removed_at is null`;

/** SQL that records that rule versions `$3` were put in force based on the dry run `$2`. */
export const markEvidenceSql =
  'update dry_runs set evidence_of = evidence_of || $3::jsonb where organization_id = $1 and id = $2';

/** SQL value: the version of the shared names of an organization's rules at a given time; 0 if there were none. */
export const libraryVersionSql = (organization: string, moment: string): string =>
  `(select coalesce(max(l.version), 0) from library_names l
    where l.organization_id = ${organization} and l.created_at <= ${moment})`;

/** SQL: the text of the current shared names of the rules of organization `$1`. */
export const librarySourceSql =
  'select source from library_names where organization_id = $1 order by version desc limit 1';

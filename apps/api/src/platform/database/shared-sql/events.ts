/** SQL in `from`: what an entity did of late, as rows of user events; `$1` is the organization. */
export const userEventsOfSql = (entity: string): string =>
  `(select * from user_events where organization_id = $1 and entity_id = ${entity})`;

/** SQL in `from`: the transactions of the organization `$1` in which an entity is on one side. */
export const transactionsOfSql = (side: 'origin' | 'destination', entity: string): string =>
  `(select * from transactions where organization_id = $1 and ${side}_entity_id = ${entity})`;

/** SQL: ids of the records that came with a batch; `?` is the batch. */
export const recordsOfBatchSql = `select t.id from transactions t where t.organization_id = $1 and t.batch_job_id = ?::uuid
  union all select u.id from user_events u where u.organization_id = $1 and u.batch_job_id = ?::uuid`;

/** The batches that the transactions `$2` and the user events `$3` came with. */
export const batchesOfRecordsSql = `select id, batch_job_id as batch from transactions
     where organization_id = $1 and id = any($2::uuid[]) and batch_job_id is not null
     union all select id, batch_job_id from user_events
     where organization_id = $1 and id = any($3::uuid[]) and batch_job_id is not null`;

/** Locks the transactions whose ids are in an array, in the order in which everybody locks them. */
export const lockTransactionsSql = (ids: string): string =>
  `select from transactions where organization_id = $1 and id = any(${ids}) order by id for no key update`;

/** Locks the transaction `$2`, as whoever changes its alerts does, and says whom it comes from. */
export const lockTransactionOriginSql =
  'select origin_entity_id as "originEntityId" from transactions where organization_id = $1 and id = $2 for no key update';

/** SQL of a condition: an alert about the transaction waits for somebody. `$1` is the organization. */
export const hasOpenAlertSql = (transaction: string): string => `exists (select from alerts a
  where a.organization_id = $1 and a.transaction_id = ${transaction} and a.status <> 'RESOLVED')`;

/** Flags the transactions `$2` for which a condition on `r.id` holds, or whose last evaluation suggested something; no others of them. */
export const flagTransactionsSql = (condition: string): string => `update transactions t set flagged = f.flagged
      from (select id, ${condition}
          or exists (select from evaluations e
            where e.organization_id = $1 and e.id = r.last_evaluation_id and e.outcome ->> 'suggestion' is not null) as flagged
        from transactions r where r.organization_id = $1 and r.id = any($2::uuid[])) f
      where t.organization_id = $1 and t.id = f.id and t.flagged <> f.flagged`;

/** Since the rows of a quarter are gone, what windows counted of it holds no more. */
export const insertWindowFloorSql = `insert into window_marks (ended, fence, is_floor)
  values (now() + interval '1 day', pg_current_xact_id()::text::bigint + 1, true)`;

/** What dry runs of the organization `$1` that are completed show of rules; more conditions may follow. */
export const dryRunEvidenceSql = `select id as "dryRunId", candidate -> 'contentHashes' as "contentHashes", finished_at as "finishedAt"
  from dry_runs where organization_id = $1 and kind = 'dry_run' and status = 'completed' and removed_at is null`;

/** Notes that versions of rules, `$3`, were put in force with the dry run `$2`. */
export const markEvidenceSql =
  'update dry_runs set evidence_of = evidence_of || $3::jsonb where organization_id = $1 and id = $2';

/** SQL of a value: the version of the names that rules of an organization shared at a moment; 0: there were none. */
export const libraryVersionSql = (organization: string, moment: string): string =>
  `(select coalesce(max(l.version), 0) from library_names l
    where l.organization_id = ${organization} and l.created_at <= ${moment})`;

import { ownEvaluationsSql } from '../../../decisions/evaluations/index.js';
import type { Queryable } from '../../../../platform/database/index.js';
import {
  evaluationColumns,
  type EvaluationPart,
  parseJsonColumns,
  type StoredEvaluationReading,
  type UnparsedRow,
} from './past-transactions.js';

/** An evaluation other than that of a new payment: of an entity, a user event, or a changed payment. */
export interface PastEvaluationRow extends EvaluationPart {
  readonly id: string;
  readonly record_id: string;
  readonly external_id: string | null;
  readonly trigger: string;
  readonly now: Date;
  readonly evaluated_at: Date;
}

export interface EvaluationRange {
  readonly recordType: string;
  /** `null` to start from the first one. */
  readonly from: Date | null;
  readonly to: Date;
  readonly asOf: Date;
}

/** Yields past evaluations in the order in which they were made. On-demand evaluations and those after the response are not included. */
export async function* readPastEvaluations(
  client: Queryable,
  organizationId: string,
  { recordType, from, to, asOf, numbers, withReads }: EvaluationRange & StoredEvaluationReading,
  count: number,
): AsyncGenerator<readonly PastEvaluationRow[]> {
  let after: readonly [Date, string] = [new Date(0), '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const { rows } = await client.query<UnparsedRow<PastEvaluationRow>>({
      name: `replayed-runs-${withReads}`,
      text: `select e.id, e.record_id, e.external_id, e.trigger, e.now, ${evaluationColumns(withReads)} from ${ownEvaluationsSql} e
        where e.record_type = $2 and e.trigger <> 'transaction_created' and e.stage = 'sync'
          and e.evaluation_type = 'RULES' and e.rule_id is null
          and e.now >= coalesce($3, '-infinity'::timestamptz) and e.now <= $4 and e.evaluated_at <= $5
          and (e.evaluated_at, e.id) > ($6, $7)
        order by e.evaluated_at, e.id limit $8`,
      values: [organizationId, recordType, from, to, asOf, ...after, count],
    });
    if (rows.length > 0) yield rows.map((row) => parseJsonColumns(row, numbers));
    const last = rows.at(-1);
    if (!last || rows.length < count) return;
    after = [last.evaluated_at, last.id];
  }
}

export async function countPastEvaluations(
  client: Queryable,
  organizationId: string,
  { recordType, from, to, asOf }: EvaluationRange,
): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${ownEvaluationsSql} e
     where e.record_type = $2 and e.trigger <> 'transaction_created' and e.stage = 'sync'
       and e.evaluation_type = 'RULES' and e.rule_id is null
       and e.now >= coalesce($3, '-infinity'::timestamptz) and e.now <= $4 and e.evaluated_at <= $5`,
    [organizationId, recordType, from, to, asOf],
  );
  return Number(rows[0]!.count);
}

import { openInputs, ownEvaluationsSql } from '../../../decisions/evaluations/index.js';
import { ownTransactionsSql } from '../../../events/transactions/index.js';
import type { Facts } from '@tamis/engine';

import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { minIdAt, type Queryable } from '../../../../platform/database/index.js';

/** A payment's position in replay order. */
export interface PastTransactionKey {
  readonly id: string;
  readonly transacted_at: Date;
  readonly created_at: Date;
}

export interface PastTransactionRange {
  /** `null` to start with the first payment. */
  readonly from: Date | null;
  readonly to: Date;
  /** Payments that arrived later are not included. */
  readonly asOf: Date;
  /** Only payments in which one of these entities takes part. */
  readonly parties?: readonly string[];
}

const inRange = `transacted_at >= coalesce($2, '-infinity'::timestamptz) and transacted_at <= $3
   and created_at <= $4
   and ($5::uuid[] is null or origin_entity_id = any($5) or destination_entity_id = any($5))`;

const rangeParams = (organizationId: string, { from, to, asOf, parties }: PastTransactionRange): unknown[] => [
  organizationId,
  from,
  to,
  asOf,
  parties ?? null,
];

export async function countTransactions(
  client: Queryable,
  organizationId: string,
  span: PastTransactionRange,
): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${ownTransactionsSql} t where ${inRange}`,
    rangeParams(organizationId, span),
  );
  return Number(rows[0]!.count);
}

/** Yields keys of payments in batches, ordered by arrival or by their own time. Must be called within a transaction. */
export async function* readTransactionKeys(
  client: Queryable,
  organizationId: string,
  span: PastTransactionRange & { readonly by: 'arrival' | 'event_time' },
  count: number,
): AsyncGenerator<readonly PastTransactionKey[]> {
  const order = span.by === 'arrival' ? 'seq' : 'transacted_at, seq';
  await client.query(
    `declare payment_keys no scroll cursor for
       select id, transacted_at, created_at from ${ownTransactionsSql} t where ${inRange} order by ${order}`,
    rangeParams(organizationId, span),
  );
  for (;;) {
    const { rows } = await client.query<PastTransactionKey>(`fetch ${count} from payment_keys`);
    if (rows.length > 0) yield rows;
    if (rows.length < count) break;
  }
  await client.query('close payment_keys');
}

/** Stored data of an evaluation that decided at its time. */
export interface EvaluationPart {
  /** `null` if no rules ran, in which case the following members are absent. */
  readonly context: Readonly<Record<string, unknown>> | null;
  readonly evaluated_at: Date | null;
  readonly decision: string;
  readonly risk_score: number;
  readonly total_score: number;
  readonly rule_set_version: string;
  readonly rule_set_revision: number;
  readonly hit_rule_ids: readonly string[];
  /** Keys of the executed matrices. */
  readonly matrices: readonly { readonly matrix: string }[] | null;
  /** Its look-ups, if they were requested. */
  readonly reads: NonNullable<Facts['reads']> | null;
}

type JsonColumn = 'matrices' | 'reads';

/** How evaluations are read. */
export interface StoredEvaluationReading {
  readonly numbers: AccountNumberCipher;
  /** Whether current rules may read what the evaluations looked up. */
  readonly withReads: boolean;
}

/** A row with JSON as text, and packed inputs. */
export type UnparsedRow<Row extends EvaluationPart> = Omit<Row, JsonColumn | 'context' | 'status_history'> &
  Readonly<Record<JsonColumn, string | null>> & { readonly inputs: Buffer | null };

/** Parses the JSON columns of a row. */
export const parseJsonColumns = <
  Row extends Readonly<Record<JsonColumn, string | null>> & { readonly inputs: Buffer | null },
>(
  { inputs, matrices, reads, ...row }: Row,
  numbers: AccountNumberCipher,
): Omit<Row, JsonColumn | 'inputs'> & Pick<EvaluationPart, JsonColumn | 'context'> => ({
  ...row,
  context: inputs === null ? null : (JSON.parse(openInputs(inputs, numbers).context) as EvaluationPart['context']),
  matrices: matrices === null ? null : (JSON.parse(matrices) as EvaluationPart['matrices']),
  reads: reads === null ? null : (JSON.parse(numbers.open('evaluations', reads)) as EvaluationPart['reads']),
});

/** Returns the column list for SELECT, for evaluations `e`. */
export const evaluationColumns = (
  withReads: boolean,
): string => `e.inputs, e.evaluated_at, e.decision, e.risk_score::float8 as risk_score,
   e.total_score::float8 as total_score, e.rule_set_version, e.rule_set_revision, e.hit_rule_ids,
   e.outcome -> 'matrices' as matrices, ${withReads ? 'e.reads' : 'null::json as reads'}`;

export interface PastStatus {
  readonly status: string;
  readonly changedAt: string;
  /** `rule`, or the id of an actor. */
  readonly changedBy: string;
}

export interface PastTransactionRow extends EvaluationPart {
  readonly id: string;
  readonly external_id: string;
  readonly flagged: boolean;
  readonly reason: string;
  readonly status_history: readonly PastStatus[];
  readonly transacted_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** `null` if no rules ever ran. */
  readonly last_risk_evaluation_at: Date | null;
}

/** A payment is evaluated soon after it is received, which limits where its evaluation is searched for. */
const searchBeforeMs = 60_000;
const searchAfterMs = 3_600_000;

/** Returns the first and last possible id for something created in a period, since ids begin with a time. */
function idsBetween(from: number, to: number): readonly [string, string] {
  return [minIdAt(from), `${minIdAt(to).slice(0, 13)}-ffff-ffff-ffffffffffff`];
}

/** Returns payments with the evaluation that decided each one when it was created, in the order of the keys. */
export async function readPastTransactions(
  client: Queryable,
  organizationId: string,
  keys: readonly PastTransactionKey[],
  { numbers, withReads }: StoredEvaluationReading,
): Promise<readonly PastTransactionRow[]> {
  const times = keys.map(({ created_at: at }) => at.getTime());
  const [first, last] = idsBetween(Math.min(...times) - searchBeforeMs, Math.max(...times) + searchAfterMs);
  const { rows } = await client.query<UnparsedRow<PastTransactionRow> & { readonly status_history: string }>({
    name: `replayed-payments-${withReads}`,
    text: `select t.id, t.external_id, t.flagged, t.reason, t.status_history, t.transacted_at, t.created_at, t.updated_at,
        t.last_risk_evaluation_at, e.*
      from unnest($2::uuid[], $3::timestamptz[]) with ordinality as k (id, at, place)
      join ${ownTransactionsSql} t on t.id = k.id and t.transacted_at = k.at
      left join lateral (
        select ${evaluationColumns(withReads)} from ${ownEvaluationsSql} e
        where e.record_id = k.id and e.trigger = 'transaction_created' and e.stage = 'sync'
          and e.id between $4::uuid and $5::uuid
        order by e.evaluated_at limit 1) e on true
      order by k.place`,
    values: [organizationId, keys.map(({ id }) => id), keys.map(({ transacted_at: at }) => at), first, last],
  });
  return rows.map((row) => ({
    ...parseJsonColumns(row, numbers),
    status_history: JSON.parse(row.status_history) as readonly PastStatus[],
  }));
}

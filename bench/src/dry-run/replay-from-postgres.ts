import type { RuleSetContent } from '@tamis/engine';
import type pg from 'pg';

import { withApiServer, type ApiOnDatabase } from '../api-server.js';
import { peakRssMb } from '../machine.js';
import { benchRates } from './dry-run-transactions.js';

export interface PostgresReplay {
  /** The duration of the job. */
  readonly seconds: number;
  /** The peak memory of the server process, including the thread of the job. */
  readonly peakRssMb: number;
  readonly hits: number;
  /** The number of characters of a stored record as rules read it. */
  readonly contextCharacters: number;
}

interface BenchTransaction {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly channel: string;
  readonly status: string;
  readonly transactedAt: string;
  readonly originEntityId: string;
  readonly destinationEntityId: string;
}

const batchSize = 2_000;
/** Payments arrive one millisecond apart, regardless of their own time. */
const firstArrivalMs = Date.parse('2026-02-01T00:00:00Z');

/** Returns a UUID that begins with a time, like those the server creates. */
function timeId(ms: number, kind: number, number: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, '0')}-8000-${number.toString(16).padStart(12, '0')}`;
}

const numberIn = (id: string): number => Number(id.slice(id.indexOf('-') + 1));
const entityId = (id: string): string => timeId(0, 1, numberIn(id));

/** Fields of a server record in addition to those that rules of the benchmark read. */
const furtherMembers = Object.fromEntries(
  ['externalId', 'organizationId', 'reason', 'description', 'category', 'amountInUsd', 'currenciesExchange', 'origin', 'destination',
    'originExternalId', 'originTaxId', 'originName', 'originCountry', 'originDetails', 'destinationExternalId', 'destinationTaxId',
    'destinationName', 'destinationCountry', 'destinationDetails', 'locationDetails', 'metadata', 'riskScore', 'decision', 'flagged',
    'riskMatrixIds', 'lastEvaluationId', 'ruleSetVersion', 'lastRiskEvaluationAt', 'batchJobId', 'createdAt', 'updatedAt',
    'statusHistory', 'destinationEntity'].map((name) => [name, null]),
); // prettier-ignore

/** Returns the row and the stored context of a line of `transactionLines`. */
function rowOf(line: string, index: number): { row: object; context: string } {
  const read = JSON.parse(line) as BenchTransaction | { context: BenchTransaction };
  const payment = 'context' in read ? read.context : read;
  const arrivedMs = firstArrivalMs + index;
  const id = timeId(arrivedMs, 2, index);
  const [origin, destination] = [entityId(payment.originEntityId), entityId(payment.destinationEntityId)];
  const context = JSON.stringify({
    ...furtherMembers,
    ...payment,
    id,
    originEntityId: origin,
    destinationEntityId: destination,
  });
  const row = {
    id,
    evaluation_id: timeId(arrivedMs, 3, index),
    external_id: payment.id,
    status: payment.status,
    channel: payment.channel,
    amount: payment.amount,
    currency: payment.currency,
    origin,
    destination,
    transacted_at: payment.transactedAt,
    arrived_at: new Date(arrivedMs).toISOString(),
    context,
  };
  return { row, context };
}

const storeText = `with p as (
    select * from jsonb_to_recordset($2::jsonb) as p (id uuid, evaluation_id uuid, external_id text, status text, channel text,
      amount numeric, currency text, origin uuid, destination uuid, transacted_at timestamptz, arrived_at timestamptz, context text)),
  stored as (
    insert into transactions (organization_id, id, external_id, type, status, reason, channel, amount, currency, origin_entity_id,
      destination_entity_id, metadata, status_history, transacted_at, created_at, updated_at)
    select $1, id, external_id, 'PAYMENT', status, 'WITHOUT_REASON', channel, amount, currency, origin, destination, '{}', '[]',
      transacted_at, arrived_at, arrived_at from p order by arrived_at)
  insert into evaluations (organization_id, id, record_type, record_id, external_id, entity_ids, trigger, evaluation_type, stage,
    rule_set_version, rule_set_revision, now, evaluated_at, decision, risk_score, risk_level, total_score, outcome, applied,
    inputs, execution_time_ms)
  select $1, evaluation_id, 'transaction', id, external_id, array[origin, destination], 'transaction_created', 'RULES', 'sync',
    'rs_none', 0, transacted_at, arrived_at, 'APPROVE', 0, 'LOW', 0, '{}', '{}', convert_to(context || E'\\x1e{}', 'UTF8'), 0 from p`;

async function inOrganization<T>(
  pool: pg.Pool,
  organizationId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local tamis.organization_id = '${organizationId}'`);
    const done = await work(client);
    await client.query('commit');
    return done;
  } finally {
    client.release();
  }
}

/** Stores payments with their evaluations, as the server does; returns the mean length of their contexts. */
async function store({ pool, organizationId }: ApiOnDatabase, lines: Iterable<string>): Promise<number> {
  let rows: object[] = [];
  let [count, characters] = [0, 0];
  const flush = async (): Promise<void> => {
    const values = [organizationId, JSON.stringify(rows)];
    await inOrganization(pool, organizationId, (client) => client.query(storeText, values));
    rows = [];
  };
  for (const line of lines) {
    const { row, context } = rowOf(line, count);
    rows.push(row);
    count += 1;
    characters += context.length;
    if (rows.length >= batchSize) await flush();
  }
  await flush();
  await inOrganization(pool, organizationId, async (client) => {
    for (const { base, quote, at, rate } of benchRates.quotes)
      await client.query(
        `insert into currency_rates (organization_id, id, base, quote, date, rate, source, loaded_at)
         values ($1, gen_random_uuid(), $2, $3, $4::date, $5, 'bench', now())`,
        [organizationId, base, quote, new Date(at).toISOString().slice(0, 10), rate],
      );
    await client.query('update organizations set rate_max_age_days = $2 where id = $1', [
      organizationId,
      benchRates.maxAgeDays,
    ]);
  });
  await pool.query('vacuum analyze transactions, evaluations');
  return Math.round(characters / Math.max(1, count));
}

interface DryRunResponse {
  readonly dryRunId?: string;
  readonly dryRun?: {
    readonly status: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly rules: readonly { readonly hits: { readonly candidate: number } }[];
  };
}

/** Replays the same payments through the same rules from the database of a server, as a requested dry run. */
export async function replayFromPostgres(lines: Iterable<string>, { rules }: RuleSetContent): Promise<PostgresReplay> {
  let figures: PostgresReplay | null = null;
  const settings = { shared_buffers: '256MB', max_wal_size: '4GB', synchronous_commit: 'off' };
  await withApiServer({ name: 'dry-run', settings }, async (api) => {
    const contextCharacters = await store(api, lines);
    const { port, pid } = await api.start();
    const call = async (path: string, body?: object): Promise<DryRunResponse> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error((await answer.text()).slice(0, 2_000));
      return (await answer.json()) as DryRunResponse;
    };
    const source = rules.map((rule) => rule.source).join('\n');
    const period = { from: '2025-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
    const { dryRunId } = await call('/rules/dry-runs', { source, only: true, against: 'none', ...period });
    for (;;) {
      const { dryRun } = await call(`/rules/dry-runs/${dryRunId ?? ''}`);
      if (dryRun && dryRun.status !== 'queued' && dryRun.status !== 'running') {
        if (dryRun.status !== 'completed') throw new Error(`the dry run ended as ${dryRun.status}`);
        const seconds = (Date.parse(dryRun.finishedAt) - Date.parse(dryRun.startedAt)) / 1_000;
        const hits = dryRun.rules.reduce((sum, each) => sum + each.hits.candidate, 0);
        figures = { seconds, peakRssMb: peakRssMb(pid), hits, contextCharacters };
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  if (figures === null) throw new Error('nothing was replayed');
  return figures;
}

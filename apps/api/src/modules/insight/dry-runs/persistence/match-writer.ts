import { inTransaction, newId, type PgPool } from '../../../../platform/database/index.js';
import type { NewMatch } from '../domain/match-collector.js';
import { ownershipLostError, ownedDryRun, type DryRunOwner } from './dry-run-owner.js';

const decimal = /^-?\d+(\.\d+)?$/;

/** Returns an amount as in the record; `null` if it cannot be stored. */
const amountOf = (value: unknown): string | null => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return decimal.test(text) ? text : null;
};

const toMatchRow = (match: NewMatch, valueIndex: number): object => {
  const { run } = match;
  const amount = amountOf(run.context['amount']);
  const currency = run.context['currency'];
  return {
    value_index: valueIndex,
    id: newId(),
    place: match.place,
    record_type: run.recordType,
    record_id: run.id,
    external_id: run.externalId,
    occurred_at: new Date(run.now).toISOString(),
    entity: run.entity,
    amount,
    sort_amount: Number(amount ?? 0),
    currency: typeof currency === 'string' ? currency : null,
    label: run.label ?? null,
    segments: match.segments,
    change: match.change,
    rule_key: match.ruleKey,
    clause: match.clause,
    decision_baseline: match.decisionBaseline,
    decision_candidate: match.decisionCandidate,
    total_score_baseline: match.totalScoreBaseline,
    total_score_candidate: match.totalScoreCandidate,
    unknown_because: match.unknownBecause,
  };
};

const columns = `value_index, id, place, record_type, record_id, external_id, occurred_at, entity, amount, sort_amount, currency,
  label, segments, change, rule_key, clause, decision_baseline, decision_candidate, total_score_baseline, total_score_candidate,
  unknown_because`;

/** The part of a replay written before a checkpoint. */
export interface CheckpointedMatches {
  /** Number of evaluations processed. */
  readonly runsDone: number;
  /** For each candidate, the last position kept; `null` if all were kept. */
  readonly lasts: readonly (number | null)[];
}

/**
 * Precedes a writing statement: `owner` has a row while this process owns the dry run, and ownership is held until the transaction ends.
 */
const ownerCte = `with owner as (select 1 from dry_runs where ${ownedDryRun} for share)`;

/** Writes the matches of a replay as it progresses, and nothing once another process owns the dry run. */
export class MatchWriter {
  constructor(
    private readonly pool: PgPool,
    private readonly owner: DryRunOwner,
  ) {}

  /** Deletes matches that are not in a checkpoint, or all for `null`. Returns the positions of those that remain, by candidate. */
  async truncateToCheckpoint(before: CheckpointedMatches | null): Promise<ReadonlyMap<number, readonly number[]>> {
    const { organizationId, dryRunId } = this.owner;
    await this.deleteWhere('events_done > $4', [before?.runsDone ?? -1]);
    for (const [valueIndex, last] of (before?.lasts ?? []).entries())
      if (last !== null) await this.truncate(valueIndex, last);
    const { rows } = await inTransaction(this.pool, organizationId, (client) =>
      client.query<{ readonly candidate: number; readonly places: readonly number[] }>(
        `select value_index as candidate, array_agg(place) as places from dry_run_matches
         where organization_id = $1 and dry_run_id = $2 group by value_index`,
        [organizationId, dryRunId],
      ),
    );
    return new Map(rows.map(({ candidate, places }) => [candidate, places]));
  }

  /**
   * Throws if another process owns the dry run.
   * @param runsDone runs taken before them and with them, which is what `events_done` holds
   */
  async write(matches: readonly NewMatch[], valueIndex: number, runsDone: number): Promise<void> {
    if (matches.length === 0) return;
    const rows = matches.map((match) => toMatchRow(match, valueIndex));
    const written = await this.executeWhileOwned(
      `${ownerCte}
       insert into dry_run_matches (organization_id, dry_run_id, events_done, ${columns})
       select $1, $2, $4, value_index, id, place, record_type, record_id, external_id, occurred_at, entity, amount, sort_amount,
         currency, label, array(select jsonb_array_elements_text(segments)), change, rule_key, clause, decision_baseline,
         decision_candidate, total_score_baseline, total_score_candidate, unknown_because
       from owner, jsonb_to_recordset($5::jsonb) as m (value_index int, id uuid, place double precision, record_type text,
         record_id uuid, external_id text, occurred_at timestamptz, entity jsonb, amount numeric, sort_amount double precision,
         currency text, label text, segments jsonb, change text, rule_key text, clause text, decision_baseline text,
         decision_candidate text, total_score_baseline double precision, total_score_candidate double precision,
         unknown_because jsonb)`,
      [runsDone, JSON.stringify(rows)],
    );
    if (written === 0) throw ownershipLostError();
  }

  /** Deletes the matches after a position. */
  async truncate(valueIndex: number, place: number): Promise<void> {
    await this.deleteWhere('value_index = $4 and place > $5', [valueIndex, place]);
  }

  private async deleteWhere(condition: string, values: unknown[]): Promise<void> {
    await this.executeWhileOwned(
      `${ownerCte} delete from dry_run_matches using owner where organization_id = $1 and dry_run_id = $2 and ${condition}`,
      values,
    );
  }

  /** Returns the number of rows written or deleted. The parameters begin at `$4`. */
  private async executeWhileOwned(text: string, values: unknown[]): Promise<number> {
    const { organizationId, dryRunId, attempt } = this.owner;
    const { rowCount } = await inTransaction(this.pool, organizationId, (client) =>
      client.query(text, [organizationId, dryRunId, attempt, ...values]),
    );
    return rowCount ?? 0;
  }
}

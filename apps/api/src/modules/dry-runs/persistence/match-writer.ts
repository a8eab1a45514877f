import { inTransaction, newId, type PgPool } from '../../../platform/database/index.js';
import type { NewMatch } from '../domain/match-collector.js';

/** Whose matches are written; those of an attempt that another has taken over are shown to nobody. */
export interface MatchOwner {
  readonly organizationId: string;
  readonly dryRunId: string;
  readonly attempt: number;
}

const decimal = /^-?\d+(\.\d+)?$/;

/** An amount as the record has it; null: it is none that can be stored. */
const amountOf = (value: unknown): string | null => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return decimal.test(text) ? text : null;
};

const rowOf = (match: NewMatch, valueIndex: number): object => {
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
    sort_amount: amount ?? '0',
    currency: typeof currency === 'string' ? currency : null,
    label: run.label ?? null,
    segments: match.segments,
    change: match.change,
    rule_key: match.ruleKey,
    decision_baseline: match.decisionBaseline,
    decision_candidate: match.decisionCandidate,
    total_score_baseline: match.totalScoreBaseline,
    total_score_candidate: match.totalScoreCandidate,
    unknown_because: match.unknownBecause,
  };
};

const columns = `value_index, id, place, record_type, record_id, external_id, occurred_at, entity, amount, sort_amount, currency,
  label, segments, change, rule_key, decision_baseline, decision_candidate, total_score_baseline, total_score_candidate,
  unknown_because`;

/** Writes the matches of a replay as it goes on. */
export class MatchWriter {
  constructor(
    private readonly pool: PgPool,
    private readonly owner: MatchOwner,
  ) {}

  /** Takes away what other attempts left. */
  async begin(): Promise<void> {
    const { organizationId, dryRunId, attempt } = this.owner;
    await this.run('delete from dry_run_matches where organization_id = $1 and dry_run_id = $2 and attempt <= $3', [
      organizationId,
      dryRunId,
      attempt,
    ]);
  }

  async write(matches: readonly NewMatch[], valueIndex: number): Promise<void> {
    if (matches.length === 0) return;
    const { organizationId, dryRunId, attempt } = this.owner;
    const rows = matches.map((match) => rowOf(match, valueIndex));
    await this.run(
      `insert into dry_run_matches (organization_id, dry_run_id, attempt, ${columns})
       select $1, $2, $3, value_index, id, place, record_type, record_id, external_id, occurred_at, entity, amount, sort_amount,
         currency, label, array(select jsonb_array_elements_text(segments)), change, rule_key, decision_baseline,
         decision_candidate, total_score_baseline, total_score_candidate, unknown_because
       from jsonb_to_recordset($4::jsonb) as m (value_index int, id uuid, place double precision, record_type text,
         record_id uuid, external_id text, occurred_at timestamptz, entity jsonb, amount numeric, sort_amount numeric,
         currency text, label text, segments jsonb, change text, rule_key text, decision_baseline text,
         decision_candidate text, total_score_baseline double precision, total_score_candidate double precision,
         unknown_because jsonb)`,
      [organizationId, dryRunId, attempt, JSON.stringify(rows)],
    );
  }

  /** Takes away what lies behind a place. */
  async cut(valueIndex: number, place: number): Promise<void> {
    const { organizationId, dryRunId, attempt } = this.owner;
    await this.run(
      `delete from dry_run_matches
       where organization_id = $1 and dry_run_id = $2 and attempt = $3 and value_index = $4 and place > $5`,
      [organizationId, dryRunId, attempt, valueIndex, place],
    );
  }

  private async run(text: string, values: unknown[]): Promise<void> {
    await inTransaction(this.pool, this.owner.organizationId, (client) => client.query(text, values));
  }
}

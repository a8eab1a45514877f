import type { ReplayEvent } from '@tamis/dry-run';
import type { Context } from '@tamis/engine';

import { findTransactionContexts } from '../../../events/transactions/index.js';
import { resolveLabel } from '../domain/resolve-label.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import type { TimedEvents } from '../domain/timed-events.js';
import { readsMember } from '../domain/window-lookback.js';
import { readFindings, type Findings } from '../../../casework/cases/index.js';
import { countRatesSince } from '../../../decisions/currency-rates/index.js';
import { withKnownParts } from '../../../decisions/evaluations/index.js';

import {
  readTransactionKeys,
  type PastTransactionKey,
  type PastTransactionRow,
  type PastTransactionRange,
  readPastTransactions,
} from '../persistence/past-transactions.js';
import {
  eventBatchSize,
  readStart,
  recordForeignEffects,
  type ReplayContext,
  toRecordedOutcome,
} from './replay-context.js';
import { recordLaterChanges } from './changed-transactions.js';
import { toEntitySummary } from '../domain/to-entity-summary.js';

/** Members of a payment that an evaluation sets. */
const evaluationResultFields = ['status', 'riskScore', 'decision', 'flagged'] as const;
const linkedEntities = ['originEntity', 'destinationEntity'];

export function toTransactionRange(past: ReplayContext): PastTransactionRange {
  const { plan, parties } = past;
  const span = { from: readStart(past), to: new Date(plan.to), asOf: new Date(plan.asOf) };
  const ofPayments = parties?.get('transactions');
  return ofPayments ? { ...span, parties: ofPayments } : span;
}

/** Number of keys fetched at once. */
const keyBatchSize = 5_000;
/** Number of batches that are read ahead while one is replayed, so that the database works in parallel. */
const prefetchedBatches = 3;

interface Batch {
  readonly events: readonly TimedEvents[];
  /** Later status changes of payments, at the time they happened. */
  readonly laterChanges: readonly TimedEvents[];
}

/** Payments of the period and of the windows before it. Evaluated ones become evaluations, and others records of windows. */
export class TransactionEvents {
  /** Changes from the batches read so far. */
  private pendingChanges: TimedEvents[] = [];
  /** The members set by evaluations that windows read. */
  private readonly readResultFields: readonly (typeof evaluationResultFields)[number][];
  private readonly isReplayed: boolean;
  private readonly period: { readonly from: number; readonly to: number };

  constructor(private readonly past: ReplayContext) {
    const { plan, reach } = past;
    this.isReplayed = plan.recordType === 'transaction';
    this.readResultFields = evaluationResultFields.filter((member) => readsMember(reach, 'transactions', [member]));
    this.period = { from: Date.parse(plan.from), to: Date.parse(plan.to) };
  }

  async *stream(): AsyncGenerator<readonly TimedEvents[]> {
    const { client, organizationId, plan } = this.past;
    const span = { ...toTransactionRange(this.past), by: plan.visibility };
    const ahead: Promise<Batch>[] = [];
    let isFirst = true;
    for await (const keys of readTransactionKeys(client, organizationId, span, keyBatchSize)) {
      if (isFirst) await this.recordRateChanges(keys[0]!);
      isFirst = false;
      for (let at = 0; at < keys.length; at += eventBatchSize) {
        const batch = this.readBatch(keys.slice(at, at + eventBatchSize));
        // The error is handled when the batch is awaited in a later iteration.
        batch.catch(() => undefined);
        ahead.push(batch);
        if (ahead.length > prefetchedBatches) yield this.mergeLaterChanges(await ahead.shift()!);
      }
    }
    for (const batch of ahead) yield this.mergeLaterChanges(await batch);
  }

  private async recordRateChanges({ created_at: since }: PastTransactionKey): Promise<void> {
    const { client, organizationId, exactness } = this.past;
    const loaded = await countRatesSince(client, organizationId, since);
    exactness.record('rates', 'loaded after the first record had arrived; they apply from their day on', loaded);
  }

  private async readBatch(keys: readonly PastTransactionKey[]): Promise<Batch> {
    const { client, organizationId, plan, numbers, exactness, matrices, screenings } = this.past;
    const rows = await readPastTransactions(client, organizationId, keys, {
      numbers,
      withReads: screenings !== null,
    });
    const bare = rows.filter(({ context }) => context === null).map(({ id }) => id);
    const stored = await findTransactionContexts(client, organizationId, bare, numbers);
    exactness.record(
      'transactions',
      'no rules were evaluated when it arrived; it is used as it is stored now',
      bare.length,
    );
    if (readsMember(this.past.reach, 'transactions', linkedEntities))
      exactness.record('entities', 'windows read the parties of a payment as they were when it arrived', rows.length);
    await recordLaterChanges(this.past, rows);
    const ids = this.isReplayed ? rows.filter((row) => this.isInPeriod(row)).map(({ id }) => id) : [];
    const by = { by: 'transaction_id', ids, asOf: new Date(plan.asOf) } as const;
    const findings = await readFindings(client, organizationId, by);
    await matrices.preload(rows);
    const later: TimedEvents[] = [];
    const past = rows.map((row) => {
      const context = row.context ?? stored.get(row.id)?.context ?? {};
      return { target: 'transaction' as const, context, at: row.evaluated_at ?? row.created_at };
    });
    const contexts = await withKnownParts(client, organizationId, past, this.past.parts);
    const made = rows.map((row, at) => this.toTimedEvents(row, contexts[at]!, findings.get(row.id), later));
    const events = screenings ? await screenings.tell(made, rows) : made;
    return { events, laterChanges: later };
  }

  private isInPeriod({ transacted_at: at }: PastTransactionRow): boolean {
    const { from, to } = this.period;
    return at.getTime() >= from && at.getTime() <= to;
  }

  private toTimedEvents(
    row: PastTransactionRow,
    context: Context,
    findings: Findings | undefined,
    later: TimedEvents[],
  ): TimedEvents {
    const { plan, filter } = this.past;
    const now = row.transacted_at.getTime();
    const arrived = (row.evaluated_at ?? row.created_at).getTime();
    const at = plan.visibility === 'arrival' ? arrived : now;
    const after = this.readResultFields.length > 0 ? this.afterEvaluation(row, context, arrived, later) : null;
    const isEvaluated =
      this.isReplayed && this.isInPeriod(row) && (filter?.matches(context, 'transaction', now) ?? true);
    const record = (each: Context): ReplayEvent => ({ kind: 'record', source: 'transactions', record: each });
    const events: ReplayEvent[] = isEvaluated
      ? [this.toStoredEvaluation(row, context, findings), ...(after ? [record(after)] : [])]
      : [record(after ?? context)];
    return { at, events, counts: true };
  }

  private toStoredEvaluation(
    row: PastTransactionRow,
    context: Context,
    findings: Findings | undefined,
  ): StoredEvaluation {
    const { plan, matrices } = this.past;
    const named = row.context ? matrices.matricesOf('transaction', row) : undefined;
    const { resolutions = [], outcomes = [] } = findings ?? {};
    const run: StoredEvaluation = {
      kind: 'run',
      id: row.id,
      target: 'transaction',
      trigger: 'created',
      now: row.transacted_at.getTime(),
      context,
      label: resolveLabel(plan.labels, { id: row.id, resolutions, outcomes, reason: row.reason }),
      recordType: 'transaction',
      externalId: row.external_id,
      entity: toEntitySummary(context['originEntity'] ?? context['destinationEntity']),
      recorded: toRecordedOutcome(row),
      ...(named && { matrices: named }),
    };
    recordForeignEffects(this.past, run);
    return run;
  }

  /** Returns the payment as its evaluation left it, if windows can see the difference. Later changes are kept for their own time. */
  private afterEvaluation(
    row: PastTransactionRow,
    context: Context,
    arrived: number,
    later: TimedEvents[],
  ): Context | null {
    if (row.context === null) return null;
    const { decision, risk_score: riskScore, flagged, status_history: history } = row;
    // With an overlay, each side sees what its own rules did to a payment of the period.
    const isHidden = this.past.plan.overlay && this.isInPeriod(row);
    const moves = history
      .filter(({ changedBy }) => !isHidden || changedBy !== 'rule')
      .map(({ status, changedAt }) => ({ status, at: Date.parse(changedAt) }));
    const status = moves.filter(({ at }) => at <= arrived).at(-1)?.status ?? context['status'];
    const after = { ...context, status, decision, riskScore, flagged };
    for (const move of moves.filter(({ at }) => at > arrived)) {
      const record = { ...after, status: move.status };
      later.push({ at: move.at, events: [{ kind: 'record', source: 'transactions', record }], counts: false });
    }
    return this.readResultFields.some((member) => after[member] !== context[member]) ? after : null;
  }

  /** Inserts pending changes among the payments that came after them. */
  private mergeLaterChanges({ events, laterChanges: later }: Batch): readonly TimedEvents[] {
    this.pendingChanges.push(...later);
    if (this.pendingChanges.length === 0) return events;
    this.pendingChanges.sort((a, b) => a.at - b.at);
    const all: TimedEvents[] = [];
    for (const each of events) {
      while (this.pendingChanges[0] && this.pendingChanges[0].at <= each.at) all.push(this.pendingChanges.shift()!);
      all.push(each);
    }
    return all;
  }
}

import type { ReplayEvent } from '@tamis/dry-run';
import type { Context } from '@tamis/engine';

import { type StoredPayment, storedPayments } from '../../../events/transactions/index.js';
import { labelOf } from '../domain/label-of.js';
import type { StoredRun } from '../domain/stored-run.js';
import type { TimedEvents } from '../domain/timed-events.js';
import { readsMember } from '../domain/window-reach.js';
import { readFindings, type Findings, countRatesSince } from '../persistence/past-labels.js';

import {
  paymentKeys,
  type PaymentKey,
  type PaymentRow,
  type PaymentSpan,
  readPayments,
} from '../persistence/past-payments.js';
import { eventsAtOnce, firstRead, noteEffects, type Past, recordedOf } from './past.js';
import { shortEntity } from '../domain/short-entity.js';

/** Members of a payment that a run leaves on it. */
const leftByRuns = ['status', 'riskScore', 'decision', 'flagged'] as const;
const linked = ['originEntity', 'destinationEntity'];

export function paymentSpan(past: Past): PaymentSpan {
  const { plan, parties } = past;
  const span = { from: firstRead(past), to: new Date(plan.to), asOf: new Date(plan.asOf) };
  const ofPayments = parties?.get('transactions');
  return ofPayments ? { ...span, parties: ofPayments } : span;
}

/** Keys that are asked for at once. */
const keysAtOnce = 5_000;
/** Batches that are read while one is replayed, so that the database works at the same time. */
const batchesAhead = 3;

interface Batch {
  readonly events: readonly TimedEvents[];
  /** Payments whose status changed after their run, at the time it did. */
  readonly later: readonly TimedEvents[];
}

/** Payments of the period and of the windows before it; those that are evaluated as runs, the others as records of windows. */
export class PaymentEvents {
  /** Of the batches so far. */
  private later: TimedEvents[] = [];
  /** What windows read of what runs leave. */
  private readonly read: readonly (typeof leftByRuns)[number][];
  private readonly isReplayed: boolean;
  private readonly period: { readonly from: number; readonly to: number };

  constructor(private readonly past: Past) {
    const { plan, reach } = past;
    this.isReplayed = plan.recordType === 'transaction';
    this.read = leftByRuns.filter((member) => readsMember(reach, 'transactions', [member]));
    this.period = { from: Date.parse(plan.from), to: Date.parse(plan.to) };
  }

  async *stream(): AsyncGenerator<readonly TimedEvents[]> {
    const { client, organizationId, plan } = this.past;
    const span = { ...paymentSpan(this.past), by: plan.visibility };
    const ahead: Promise<Batch>[] = [];
    let isFirst = true;
    for await (const keys of paymentKeys(client, organizationId, span, keysAtOnce)) {
      if (isFirst) await this.noteRates(keys[0]!);
      isFirst = false;
      for (let at = 0; at < keys.length; at += eventsAtOnce) {
        const batch = this.readKeys(keys.slice(at, at + eventsAtOnce));
        // Somebody waits for it in a later round.
        batch.catch(() => undefined);
        ahead.push(batch);
        if (ahead.length > batchesAhead) yield this.withLater(await ahead.shift()!);
      }
    }
    for (const batch of ahead) yield this.withLater(await batch);
  }

  private async noteRates({ created_at: since }: PaymentKey): Promise<void> {
    const { client, organizationId, exactness } = this.past;
    const loaded = await countRatesSince(client, organizationId, since);
    exactness.note('rates', 'loaded after the first record had arrived; they hold from their day on', loaded);
  }

  private async readKeys(keys: readonly PaymentKey[]): Promise<Batch> {
    const { client, organizationId, plan, exactness, matrices } = this.past;
    const rows = await readPayments(client, organizationId, keys);
    const bare = rows.filter(({ context }) => context === null).map(({ id }) => id);
    const stored = await storedPayments(client, organizationId, bare);
    exactness.note('transactions', 'no rules ran on it when it came; it is taken as it is stored now', bare.length);
    if (readsMember(this.past.reach, 'transactions', linked))
      exactness.note('entities', 'windows read the parties of a payment as they were when it came', rows.length);
    const ids = this.isReplayed ? rows.filter((row) => this.isInPeriod(row)).map(({ id }) => id) : [];
    const by = { by: 'transaction_id', ids, asOf: new Date(plan.asOf) } as const;
    const findings = await readFindings(client, organizationId, by);
    await matrices.load(rows);
    const later: TimedEvents[] = [];
    const events = rows.map((row) => this.eventsOf(row, stored.get(row.id), findings.get(row.id), later));
    return { events, later };
  }

  private isInPeriod({ transacted_at: at }: PaymentRow): boolean {
    const { from, to } = this.period;
    return at.getTime() >= from && at.getTime() <= to;
  }

  private eventsOf(
    row: PaymentRow,
    stored: StoredPayment | undefined,
    findings: Findings | undefined,
    later: TimedEvents[],
  ): TimedEvents {
    const { plan, filter } = this.past;
    const context = row.context ?? stored?.context ?? {};
    const now = row.transacted_at.getTime();
    const arrived = (row.evaluated_at ?? row.created_at).getTime();
    const at = plan.visibility === 'arrival' ? arrived : now;
    const after = this.read.length > 0 ? this.afterRun(row, context, arrived, later) : null;
    const isEvaluated =
      this.isReplayed && this.isInPeriod(row) && (filter?.passes(context, 'transaction', now) ?? true);
    const record = (each: Context): ReplayEvent => ({ kind: 'record', source: 'transactions', record: each });
    const events: ReplayEvent[] = isEvaluated
      ? [this.run(row, context, findings), ...(after ? [record(after)] : [])]
      : [record(after ?? context)];
    return { at, events, counts: true };
  }

  private run(row: PaymentRow, context: Context, findings: Findings | undefined): StoredRun {
    const { plan, matrices } = this.past;
    const named = row.context ? matrices.of('transaction', row) : undefined;
    const { resolutions = [], outcomes = [] } = findings ?? {};
    const run: StoredRun = {
      kind: 'run',
      id: row.id,
      target: 'transaction',
      trigger: 'created',
      now: row.transacted_at.getTime(),
      context,
      label: labelOf(plan.labels, { id: row.id, resolutions, outcomes, reason: row.reason }),
      recordType: 'transaction',
      externalId: row.external_id,
      entity: shortEntity(context['originEntity'] ?? context['destinationEntity']),
      recorded: recordedOf(row),
      ...(named && { matrices: named }),
    };
    noteEffects(this.past, run);
    return run;
  }

  /** The payment as its run left it, where windows can tell; how it changed later is noted for its time. */
  private afterRun(row: PaymentRow, context: Context, arrived: number, later: TimedEvents[]): Context | null {
    if (row.context === null) return null;
    const { decision, risk_score: riskScore, flagged, status_history: history } = row;
    // With an overlay each side sees what its own rules did to a payment of the period.
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
    return this.read.some((member) => after[member] !== context[member]) ? after : null;
  }

  /** Puts changes among the payments that came after them. */
  private withLater({ events, later }: Batch): readonly TimedEvents[] {
    this.later.push(...later);
    if (this.later.length === 0) return events;
    this.later.sort((a, b) => a.at - b.at);
    const all: TimedEvents[] = [];
    for (const each of events) {
      while (this.later[0] && this.later[0].at <= each.at) all.push(this.later.shift()!);
      all.push(each);
    }
    return all;
  }
}

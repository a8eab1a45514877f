import type { ReplayEvent } from '@tamis/dry-run';
import type { Context, StoredRecord } from '@tamis/engine';

import { findActiveLists, countPastItems, pastListChanges } from '../../../decisions/data-lists/index.js';
import { toRuleTrigger, withKnownParts } from '../../../decisions/evaluations/index.js';
import { resolveLabel } from '../domain/resolve-label.js';
import { toEntitySummary } from '../domain/to-entity-summary.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import { type EventStream, mergeStreams, type TimedEvents } from '../domain/timed-events.js';
import { readsMember } from '../domain/window-lookback.js';
import { findDropped } from '../../../../platform/database/index.js';
import { type LabelColumn, readFindings } from '../../../casework/cases/index.js';
import { countTransactions } from '../persistence/past-transactions.js';
import { countPastRecords, readPastRecords, type RecordRange, type recordTables } from '../persistence/past-records.js';
import { readPastStatuses } from '../../../parties/entities/index.js';
import { countPastEvaluations, type PastEvaluationRow, readPastEvaluations } from '../persistence/past-evaluations.js';
import {
  eventBatchSize,
  readStart,
  isInPeriod,
  recordForeignEffects,
  type ReplayContext,
  toRecordedOutcome,
  replayTargets,
} from './replay-context.js';
import { TransactionEvents, toTransactionRange } from './transaction-events.js';

const labelledBy: Readonly<Record<StoredEvaluation['recordType'], LabelColumn>> = {
  transaction: 'transaction_id',
  user_event: 'user_event_id',
  person: 'target_entity_id',
  company: 'target_entity_id',
};

/** Window sources other than the replayed records, and why their records may differ from their past state. */
const otherSources: readonly (readonly [keyof typeof recordTables, string | null])[] = [
  ['alerts', 'are used as they are stored now, except for when they were resolved'],
  ['cases', 'are used as they are stored now, except for when they were closed'],
  ['relationships', null],
  ['accounts', 'are used as they are stored now, except for when they were added and removed'],
];

/** Sources whose old records may have been dropped, and their tables. */
const droppable = [
  ['transactions', 'transactions'],
  ['userEvents', 'user_events'],
] as const;

/** Everything that a replay processes, in order of arrival. */
export class PastEvents {
  private readonly readsTransactions: boolean;

  constructor(private readonly past: ReplayContext) {
    const { plan, reach, exactness } = past;
    this.readsTransactions = plan.recordType === 'transaction' || reach.paths.has('transactions');
    if (readsMember(reach, 'relationships', ['related']))
      exactness.record(
        'relationships',
        'windows read the entities of the other party, which are not replayed: their values are unknown',
      );
  }

  /** Counts the records by which progress is measured. */
  async countRecords(): Promise<number> {
    const { client, organizationId } = this.past;
    const payments = this.readsTransactions
      ? await countTransactions(client, organizationId, toTransactionRange(this.past))
      : 0;
    return payments + (await countPastEvaluations(client, organizationId, this.evaluationRange()));
  }

  /** Counts everything read for the replay: records and list items. */
  async countInputs(): Promise<number> {
    const { client, organizationId, lists } = this.past;
    let size = await this.countRecords();
    for (const [source] of this.windowSources())
      size += await countPastRecords(client, organizationId, this.recordRange(source));
    const ids = (await findActiveLists(client, organizationId, lists)).map(({ id }) => id);
    return size + (ids.length > 0 ? await countPastItems(client, organizationId, ids) : 0);
  }

  /** Records which data that windows would read is no longer stored. */
  async recordDroppedPeriods(): Promise<void> {
    const { client, plan, reach, exactness } = this.past;
    const span = { from: readStart(this.past) ?? new Date(0), to: new Date(plan.to) };
    for (const [source, table] of droppable) {
      const dropped = reach.paths.has(source) ? await findDropped(client, table, span) : null;
      if (!dropped) continue;
      const [from, until] = [dropped.from, dropped.until].map((at) => at.toISOString().slice(0, 10));
      exactness.record(source, `windows reach records of ${from} to ${until}, which were deleted`);
    }
  }

  stream(): AsyncGenerator<readonly TimedEvents[]> {
    const streams: EventStream[] = [this.listChanges()];
    if (this.readsTransactions) streams.push(new TransactionEvents(this.past).stream());
    streams.push(this.evaluations(), ...this.windowSources().map(([source, why]) => this.recordChanges(source, why)));
    // Status changes come after the evaluations that caused them if they have the same time.
    if (this.past.plan.overlay) streams.push(this.statusChanges());
    return mergeStreams(streams, eventBatchSize);
  }

  /** Returns the window sources other than the replayed records, and why they may differ from their past state, or null if they do not. */
  private windowSources(): typeof otherSources {
    const { plan, reach } = this.past;
    const ofEvents = readsMember(reach, 'userEvents', ['entity']) ? 'are used as they are stored now' : null;
    // Events that are evaluated are added to windows anyway.
    const events: typeof otherSources = plan.recordType === 'user_event' ? [] : [['userEvents', ofEvents]];
    return [...events, ...otherSources].filter(([source]) => reach.paths.has(source));
  }

  private recordRange(source: keyof typeof recordTables): RecordRange {
    const { plan, reach, parties } = this.past;
    return {
      source,
      paths: reach.paths.get(source) ?? [],
      // An alert may suppress others indefinitely.
      from: plan.overlay && source === 'alerts' ? null : readStart(this.past),
      to: new Date(plan.to),
      asOf: new Date(plan.asOf),
      parties: parties?.get(source) ?? null,
    };
  }

  private evaluationRange() {
    const { plan } = this.past;
    const isCounted = plan.recordType === 'transaction' || plan.recordType === 'user_event';
    const from = isCounted ? readStart(this.past) : new Date(plan.from);
    return { recordType: plan.recordType, from, to: new Date(plan.to), asOf: new Date(plan.asOf) };
  }

  private async *listChanges(): AsyncGenerator<readonly TimedEvents[]> {
    const { client, organizationId, lists, exactness } = this.past;
    if (lists.listIds.length + lists.types.length === 0) return;
    const found = await findActiveLists(client, organizationId, lists);
    const known = new Set(found.map(({ id }) => id));
    exactness.record(
      'lists',
      'are inactive or shared by the parent organization, whose lists are not replayed: what reads them is unknown',
      lists.listIds.filter((id) => !known.has(id)).length,
    );
    const changes = await pastListChanges(client, organizationId, found);
    yield changes.map(({ at, change }) => ({ at, events: [change], counts: false }));
  }

  private async *statusChanges(): AsyncGenerator<readonly TimedEvents[]> {
    const { client, organizationId, plan } = this.past;
    const span = { from: new Date(plan.from), to: new Date(plan.asOf) };
    for await (const moves of readPastStatuses(client, organizationId, span, eventBatchSize))
      yield moves.map(({ at, move }) => ({ at: at.getTime(), events: [move], counts: false }));
  }

  /** @param inexact why they may not be as they were; null: they are */
  private async *recordChanges(
    source: keyof typeof recordTables,
    inexact: string | null,
  ): AsyncGenerator<readonly TimedEvents[]> {
    const { client, organizationId, exactness } = this.past;
    const range = { ...this.recordRange(source), numbers: this.past.numbers };
    for await (const rows of readPastRecords(client, organizationId, range, eventBatchSize)) {
      if (inexact !== null) exactness.record(source, inexact, rows.length);
      const event = (record: StoredRecord): ReplayEvent => ({ kind: 'record', source, record });
      yield rows.map(({ at, record }) => ({ at: at.getTime(), events: [event(record)], counts: false }));
    }
  }

  private async *evaluations(): AsyncGenerator<readonly TimedEvents[]> {
    const { client, organizationId, plan } = this.past;
    const withReads = this.past.screenings !== null;
    const range = { ...this.evaluationRange(), numbers: this.past.numbers, withReads };
    for await (const rows of readPastEvaluations(client, organizationId, range, eventBatchSize)) {
      const ids = rows.map(({ record_id: id }) => id);
      const by = { by: labelledBy[plan.recordType], ids, asOf: new Date(plan.asOf) };
      const findings = await readFindings(client, organizationId, by);
      const events: TimedEvents[] = [];
      await this.past.matrices.preload(rows);
      const target = replayTargets[plan.recordType];
      const past = rows.map((row) => ({ target, context: row.context ?? {}, at: row.evaluated_at }));
      const contexts = await withKnownParts(client, organizationId, past, this.past.parts);
      for (const [index, row] of rows.entries()) {
        const { resolutions = [], outcomes = [] } = findings.get(row.record_id) ?? {};
        const context = contexts[index]!;
        const reason = typeof context['reason'] === 'string' ? context['reason'] : null;
        const label = resolveLabel(plan.labels, { id: row.record_id, resolutions, outcomes, reason });
        events.push({ at: row.evaluated_at.getTime(), events: this.toReplayEvents(row, context, label), counts: true });
      }
      yield this.past.screenings ? await this.past.screenings.tell(events, rows) : events;
    }
  }

  private toReplayEvents(
    row: PastEvaluationRow,
    context: Context,
    label: StoredEvaluation['label'],
  ): readonly ReplayEvent[] {
    const { plan, matrices, filter } = this.past;
    const { recordType } = plan;
    const target = replayTargets[recordType];
    const now = row.now.getTime();
    if (!isInPeriod(this.past, row.now) || filter?.matches(context, target, now) === false) {
      if (recordType === 'transaction') return [{ kind: 'record', source: 'transactions', record: context }];
      return recordType === 'user_event' ? [{ kind: 'record', source: 'userEvents', record: context }] : [];
    }
    const named = matrices.matricesOf(target, row);
    const run: StoredEvaluation = {
      kind: 'run',
      id: row.record_id,
      target,
      trigger: toRuleTrigger(target, row.trigger),
      now,
      context,
      label: label ?? null,
      recordType,
      externalId: row.external_id,
      entity: toEntitySummary(recordType === 'user_event' ? context['entity'] : (context['originEntity'] ?? context)),
      recorded: toRecordedOutcome(row),
      ...(named && { matrices: named }),
    };
    recordForeignEffects(this.past, run);
    return [run];
  }
}

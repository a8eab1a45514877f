import { DryRun, type DryRunListeners, type ReplayEvent } from '@tamis/dry-run';

import type { TransactionClient } from '../../../../platform/database/index.js';
import { ratesOfPeriod } from '../../../decisions/currency-rates/index.js';
import { askedLists } from '../domain/asked-lists.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { ReplayResult } from '../domain/dry-run.js';
import { checkpointForm, type ReplayCheckpoint } from '../domain/replay-checkpoint.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import type { StoredRun } from '../domain/stored-run.js';
import { storedSet } from '../domain/stored-set.js';
import { unansweredCalls, windowReach } from '../domain/window-reach.js';
import type { CheckpointStore } from '../persistence/checkpoint-store.js';
import type { MatchWriter } from '../persistence/match-writer.js';
import { firstRead, foreignEffects, type Past, PastMatrices, RecordFilter } from './past.js';
import { PastEvents } from './past-events.js';
import { ReplayNotes } from './replay-notes.js';

/** How far back rates are read where windows have no beginning. */
const ratesBeforeMs = 5 * 366 * 86_400_000;
/** Runs between two times that matches are written. */
const storedEvery = 1_000;

export interface ReplayProgress {
  readonly recordsDone: number;
  readonly recordsTotal: number;
}

/** Where a replay leaves what it finds, and whom it tells how far it is. */
export interface ReplayOutputs {
  readonly writer: MatchWriter;
  readonly checkpoints: CheckpointStore;
  readonly onProgress: (progress: ReplayProgress) => void;
}

const optionsOf = ({ from, to, overlay, sample, analystMinutesPerAlert }: ReplayPlan) => ({
  from: Date.parse(from),
  to: Date.parse(to),
  keepMatches: 0,
  overlay,
  analystMinutesPerAlert,
  ...(sample && { sampleRate: sample.rate, seed: sample.seed }),
});

/** A replay under way, which goes on from the checkpoint of an earlier attempt where there is one that fits. */
class Replay {
  private recordsDone = 0;
  /** Up to the checkpoint everything is known. */
  private before = { runs: 0, records: 0 };
  private nextCheckpoint = 0;
  /** Runs taken when matches were written last. */
  private storedRuns = 0;

  private constructor(
    private readonly run: DryRun,
    private readonly notes: ReplayNotes,
    private readonly outputs: ReplayOutputs,
    private readonly recordsTotal: number,
  ) {}

  /** @param request what both the report and a checkpoint are of */
  static async begin(
    request: Parameters<typeof DryRun.prepare>[0],
    notes: ReplayNotes,
    outputs: ReplayOutputs,
    recordsTotal: number,
  ): Promise<Replay> {
    const listeners: DryRunListeners = {
      onOutcomes: (run, outcomes) => notes.note(run as StoredRun, outcomes),
      onClauses: (candidate, clauses) => notes.attribute(candidate, clauses),
    };
    const found = await outputs.checkpoints.find();
    const resumed = found?.recordsTotal === recordsTotal ? DryRun.resume(request, found.run, listeners) : null;
    const prepared = resumed?.ok ? resumed : DryRun.prepare(request, listeners);
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
    const replay = new Replay(prepared.value, notes, outputs, recordsTotal);
    await replay.restore(resumed?.ok ? found : null);
    return replay;
  }

  async take(events: readonly ReplayEvent[], records: number): Promise<void> {
    this.run.take(events);
    this.recordsDone += records;
    if (this.run.runsDone > this.before.runs && this.run.runsDone >= this.storedRuns + storedEvery)
      await this.store(false);
    this.tell();
  }

  async result(): Promise<ReplayResult> {
    await this.store(true);
    return this.notes.result(this.run);
  }

  private async restore(checkpoint: ReplayCheckpoint | null): Promise<void> {
    const before = checkpoint && {
      runsDone: checkpoint.run.runsDone,
      lasts: checkpoint.notes.map(({ matches }) => matches.last),
    };
    const kept = await this.outputs.writer.begin(before);
    if (checkpoint) {
      this.notes.restore(checkpoint, kept);
      this.before = { runs: checkpoint.run.runsDone, records: checkpoint.recordsDone };
    }
    this.scheduleCheckpoint(0);
    this.tell();
  }

  private async store(isEnd: boolean): Promise<void> {
    this.storedRuns = this.run.runsDone;
    const { writer } = this.outputs;
    await this.notes.write(writer, this.run.runsDone);
    const lowered = this.notes.lowered(isEnd);
    const isLowered = lowered.some((place) => place !== null);
    // What is thrown away may not be what a checkpoint counts on, so that one comes first.
    if (isLowered || (!isEnd && Date.now() >= this.nextCheckpoint)) await this.saveCheckpoint();
    for (const [candidate, place] of lowered.entries()) if (place !== null) await writer.cut(candidate, place);
  }

  private async saveCheckpoint(): Promise<void> {
    const begun = Date.now();
    await this.outputs.checkpoints.save({
      form: checkpointForm,
      recordsTotal: this.recordsTotal,
      recordsDone: this.recordsDone,
      run: this.run.checkpoint(),
      ...this.notes.state(),
    });
    this.scheduleCheckpoint(Date.now() - begun);
  }

  /** @param tookMs what the last checkpoint took */
  private scheduleCheckpoint(tookMs: number): void {
    const { checkpointMs, checkpointShare } = dryRunLimits;
    this.nextCheckpoint = Date.now() + Math.max(checkpointMs, tookMs / checkpointShare);
  }

  private tell(): void {
    const recordsDone = Math.max(this.recordsDone, this.before.records);
    this.outputs.onProgress({ recordsDone, recordsTotal: this.recordsTotal });
  }
}

/**
 * Replays what is stored through all sides of a plan, as it came. Reads over one snapshot, some records at a time; what it keeps of
 * them goes to the writer, and what it has counted into a checkpoint a few times a second.
 */
export async function replayRecords(
  client: TransactionClient,
  organizationId: string,
  plan: ReplayPlan,
  outputs: ReplayOutputs,
): Promise<ReplayResult> {
  await client.query('set transaction isolation level repeatable read, read only');
  // A statement ends with the thread that waits for it.
  await client.query(`set local client_connection_check_interval = '${dryRunLimits.beatMs}ms'`);
  const { baseline, candidates } = plan;
  const compiled = {
    baseline: baseline && storedSet(baseline),
    candidates: candidates.map(({ content }) => storedSet(content)),
  };
  const sets = [...compiled.candidates, ...(compiled.baseline ? [compiled.baseline] : [])];
  const notes = new ReplayNotes(plan, compiled);
  for (const name of unansweredCalls(sets))
    notes.exactness.note(name, 'is not asked again in a replay; what needs it is unknown');
  const foreign = foreignEffects(plan, compiled.candidates);
  const past: Past = {
    client,
    organizationId,
    plan,
    reach: windowReach(sets),
    lists: askedLists(sets),
    exactness: notes.exactness,
    matrices: new PastMatrices(client, organizationId),
    filter: plan.filter && new RecordFilter(plan.filter),
    ...(foreign && { foreign }),
  };
  const from = firstRead(past) ?? new Date(Date.parse(plan.from) - ratesBeforeMs);
  const rates = await ratesOfPeriod(client, organizationId, { from, to: new Date(plan.to) });
  const request = { baseline, candidates, tables: { rates }, options: optionsOf(plan) };
  const events = new PastEvents(past);
  await events.noteDropped();
  const replay = await Replay.begin(request, notes, outputs, await events.total());
  for await (const batch of events.stream())
    await replay.take(
      batch.flatMap((each): readonly ReplayEvent[] => each.events),
      batch.filter(({ counts }) => counts).length,
    );
  return replay.result();
}

import { DryRun, type DryRunListeners, type ReplayEvent } from '@tamis/dry-run';

import type { Transaction } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { ratesOfPeriod } from '../../../decisions/currency-rates/index.js';
import {
  jointPartNeeds,
  loadReferenceData,
  lookUpReference,
  type ScreeningPort,
} from '../../../decisions/evaluations/index.js';
import { findReferencedLists } from '../domain/referenced-lists.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { ReplayResult } from '../domain/dry-run.js';
import { checkpointFormat, type ReplayCheckpoint } from '../domain/replay-checkpoint.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import { compileStoredRuleSet } from '../domain/compile-stored-rule-set.js';
import { unsupportedCalls, computeWindowLookback } from '../domain/window-lookback.js';
import type { CheckpointRepository } from '../persistence/checkpoint-repository.js';
import type { MatchWriter } from '../persistence/match-writer.js';
import { readStart, foreignEffects, type ReplayContext, PastMatrices, RecordFilter } from './replay-context.js';
import { PastEvents } from './past-events.js';
import { PastScreenings } from './past-screenings.js';
import { ReplayRecorder } from './replay-recorder.js';

/** How far back rates are read if windows have no start. */
const rateLookbackMs = 5 * 366 * 86_400_000;
/** Number of evaluations after which matches are written. */
const flushEvery = 1_000;

export interface ReplayProgress {
  readonly recordsDone: number;
  readonly recordsTotal: number;
}

/** Destinations for the results and the progress of a replay. */
export interface ReplayOutputs {
  readonly writer: MatchWriter;
  readonly checkpoints: CheckpointRepository;
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

/** A replay in progress, which continues from the checkpoint of an earlier attempt if there is a matching one. */
class Replay {
  private recordsDone = 0;
  /** Everything up to the checkpoint is already known. */
  private processedBefore = { runs: 0, records: 0 };
  private nextCheckpoint = 0;
  /** Number of evaluations when matches were last written. */
  private flushedEvaluations = 0;

  private constructor(
    private readonly run: DryRun,
    private readonly notes: ReplayRecorder,
    private readonly outputs: ReplayOutputs,
    private readonly recordsTotal: number,
  ) {}

  /** @param request what both the report and a checkpoint are of */
  static async create(
    request: Parameters<typeof DryRun.prepare>[0],
    notes: ReplayRecorder,
    outputs: ReplayOutputs,
    recordsTotal: number,
  ): Promise<Replay> {
    const listeners: DryRunListeners = {
      onOutcomes: (run, outcomes) => notes.record(run as StoredEvaluation, outcomes),
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

  async process(events: readonly ReplayEvent[], records: number): Promise<void> {
    this.run.process(events);
    this.recordsDone += records;
    if (
      this.run.evaluationsProcessed > this.processedBefore.runs &&
      this.run.evaluationsProcessed >= this.flushedEvaluations + flushEvery
    )
      await this.flush(false);
    this.reportProgress();
  }

  async result(): Promise<ReplayResult> {
    await this.flush(true);
    return this.notes.result(this.run);
  }

  private async restore(checkpoint: ReplayCheckpoint | null): Promise<void> {
    const before = checkpoint && {
      runsDone: checkpoint.run.runsDone,
      lasts: checkpoint.notes.map(({ matches }) => matches.last),
    };
    const kept = await this.outputs.writer.truncateToCheckpoint(before);
    if (checkpoint) {
      this.notes.restore(checkpoint, kept);
      this.processedBefore = { runs: checkpoint.run.runsDone, records: checkpoint.recordsDone };
    }
    this.scheduleCheckpoint(0);
    this.reportProgress();
  }

  private async flush(isEnd: boolean): Promise<void> {
    this.flushedEvaluations = this.run.evaluationsProcessed;
    const { writer } = this.outputs;
    await this.notes.write(writer, this.run.evaluationsProcessed);
    const lowered = this.notes.lowerCutoffs(isEnd);
    const isLowered = lowered.some((place) => place !== null);
    // A checkpoint must not rely on discarded matches, so a new one is saved first.
    if (isLowered || (!isEnd && Date.now() >= this.nextCheckpoint)) await this.saveCheckpoint();
    for (const [candidate, place] of lowered.entries()) if (place !== null) await writer.truncate(candidate, place);
  }

  private async saveCheckpoint(): Promise<void> {
    const begun = Date.now();
    await this.outputs.checkpoints.save({
      form: checkpointFormat,
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

  private reportProgress(): void {
    const recordsDone = Math.max(this.recordsDone, this.processedBefore.records);
    this.outputs.onProgress({ recordsDone, recordsTotal: this.recordsTotal });
  }
}

/** What is replayed, and the data required besides records. */
export interface ReplaySources {
  readonly plan: ReplayPlan;
  readonly numbers: AccountNumberCipher;
  readonly screenings: Pick<ScreeningPort, 'resolve'>;
}

/**
 * Replays stored data through all sides of a plan, in order of arrival. It reads a single snapshot, some records at a time. Matches go to
 * the writer, and counts are saved in a checkpoint a few times a second.
 */
export async function replayRecords(
  client: Transaction,
  organizationId: string,
  { plan, numbers, screenings }: ReplaySources,
  outputs: ReplayOutputs,
): Promise<ReplayResult> {
  await client.query('set transaction isolation level repeatable read, read only');
  // Makes a statement end if the thread that waits for it ends.
  await client.query(`set local client_connection_check_interval = '${dryRunLimits.beatMs}ms'`);
  const { baseline, candidates } = plan;
  const compiled = {
    baseline: baseline && compileStoredRuleSet(baseline),
    candidates: candidates.map(({ content }) => compileStoredRuleSet(content)),
  };
  const sets = [...compiled.candidates, ...(compiled.baseline ? [compiled.baseline] : [])];
  const notes = new ReplayRecorder(plan, compiled);
  for (const name of unsupportedCalls(sets))
    notes.exactness.record(name, 'is not requested again in a replay; what needs it is unknown');
  const foreign = foreignEffects(plan, compiled.candidates);
  const filter = plan.filter && new RecordFilter(plan.filter);
  const past: ReplayContext = {
    client,
    organizationId,
    plan,
    numbers,
    reach: computeWindowLookback(sets),
    lists: findReferencedLists(sets),
    exactness: notes.exactness,
    matrices: new PastMatrices(client, organizationId),
    parts: jointPartNeeds(filter ? [...sets, filter.set] : sets),
    screenings: PastScreenings.of(sets, screenings, { client, organizationId, exactness: notes.exactness }),
    filter,
    ...(foreign && { foreign }),
  };
  const from = readStart(past) ?? new Date(Date.parse(plan.from) - rateLookbackMs);
  const rates = await ratesOfPeriod(client, organizationId, { from, to: new Date(plan.to) });
  await loadReferenceData(sets);
  const request = {
    baseline,
    candidates,
    tables: { rates },
    reference: lookUpReference,
    options: optionsOf(plan),
  };
  const events = new PastEvents(past);
  await events.recordDroppedPeriods();
  const replay = await Replay.create(request, notes, outputs, await events.countRecords());
  for await (const batch of events.stream())
    await replay.process(
      batch.flatMap((each): readonly ReplayEvent[] => each.events),
      batch.filter(({ counts }) => counts).length,
    );
  return replay.result();
}

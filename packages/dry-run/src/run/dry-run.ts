import type { RuleSetProblem } from '@tamis/engine';
import { canonicalJson, failure, ok, type JsonValue, type Result } from '@tamis/stdx';
import { createHash } from 'node:crypto';
import type { Label, EvaluationEvent, ReplayEvent } from '../events/replay-event.js';
import type { Attribution } from '../report/attribution.js';
import { Comparison, type ComparisonState } from '../report/comparison.js';
import type { DryRunReport } from '../report/dry-run-report.js';
import { OutcomeLineCache, SideTally, type SideOutcome, type SideTallyState } from '../report/side-tally.js';
import type { DryRunCheckpoint, ResumeProblem } from './dry-run-checkpoint.js';
import {
  defaultOptions,
  timezoneOf,
  type DryRunOptions,
  type DryRunProblem,
  type DryRunRequest,
} from './dry-run-request.js';
import { JointSides } from './joint-sides.js';
import { seededHash } from '../report/seeded-hash.js';
import { revertedRules, type RevertedRules } from './reverted-rules.js';
import { Simulations } from './simulations.js';

/**
 * Called for every evaluated record with the outcomes of all sides, the baseline first if there is one. The outcomes are valid only during
 * the call.
 */
export type OutcomeListener = (event: EvaluationEvent, outcomes: readonly SideOutcome[]) => void;

/**
 * Called after `OutcomeListener` for each candidate whose changed rules give another result than the baseline: the clause that made the
 * difference, by rule key.
 */
export type ClauseListener = (candidate: number, clauses: ReadonlyMap<string, string>) => void;

/** Listeners for single records. */
export interface DryRunListeners {
  readonly onOutcomes?: OutcomeListener;
  readonly onClauses?: ClauseListener;
}

/**
 * Replays events in the order of arrival through several rule sets at once. Each record is evaluated with what had arrived before it:
 * records in their version at that moment, windows cut at its logical time, lists and rates as they were. A late record is therefore seen
 * only by what came after it, as in live evaluations.
 *
 * Without the option `overlay`, what rules change for later ones (list items, statuses, alerts, decisions) is as the events have it.
 * Screenings are those that a run is given with it, else those of the tables. Not modelled: networks and reference data of the moment
 * (the tables are those of the whole stream).
 */
export class DryRun {
  /** Number of events processed so far. */
  eventsProcessed = 0;
  /** Number of evaluation events among them, evaluated or not. */
  evaluationsProcessed = 0;
  private readonly tallies: readonly SideTally[];
  private readonly comparisons: readonly Comparison[];
  private readonly options: Required<DryRunOptions>;
  private readonly labelled: Record<Label, number> = { fraud: 0, cleared: 0 };
  private readonly counted = { replayed: 0, late: 0, notEvaluated: 0 };
  private readonly span = { from: Infinity, to: -Infinity };
  private newest = -Infinity;
  /** `runsDone` of the checkpoint that this run was resumed from. */
  private resumedAt = 0;
  /** Number of records that belong to other parts of the run. */
  private skipped = 0;
  private hash: string | null = null;

  private constructor(
    private readonly request: DryRunRequest,
    private readonly simulations: Simulations,
    tried: RevertedRules,
    private readonly listeners: DryRunListeners,
  ) {
    const { baseline, candidates, options } = request;
    this.options = { ...defaultOptions, ...options };
    const lines = new OutcomeLineCache();
    this.tallies = simulations.sets.map((set) => new SideTally(set, lines));
    const first = baseline ? 1 : 0;
    const ofBaseline = baseline ? (this.tallies[0] as SideTally) : null;
    this.comparisons = candidates.map(
      ({ name }, at) =>
        new Comparison(
          name,
          this.tallies[at + first] as SideTally,
          ofBaseline,
          this.options,
          tried.attributions[at] ?? new Map<string, Attribution>(),
        ),
    );
  }

  /** IANA time zone in which its records give dates without a time: that of the organization, which is the same for all sides. */
  get timezone(): string {
    return timezoneOf(this.request);
  }

  /** Compiles all rule sets. Throws if there is no candidate. */
  static prepare(request: DryRunRequest, listeners: DryRunListeners = {}): Result<DryRun, DryRunProblem> {
    const { baseline, candidates } = request;
    if (candidates.length === 0) throw new Error('a dry run needs a candidate');
    const sides = [...(baseline ? [{ name: null, content: baseline }] : []), ...candidates];
    const compiled = JointSides.compile(sides.map(({ content }) => content));
    if (compiled.ok) {
      const tried = revertedRules(request, compiled.value.sets);
      return ok(new DryRun(request, new Simulations(request, compiled.value, tried), tried, listeners));
    }
    const named = compiled.error.map((problems, at) => ({ side: sides[at]?.name ?? null, problems }));
    return failure({
      kind: 'rules',
      sides: named.filter(({ problems }: { problems: readonly RuleSetProblem[] }) => problems.length > 0),
    });
  }

  /**
   * Returns a run that resumes from a checkpoint of an equal request. It receives all events from the first one: records before the
   * checkpoint are not evaluated, and listeners are not called for them. The report is that of an uninterrupted run.
   */
  static resume(
    request: DryRunRequest,
    checkpoint: DryRunCheckpoint,
    listeners: DryRunListeners = {},
  ): Result<DryRun, DryRunProblem | ResumeProblem> {
    const prepared = DryRun.prepare(request, listeners);
    if (!prepared.ok) return prepared;
    if (prepared.value.requestHash() !== checkpoint.request) return failure({ kind: 'otherRequest' });
    prepared.value.resumedAt = checkpoint.runsDone;
    prepared.value.merge(checkpoint);
    return prepared;
  }

  /** Returns the counts so far. To be called between two batches. */
  checkpoint(): DryRunCheckpoint {
    const finite = (time: number): number | null => (Number.isFinite(time) ? time : null);
    const { from, to } = this.span;
    return {
      request: this.requestHash(),
      runsDone: Math.max(this.evaluationsProcessed, this.resumedAt),
      labelled: { ...this.labelled },
      counted: { ...this.counted },
      times: { from: finite(from), to: finite(to), newest: finite(this.newest) },
      sides: this.tallies.map((tally) => tally.state()),
      comparisons: this.comparisons.map((comparison) => comparison.state()),
    };
  }

  /** Processes the next events. The result does not depend on how they are divided into batches. */
  process(events: readonly ReplayEvent[]): void {
    for (const event of events) {
      this.eventsProcessed += 1;
      if (event.kind !== 'run') this.simulations.apply(event);
      else if (++this.evaluationsProcessed > this.resumedAt) this.processEvaluation(event);
      else this.simulations.skip(event, this.isInPeriod(event));
    }
  }

  /**
   * Processes the events before this part of the run, from the first one on: they arrive, but other parts count their records. To be called
   * before `process`, the last time with or after the last of these events.
   */
  skip(events: readonly ReplayEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'run') this.simulations.apply(event);
      else {
        if (this.isEvaluated(event)) this.skipped += 1;
        this.newest = Math.max(this.newest, event.now);
        this.simulations.skip(event, this.isInPeriod(event));
      }
    }
    for (const tally of this.tallies) tally.startAt(this.skipped);
  }

  /**
   * Returns the time of the oldest payment that an evaluation at `now` may see, in milliseconds since 1970 UTC, or -Infinity if it may see
   * any. Older payments may be left out of `skip` if `skipTransaction` is called for them and no version of them within sight follows.
   */
  visibleTransactionsFrom(now: number): number {
    return this.simulations.visibleTransactionsFrom(now);
  }

  /** Like `skip`, for one payment that no evaluation of this part sees. The order does not matter. */
  skipTransaction(payment: Pick<EvaluationEvent, 'id' | 'now'>): void {
    if (this.isEvaluated(payment)) this.skipped += 1;
    this.newest = Math.max(this.newest, payment.now);
  }

  /**
   * Adds the counts of another part of the run: a checkpoint of an equal request that skipped everything before it. Parts have to be added
   * in order. Together they give the report of the whole run.
   */
  merge({ labelled, counted, times, sides, comparisons }: DryRunCheckpoint): void {
    for (const label of ['fraud', 'cleared'] as const) this.labelled[label] += labelled[label];
    for (const key of ['replayed', 'late', 'notEvaluated'] as const) this.counted[key] += counted[key];
    this.span.from = Math.min(this.span.from, times.from ?? Infinity);
    this.span.to = Math.max(this.span.to, times.to ?? -Infinity);
    this.newest = Math.max(this.newest, times.newest ?? -Infinity);
    for (const [at, tally] of this.tallies.entries()) tally.merge(sides[at] as SideTallyState);
    for (const [at, comparison] of this.comparisons.entries()) comparison.merge(comparisons[at] as ComparisonState);
  }

  /** Returns the report on the events so far. To be called once, at the end. */
  report(): Result<DryRunReport, DryRunProblem> {
    if (this.counted.replayed === 0) return failure({ kind: 'empty' });
    const { from, to } = this.span;
    const span = { from, to, labelled: { ...this.labelled } };
    const minutes = this.options.analystMinutesPerAlert;
    const found = {
      records: {
        ...this.counted,
        labelled: span.labelled,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      },
      baseline: this.request.baseline ? (this.tallies[0] as SideTally).toFigures(span, minutes) : null,
      candidates: this.comparisons.map((comparison) => comparison.report(span)),
    };
    const hash = createHash('sha256')
      .update(canonicalJson(found as unknown as JsonValue))
      .digest('hex');
    return ok({ ...found, hash });
  }

  private requestHash(): string {
    return (this.hash ??= this.hashOfRequest());
  }

  private hashOfRequest(): string {
    const { candidates, tables = {} } = this.request;
    const names = candidates.map(({ name }) => name);
    const sets = this.tallies.map(({ set }) => set.version);
    const { from, to, ...rest } = this.options;
    const options = { ...rest, from: String(from), to: String(to) };
    const text = canonicalJson({ names, sets, options, tables } as unknown as JsonValue);
    return createHash('sha256').update(text).digest('hex');
  }

  private processEvaluation(event: EvaluationEvent): void {
    if (this.isEvaluated(event)) this.evaluate(event);
    else {
      this.counted.notEvaluated += 1;
      this.simulations.skip(event, this.isInPeriod(event));
    }
    this.newest = Math.max(this.newest, event.now);
  }

  private isInPeriod({ now }: Pick<EvaluationEvent, 'now'>): boolean {
    return now >= this.options.from && now <= this.options.to;
  }

  private isEvaluated(event: Pick<EvaluationEvent, 'id' | 'now'>): boolean {
    const { sampleRate, seed } = this.options;
    return this.isInPeriod(event) && (sampleRate >= 1 || seededHash(event.id, seed) < sampleRate);
  }

  private evaluate(event: EvaluationEvent): void {
    const { now, label = null } = event;
    const outcomes = this.simulations.evaluate(event);
    this.counted.replayed += 1;
    if (now < this.newest) this.counted.late += 1;
    this.span.from = Math.min(this.span.from, now);
    this.span.to = Math.max(this.span.to, now);
    if (label !== null) this.labelled[label] += 1;
    this.listeners.onOutcomes?.(event, outcomes);
    const baseline = this.request.baseline ? (outcomes[0] as SideOutcome) : null;
    const first = baseline ? 1 : 0;
    for (const [at, tally] of this.tallies.entries()) tally.add(event, outcomes[at] as SideOutcome);
    const isHit = (place: number): boolean => this.simulations.isHit(place, event);
    for (const [at, comparison] of this.comparisons.entries()) {
      const clauses = comparison.add(event, outcomes[at + first] as SideOutcome, baseline, isHit);
      if (clauses.size > 0) this.listeners.onClauses?.(at, clauses);
    }
    this.simulations.complete(event);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { RuleSetContent } from '@tamis/engine';
import { Watchdog, type InFlightBatch } from './dispatch/watchdog.js';
import { InvalidationLog } from './dispatch/invalidation-log.js';
import { openThreads, type Balancer, type Threads } from './dispatch/open-threads.js';
import { packBatch } from './dispatch/pack-batch.js';
import { EvaluationQueue, type Batch, type QueuedEvaluation } from './dispatch/evaluation-queue.js';
import type { EvaluationPool } from './evaluation-pool.js';
import { itemField, itemStatus, workerState, type BatchReply, type BatchMessage } from './messages/batch-message.js';
import { WorkerEvaluation } from './messages/worker-evaluation.js';
import { phases } from './messages/worker-progress.js';
import { PoolMetrics } from './metrics/pool-metrics.js';
import type { PoolSnapshot } from './metrics/pool-snapshot.js';
import { PoolError, type PoolErrorDetails, type PoolErrorReason } from './pool-error.js';
import { poolLimits } from './pool-limits.js';
import { withDefaults, type ResolvedPoolOptions, type PoolOptions } from './pool-options.js';
import { Quarantine, type QuarantineEntry } from './quarantine/quarantine.js';
import { RuleSetRegistry, type RegisteredSet } from './rule-set-registry.js';
import type { ListRevision } from './lists/list-revision.js';
import type { Evaluation, EvaluationRequest } from './evaluation.js';

/** Worker threads for evaluations. Requests of one turn of the event loop are sent in one message. */
export class EnginePool implements EvaluationPool {
  private readonly options: ResolvedPoolOptions;
  private readonly piscina: Threads;
  private readonly watchdog: Watchdog;
  private readonly sets = new RuleSetRegistry();
  private readonly quarantine = new Quarantine();
  private readonly metrics = new PoolMetrics();
  private readonly invalidations = new InvalidationLog();
  private readonly queue = new EvaluationQueue();
  /** Steps of preparations that are waiting for a free worker. */
  private readonly preparations: (() => Promise<void>)[] = [];
  private readonly drainListeners: (() => void)[] = [];
  /** Workers that should not receive the next message if possible. */
  private avoidedWorkers: ReadonlySet<number> = new Set();
  private inFlight = 0;
  private flushScheduled = false;
  private closed = false;

  constructor(options: PoolOptions) {
    this.options = withDefaults(options);
    const { threads, deadlineMs } = this.options;
    this.watchdog = new Watchdog(threads, deadlineMs);
    this.piscina = openThreads(this.options, this.watchdog.shared, (_task, workers) => this.chooseWorker(workers));
    // For a worker that fails while it has no message, the pool starts a new one.
    this.piscina.on('error', (error: Error) => this.recordDeath('crashed', null, error));
  }

  load(content: RuleSetContent): string {
    return this.sets.add(content).key;
  }

  unload(key: string): void {
    if (!this.sets.remove(key)) return;
    this.invalidations.add(key);
    this.quarantine.forget(key);
  }

  retire(list: ListRevision): void {
    this.invalidations.add(list.key);
  }

  release(key: string): boolean {
    const set = this.sets.get(key);
    return set !== undefined && this.quarantine.release(set);
  }

  evaluate(request: EvaluationRequest): Promise<Evaluation> {
    const set = this.sets.get(request.key);
    if (set === undefined) return Promise.reject(this.unknownSetError(request.key));
    const refusal = this.refusalFor(set);
    if (refusal) return Promise.reject(refusal);
    const { maxWaiting, threads } = this.options;
    if (this.queue.length >= maxWaiting) {
      const { least, most } = poolLimits.retryAfterMs;
      const expectedMs = Math.ceil(this.metrics.expectedMs(this.queue.length) / threads);
      const retryAfterMs = Math.min(most, Math.max(least, expectedMs));
      return Promise.reject(
        this.createError('overloaded', `${this.queue.length} evaluations are waiting, at most ${maxWaiting} can`, {
          retryAfterMs,
        }),
      );
    }
    return new Promise((resolve, reject) => {
      const since = performance.now();
      this.queue.push({ request, set, queuedAtMs: since, withContent: false, deaths: 0, attempts: 0, resolve, reject });
      this.scheduleFlush();
    });
  }

  async prepare(key: string): Promise<void> {
    const set = this.sets.get(key);
    if (set === undefined) throw this.unknownSetError(key);
    const prepared = new Set<number>();
    while (this.threadIds().some((thread) => !prepared.has(thread))) {
      const refusal = this.refusalFor(set);
      if (refusal) throw refusal;
      const thread = await this.prepareOne(set, prepared);
      // The remaining worker is busy.
      if (thread !== null && prepared.has(thread)) await sleep(poolLimits.prepareAgainMs);
      if (thread !== null) prepared.add(thread);
    }
  }

  /** Returns the ids of the current threads. */
  threadIds(): readonly number[] {
    return this.piscina.threads.map((thread) => thread.threadId);
  }

  /** Terminates all threads from outside. New threads replace them. */
  async endThreads(): Promise<void> {
    await Promise.all(this.piscina.threads.map((thread) => thread.terminate()));
  }

  snapshot(): PoolSnapshot {
    const quarantined = [...this.sets.values()].flatMap((set) => {
      const entry = this.quarantine.entryOf(set);
      return entry ? [{ key: set.key, ruleId: entry.ruleId, reason: entry.reason }] : [];
    });
    const { queue: waiting, inFlight: underWay, sets } = this;
    return this.metrics.snapshot({ waiting: waiting.length, underWay, sets: sets.size, quarantined }, this.threadIds());
  }

  async destroy(): Promise<void> {
    this.closed = true;
    while (this.queue.length + this.preparations.length + this.inFlight > 0)
      await new Promise<void>((resolve) => this.drainListeners.push(resolve));
    this.watchdog.stop();
    await this.piscina.destroy();
  }

  private chooseWorker(workers: Parameters<Balancer>[1]): ReturnType<Balancer> {
    const free = workers.filter((worker) => worker.currentUsage === 0);
    return free.find((worker) => !this.avoidedWorkers.has(worker.id)) ?? free[0] ?? null;
  }

  private scheduleFlush(): void {
    if (this.flushScheduled) return;
    this.flushScheduled = true;
    setImmediate(() => {
      this.flushScheduled = false;
      this.flush();
    });
  }

  /** Sends one message per thread at a time. Requests that wait in the meantime make the next messages larger. */
  private flush(): void {
    const { threads, maxBatch } = this.options;
    const nowMs = performance.now();
    const isSuspect = (key: string): boolean => this.quarantine.isSuspect(key, nowMs);
    while (this.inFlight < threads) {
      const step = this.preparations.shift();
      if (step) {
        this.trackInFlight(step());
        continue;
      }
      if (this.queue.length === 0) return;
      const share = Math.ceil(this.queue.length / (threads - this.inFlight));
      this.trackInFlight(this.send(this.queue.takeBatch(Math.min(share, maxBatch), isSuspect)));
    }
  }

  /** Counts a message as in flight until its reply arrives. */
  private trackInFlight(sent: Promise<void>): void {
    this.inFlight += 1;
    void sent.then(() => {
      this.inFlight -= 1;
      if (this.queue.length + this.preparations.length > 0) this.scheduleFlush();
      else if (this.inFlight === 0) for (const resume of this.drainListeners.splice(0)) resume();
    });
  }

  private async send(batch: Batch): Promise<void> {
    const nowMs = performance.now();
    for (const item of batch.items) {
      item.attempts += 1;
      this.metrics.waitUs.record((nowMs - item.queuedAtMs) * 1000);
    }
    this.metrics.batchSizes.record(batch.items.length);
    const flight = this.watchdog.begin(nowMs);
    try {
      this.settle(
        batch.items,
        await this.post(flight, packBatch(batch, { slot: flight.slot, ...this.invalidations.pending() })),
      );
    } catch (error) {
      this.handleWorkerDeath(batch.items, flight, error);
    } finally {
      this.watchdog.end(flight);
    }
  }

  private async post(flight: InFlightBatch, message: BatchMessage): Promise<BatchReply> {
    const answer = await this.piscina.run(message, { signal: flight.signal });
    this.metrics.recordWorker(answer.numbers);
    this.invalidations.acknowledge(answer.numbers, () => this.threadIds());
    return answer;
  }

  private settle(items: readonly QueuedEvaluation[], answer: BatchReply): void {
    const { numbers, text } = answer;
    let at: number = workerState.length;
    let textAt = 0;
    const lacking: QueuedEvaluation[] = [];
    for (const item of items) {
      const status = numbers[at + itemField.status];
      const length = numbers[at + itemField.textLength] as number;
      if (status === itemStatus.outcome) {
        this.metrics.recordEvaluation(numbers[at + itemField.runUs] as number);
        item.resolve(new WorkerEvaluation(item.set.key, answer, at, textAt));
        at += itemField.firstHit + (numbers[at + itemField.hits] as number);
      } else {
        if (status === itemStatus.lacking) lacking.push(item);
        else
          item.reject(
            this.createError(
              status === itemStatus.invalid ? 'set_invalid' : 'failed',
              text.slice(textAt, textAt + length),
            ),
          );
        at += itemField.totalScore;
      }
      textAt += length;
    }
    for (const item of lacking) item.withContent = true;
    this.queue.pushFront(lacking);
  }

  /** Handles the death of a worker. The item that it was processing is to blame. The others, whose results were lost, are sent again. */
  private handleWorkerDeath(items: readonly QueuedEvaluation[], flight: InFlightBatch, error: unknown): void {
    const { phase, item: index } = flight.progress;
    const isAtItem = phase === phases.evaluating || phase === phases.compiling;
    const blamed = isAtItem ? (items[phase === phases.compiling ? 0 : index] ?? null) : null;
    const cause = flight.expired ? 'deadline' : 'crashed';
    this.recordDeath(cause, blamed?.set ?? null, error, {
      rule: flight.progress.rule,
      evaluationId: phase === phases.evaluating ? (blamed?.request.params.evaluationId ?? null) : null,
    });
    const again = items.filter((item) => {
      const refusal = this.refusalAfterDeath(item, item === blamed, cause);
      if (refusal) item.reject(refusal);
      return refusal === null;
    });
    this.metrics.repeated += again.length;
    this.queue.pushFront(again);
  }

  /** Returns `null` if the item is to be sent again. */
  private refusalAfterDeath(
    item: QueuedEvaluation,
    isBlamed: boolean,
    cause: 'deadline' | 'crashed',
  ): PoolError | null {
    const { deadlineMs } = this.options;
    if (isBlamed) item.deaths += 1;
    if (isBlamed && cause === 'deadline')
      return this.createError('deadline', `no outcome within ${deadlineMs} ms; the worker was terminated`);
    if (item.deaths >= poolLimits.deathsPerEvaluation || item.attempts >= poolLimits.sendsPerEvaluation)
      return this.createError('crashed', `the worker died, and again on attempt ${item.attempts}`);
    const entry = this.quarantine.entryOf(item.set);
    return entry && this.quarantineError(entry);
  }

  /** Records the death of a worker and attributes it to the set that it was processing. */
  private recordDeath(
    cause: 'deadline' | 'crashed',
    set: RegisteredSet | null,
    error: unknown,
    { rule = -1, evaluationId = null }: { readonly rule?: number; readonly evaluationId?: string | null } = {},
  ): void {
    const { onEvent, deadlineMs } = this.options;
    this.metrics.deaths[cause] += 1;
    const content = set?.content.rules[rule] ?? null;
    const key = set?.key ?? null;
    const message = cause === 'deadline' ? `no progress for ${deadlineMs} ms` : String(error);
    onEvent({ kind: 'workerDied', cause, key, evaluationId, ruleId: content?.ruleId ?? null, message });
    const entry = set && this.quarantine.recordDeath(set, content, `${cause}: ${message}`, performance.now());
    if (!entry) return;
    onEvent({ kind: 'quarantined', key: set.key, ...entry });
    for (const item of this.queue.remove((each) => this.quarantine.entryOf(each.set) !== null))
      item.reject(this.quarantineError(entry));
  }

  /** Runs one step of a preparation. Returns the thread that now has the set, or `null` if the thread died of it. */
  private prepareOne(set: RegisteredSet, prepared: ReadonlySet<number>): Promise<number | null> {
    return new Promise((resolve) => {
      this.preparations.push(async () => {
        const flight = this.watchdog.begin(performance.now());
        const empty = packBatch(
          { items: [], ruleByRule: false },
          { slot: flight.slot, ...this.invalidations.pending() },
        );
        this.avoidedWorkers = prepared;
        const answer = this.post(flight, { ...empty, contents: [set] });
        this.avoidedWorkers = new Set();
        try {
          resolve((await answer).numbers[workerState.threadId] as number);
        } catch (error) {
          const isAtSet = flight.progress.phase === phases.compiling;
          this.recordDeath(flight.expired ? 'deadline' : 'crashed', isAtSet ? set : null, error);
          resolve(null);
        } finally {
          this.watchdog.end(flight);
        }
      });
      this.scheduleFlush();
    });
  }

  /** Returns why the set cannot be evaluated at present, or `null` if it can. */
  private refusalFor(set: RegisteredSet): PoolError | null {
    if (this.closed) return this.createError('closed', 'the pool accepts no more evaluations');
    const entry = this.quarantine.entryOf(set);
    return entry && this.quarantineError(entry);
  }

  private quarantineError({ ruleId, deaths, reason }: QuarantineEntry): PoolError {
    const what = ruleId === null ? 'the rule set' : `rule ${ruleId}`;
    return this.createError(
      'quarantined',
      `${what} ended ${deaths} workers (${reason})`,
      ruleId === null ? {} : { ruleId },
    );
  }

  private unknownSetError(key: string): PoolError {
    return this.createError('unknown_set', `rule set ${key} is not loaded`);
  }

  private createError(reason: PoolErrorReason, message: string, details?: PoolErrorDetails): PoolError {
    this.metrics.recordRefusal(reason);
    return new PoolError(reason, message, details);
  }
}

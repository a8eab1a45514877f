import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { Run, RuleSetContent, RunOutcome } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import { Piscina } from 'piscina';
import type { EvaluationPool, PoolOptions } from './evaluation-pool.js';
import type { BatchMessage, ItemAnswer, PoolItem } from './messages.js';
import { PoolError } from './pool-error.js';
import { StuckWatch } from './stuck-watch.js';

interface Waiting extends PoolItem {
  /** Send the content along: the worker of the first attempt lacked the set. */
  withContent: boolean;
  /** Workers that died while this item was under way. */
  crashes: number;
  readonly resolve: (outcome: RunOutcome) => void;
  readonly reject: (error: PoolError) => void;
}

/** The same file from src/ and from dist/: threads run built JavaScript. */
const workerFile = fileURLToPath(new URL('../dist/worker.js', import.meta.url));

/** A death of its worker is forgiven once: evaluation is pure, and the cause may be another item of the batch. */
const maxCrashes = 2;

/** Worker threads that evaluate; requests of one turn of the event loop travel in one message. */
export class EnginePool implements EvaluationPool {
  private readonly piscina: Piscina<BatchMessage, ItemAnswer[]>;
  private readonly sets = new Map<string, RuleSetContent>();
  private waiting: Waiting[] = [];
  private readonly idle: (() => void)[] = [];
  private readonly watches = new Set<StuckWatch>();
  private underWay = 0;
  private flushing = false;
  private closed = false;

  constructor(private readonly options: PoolOptions) {
    const { threads } = options;
    this.piscina = new Piscina({
      filename: workerFile,
      name: 'evaluateBatch',
      minThreads: threads,
      maxThreads: threads,
      atomics: 'sync',
      recordTiming: false,
    });
  }

  load(content: RuleSetContent): string {
    const key = createHash('sha256')
      .update(canonicalJson(content as unknown as JsonValue))
      .digest('hex');
    this.sets.set(key, content);
    return key;
  }

  unload(key: string): void {
    this.sets.delete(key);
  }

  evaluate(key: string, contextJson: string, factsJson: string, run: Run): Promise<RunOutcome> {
    if (this.closed) return Promise.reject(new PoolError('closed', 'the pool takes no more evaluations'));
    if (!this.sets.has(key)) return Promise.reject(new PoolError('unknown_set', `no rule set is loaded as ${key}`));
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, contextJson, factsJson, run, withContent: false, crashes: 0, resolve, reject });
      this.flushSoon();
    });
  }

  /** The threads, to look at or to end from outside. */
  workers(): readonly Worker[] {
    return this.piscina.threads;
  }

  /** Per message under way: which item, counted from 1, its worker has begun. */
  progress(): readonly number[] {
    return [...this.watches].map((watch) => watch.begunItems());
  }

  async destroy(): Promise<void> {
    this.closed = true;
    while (this.waiting.length > 0 || this.underWay > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
    await this.piscina.destroy();
  }

  private flushSoon(): void {
    if (this.flushing) return;
    this.flushing = true;
    setImmediate(() => {
      this.flushing = false;
      this.flush();
    });
  }

  /** One message under way per thread: what waits meanwhile makes the next messages fuller. */
  private flush(): void {
    const { threads, maxBatch } = this.options;
    while (this.waiting.length > 0 && this.underWay < threads) {
      const share = Math.ceil(this.waiting.length / (threads - this.underWay));
      const items = this.waiting.splice(0, Math.min(share, maxBatch));
      this.underWay += 1;
      void this.send(items).finally(() => {
        this.underWay -= 1;
        if (this.waiting.length > 0) this.flushSoon();
        if (this.waiting.length === 0 && this.underWay === 0) for (const resume of this.idle.splice(0)) resume();
      });
    }
  }

  private async send(items: readonly Waiting[]): Promise<void> {
    const begun = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const watch = new StuckWatch(begun, this.options.deadlineMs);
    this.watches.add(watch);
    try {
      const message = { items: items.map(plain), sets: this.setsFor(items), begun };
      const answers = await this.piscina.run(message, { signal: watch.signal });
      answers.forEach((answer, index) => this.settle(items[index] as Waiting, answer));
    } catch (error) {
      this.interrupted(items, watch, error);
    } finally {
      watch.stop();
      this.watches.delete(watch);
    }
  }

  private setsFor(items: readonly Waiting[]): BatchMessage['sets'] {
    const keys = new Set(items.filter((item) => item.withContent).map((item) => item.key));
    return [...keys].flatMap((key) => {
      const content = this.sets.get(key);
      return content ? [{ key, content }] : [];
    });
  }

  private settle(item: Waiting, answer: ItemAnswer): void {
    switch (answer.kind) {
      case 'outcome':
        return item.resolve(answer.outcome);
      case 'invalid':
        return item.reject(new PoolError('set_invalid', answer.message));
      case 'failed':
        return item.reject(new PoolError('failed', answer.message));
      case 'lacking':
        if (!this.sets.has(item.key))
          return item.reject(new PoolError('unknown_set', `rule set ${item.key} was unloaded`));
        item.withContent = true;
        this.waiting.unshift(item);
    }
  }

  /** The worker is gone. The item it was at is to blame; the others, whose answers were lost with it, go again. */
  private interrupted(items: readonly Waiting[], watch: StuckWatch, error: unknown): void {
    const blamed = items[Math.max(0, watch.begunItems() - 1)] as Waiting;
    if (!watch.expired) blamed.crashes += 1;
    const again: Waiting[] = [];
    for (const item of items) {
      if (item === blamed && watch.expired)
        item.reject(new PoolError('deadline', `no outcome within ${this.options.deadlineMs} ms; the worker was ended`));
      else if (item.crashes >= maxCrashes) item.reject(new PoolError('crashed', `the worker died: ${String(error)}`));
      else again.push(item);
    }
    this.waiting.unshift(...again);
  }
}

const plain = ({ key, contextJson, factsJson, run }: Waiting): PoolItem => ({ key, contextJson, factsJson, run });

import type { RuleSetContent } from '@tamis/engine';
import { EnginePool, InlinePool, type EvaluationRequest } from '@tamis/engine-pool';
import { median } from '../machine.js';
import { quantile } from './quantile.js';
import type { PoolWorkload } from './workload-requests.js';

export interface SwitchFigures {
  readonly rules: number;
  readonly evaluations: number;
  readonly failed: number;
  /** Results that do not match the rule set they refer to. */
  readonly mixed: number;
  readonly prepareMs: number;
  readonly p99BeforeUs: number;
  readonly p99DuringUs: number;
  readonly p99Ratio: number;
}

/** A fifth of the capacity of two workers. */
const perMs = 2;
const calmMs = 1_000;

/** Returns the same rules with another score, so that every sum shows which set it belongs to. */
const scored = (content: RuleSetContent, score: number): RuleSetContent => ({
  ...content,
  rules: content.rules.map((rule) => ({ ...rule, source: rule.source.replace('score 1', `score ${score}`) })),
});

async function expectedScores(content: RuleSetContent, workload: PoolWorkload): Promise<readonly number[]> {
  const inline = new InlinePool();
  const key = inline.load(content);
  const made = await Promise.all(workload.requests(key).map((request) => inline.evaluate(request)));
  return made.map(({ totalScore }) => totalScore);
}

class Load {
  failed = 0;
  mixed = 0;
  count = 0;
  latencies: number[] = [];
  current = '';
  private running = true;

  constructor(
    private readonly pool: EnginePool,
    private readonly requests: ReadonlyMap<string, readonly EvaluationRequest[]>,
    private readonly expected: ReadonlyMap<string, readonly number[]>,
  ) {}

  /** Sends a constant number per millisecond, regardless of late responses. */
  async send(): Promise<void> {
    const start = performance.now();
    const asked: Promise<void>[] = [];
    for (let sent = 0; this.running;) {
      const due = (performance.now() - start) * perMs;
      for (; sent < due; sent++) asked.push(this.ask(this.count++));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(asked);
  }

  stop(): void {
    this.running = false;
  }

  private async ask(number: number): Promise<void> {
    const key = this.current;
    const requests = this.requests.get(key) ?? [];
    const index = number % requests.length;
    const start = performance.now();
    try {
      const evaluation = await this.pool.evaluate(requests[index] as EvaluationRequest);
      this.latencies.push((performance.now() - start) * 1000);
      if (evaluation.key !== key || evaluation.totalScore !== this.expected.get(key)?.[index]) this.mixed += 1;
    } catch {
      this.failed += 1;
    }
  }
}

/** Replaces a set several times under load: the next set is prepared, and all further evaluations then refer to it. */
export async function benchSwitch(workload: PoolWorkload, rounds: number): Promise<SwitchFigures> {
  const pool = new EnginePool({ threads: 2, deadlineMs: 60_000, maxWaiting: 1e6 });
  const contents = Array.from({ length: rounds + 1 }, (_, index) => scored(workload.content, index + 1));
  const requests = new Map<string, readonly EvaluationRequest[]>();
  const expected = new Map<string, readonly number[]>();
  for (const content of contents) {
    const key = pool.load(content);
    requests.set(key, workload.requests(key));
    expected.set(key, await expectedScores(content, workload));
  }
  const load = new Load(pool, requests, expected);
  const keys = [...requests.keys()];
  load.current = keys[0] ?? '';
  await pool.prepare(load.current);
  const running = load.send();
  const [before, during, prepareMs]: number[][] = [[], [], []];
  for (const key of keys.slice(1)) {
    load.latencies = [];
    await new Promise((resolve) => setTimeout(resolve, calmMs));
    before?.push(quantile(load.latencies, 0.99));
    load.latencies = [];
    const start = performance.now();
    await pool.prepare(key);
    load.current = key;
    prepareMs?.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, calmMs / 10));
    during?.push(quantile(load.latencies, 0.99));
  }
  load.stop();
  await running;
  await pool.destroy();
  const ratios = (during ?? []).map((value, index) => value / (before?.[index] ?? Number.NaN));
  return {
    rules: workload.content.rules.length,
    evaluations: load.count,
    failed: load.failed,
    mixed: load.mixed,
    prepareMs: median(prepareMs ?? []),
    p99BeforeUs: median(before ?? []),
    p99DuringUs: median(during ?? []),
    p99Ratio: median(ratios),
  };
}

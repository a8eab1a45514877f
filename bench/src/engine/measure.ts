import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median } from '../machine.js';
import type { ContenderMessage, Sampled, SampleRequest } from './contender-messages.js';
import { contenders, type ContenderName } from './contenders.js';

export interface Timing {
  readonly engine: ContenderName;
  readonly usPerEvent: number;
  /** The CPU time of all threads of its process, which other concurrent work affects least. */
  readonly cpuUsPerEvent: number;
  /** The time from the text or JSON of the rules to the form that is evaluated. */
  readonly loadMs: number;
  readonly loadCpuMs: number;
  /** The heap and buffers of its process that the loaded rules need after they were evaluated, in megabytes. */
  readonly memoryMb: number;
}

export interface Measurement {
  readonly hitRate: number;
  readonly timings: readonly Timing[];
}

export interface MeasureOptions {
  readonly rules: number;
  readonly seed: number;
  readonly sampleMs: number;
  readonly rounds: number;
  /** Selects engines whose names contain one of these texts. */
  readonly only: readonly string[];
}

/** Generated code of large sets takes long to be optimized. */
const minWarmUpMs = 2_000;

const program = fileURLToPath(new URL('contender-process.js', import.meta.url));

/** Returns the next message of the child process; throws if it ends instead. */
async function next(child: ChildProcess): Promise<ContenderMessage> {
  const ended = new AbortController();
  const { signal } = ended;
  const said = once(child, 'message', { signal }) as Promise<[ContenderMessage]>;
  const exit = once(child, 'exit', { signal }).then(([code]: unknown[]) => {
    throw new Error(`${child.spawnargs.slice(-3).join(' ')} ended with code ${String(code)}`);
  });
  try {
    const [message] = await Promise.race([said, exit]);
    return message;
  } finally {
    ended.abort();
    await Promise.allSettled([said, exit]);
  }
}

async function sample(child: ChildProcess, request: SampleRequest): Promise<Sampled> {
  child.send(request);
  const answer = await next(child);
  if (answer.kind !== 'sampled') throw new Error(`${child.spawnargs.slice(-3).join(' ')} gave no sample`);
  return answer;
}

/**
 * Measures each engine in a separate process; they take turns, round after round, so that slow periods of the machine affect all of them.
 */
export async function measure({ rules, seed, sampleMs, rounds, only }: MeasureOptions): Promise<Measurement> {
  const chosen = (Object.keys(contenders) as ContenderName[]).filter((name) =>
    only.some((text) => name.includes(text)),
  );
  const children: {
    engine: ContenderName;
    child: ChildProcess;
    loadMs: number;
    loadCpuMs: number;
    memoryMb: number;
    samples: Sampled[];
  }[] = [];
  let hitRate = 0;
  try {
    for (const engine of chosen) {
      const child = fork(program, [engine, String(rules), String(seed)], { execArgv: ['--expose-gc'] });
      const made = { engine, child, loadMs: 0, loadCpuMs: 0, memoryMb: 0, samples: [] as Sampled[] };
      children.push(made);
      const ready = await next(child);
      if (ready.kind !== 'ready') throw new Error(`${engine} did not load`);
      made.loadMs = ready.loadMs;
      made.loadCpuMs = ready.loadCpuMs;
      made.memoryMb = ready.memoryMb;
      hitRate = ready.hitRate;
    }
    for (const { child } of children) await sample(child, { ms: Math.max(minWarmUpMs, 2 * sampleMs), from: 0 });
    for (let round = 0; round < rounds; round++)
      for (const { child, samples } of children) samples.push(await sample(child, { ms: sampleMs, from: round * 97 }));
  } finally {
    for (const { child } of children) child.kill();
  }
  const timings = children.map(({ engine, samples, loadMs, loadCpuMs, memoryMb }) => ({
    engine,
    usPerEvent: median(samples.map((each) => each.usPerEvent)),
    cpuUsPerEvent: median(samples.map((each) => each.cpuUsPerEvent)),
    loadMs,
    loadCpuMs,
    memoryMb,
  }));
  return { hitRate, timings };
}

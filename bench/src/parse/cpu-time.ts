import { median } from '../machine.js';

/** Returns the processor milliseconds of a call over all threads, including garbage collection but not other processes. */
export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export interface CpuSample {
  readonly medianMs: number;
  readonly bestMs: number;
}

/** Warms up, then alternates between the candidates, so that a slow moment of the machine affects all of them. */
export function measureCpu<K extends string>(
  runs: Readonly<Record<K, () => void>>,
  rounds: number,
): Record<K, CpuSample> {
  const names = Object.keys(runs) as K[];
  const samples = new Map(names.map((name): [K, number[]] => [name, []]));
  for (const name of names) for (let round = 0; round < 4; round++) runs[name]();
  for (let round = 0; round < rounds; round++) for (const name of names) samples.get(name)?.push(cpuMs(runs[name]));
  const summary = names.map((name): [K, CpuSample] => {
    const values = samples.get(name) ?? [];
    return [name, { medianMs: median(values), bestMs: Math.min(...values) }];
  });
  return Object.fromEntries(summary) as Record<K, CpuSample>;
}

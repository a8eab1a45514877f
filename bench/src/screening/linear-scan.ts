import type { ScreenedParty, WatchlistIndex } from '@tamis/screening';
import { jaroWinkler } from '@tamis/stdx';
import { token_sort_ratio as tokenSortRatio } from 'fuzzball';

/** Number of names of the list that a sample compares, and number of parties. */
const sampleNames = 20_000;
const sampleParties = 10;
const [ratioFrom, similarityFrom] = [82, 0.82];

export interface LinearScan {
  readonly name: string;
  /** Parties screened against the whole list per second of processor time, extrapolated from a sample of its names. */
  readonly perCpuSecond: number;
  /** Hits in the sample. Counted so that no comparison is optimized away. */
  readonly hits: number;
}

/** Measures the cost of comparing each name with each other name, as libraries do. */
export function linearScans(index: WatchlistIndex, parties: readonly ScreenedParty[]): readonly LinearScan[] {
  const names = Array.from({ length: Math.min(sampleNames, index.names) }, (_, name) =>
    index.nameText(name).toLowerCase(),
  );
  const asked = parties.slice(0, sampleParties).map((party) => party.names[0]!.toLowerCase());
  const whole = index.names / names.length;
  const scan = (name: string, isHit: (one: string, other: string) => boolean): LinearScan => {
    const before = process.cpuUsage();
    let hits = 0;
    for (const one of asked) for (const other of names) if (isHit(one, other)) hits += 1;
    const { user, system } = process.cpuUsage(before);
    return { name, hits, perCpuSecond: (asked.length * 1e6) / ((user + system) * whole) };
  };
  return [
    scan('fuzzball', (one, other) => tokenSortRatio(one, other) >= ratioFrom),
    scan('jaroWinkler', (one, other) => jaroWinkler(one, other) >= similarityFrom),
  ];
}

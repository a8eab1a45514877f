/** Inclusive upper bounds, in milliseconds, of the latency buckets. The last bucket has none. */
const boundsMs = [
  ...[1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 65, 80, 100],
  ...[150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000],
];

/** Counts by bucket. Trailing zeros may be omitted. */
export type LatencyCounts = readonly number[];

export const latencyBuckets = boundsMs.length + 1;

export function latencyBucketOf(ms: number): number {
  const bucket = boundsMs.findIndex((bound) => ms <= bound);
  return bucket === -1 ? boundsMs.length : bucket;
}

export function addLatencies(sum: number[], counts: LatencyCounts): void {
  for (let bucket = 0; bucket < Math.min(counts.length, latencyBuckets); bucket += 1)
    sum[bucket] = (sum[bucket] ?? 0) + counts[bucket]!;
}

/**
 * Returns the latency in milliseconds below which the given share of the values lies, with values evenly distributed within each bucket.
 * Returns `null` if nothing was counted, and the last bound beyond it.
 */
function latencyQuantile(counts: LatencyCounts, share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = bucket === 0 ? 0 : boundsMs[bucket - 1]!;
      const to = boundsMs[bucket] ?? from;
      return Math.round((from + (to - from) * Math.max(0, (wanted - below) / count)) * 10) / 10;
    }
    below += count;
  }
  return boundsMs.at(-1)!;
}

export interface Latency {
  /** Number of values covered. */
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

export const toLatency = (counts: LatencyCounts): Latency => ({
  count: counts.reduce((sum, count) => sum + count, 0),
  p50Ms: latencyQuantile(counts, 0.5),
  p95Ms: latencyQuantile(counts, 0.95),
  p99Ms: latencyQuantile(counts, 0.99),
});

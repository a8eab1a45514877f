/** Buckets of a histogram of microseconds: four to each doubling, the last one open. */
export const bucketCount = 64;

const bucketsPerDoubling = 4;

/** The bucket of a time in microseconds. */
export const bucketOf = (micros: number): number =>
  Math.min(bucketCount - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, micros)) * bucketsPerDoubling)));

/** A time in the middle of a bucket. */
const microsOfBucket = (bucket: number): number => 2 ** ((bucket + 0.5) / bucketsPerDoubling);

/** The time below which the share of what was counted lies, within a tenth; null when nothing was. */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const bucket = counts.findIndex((count) => (seen += count) >= total * share);
  return Math.round(microsOfBucket(bucket === -1 ? counts.length - 1 : bucket) * 10) / 10;
}

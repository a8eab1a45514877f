/** Number of buckets in a histogram of microseconds: four for each doubling, with the last one open-ended. */
export const bucketCount = 64;

const bucketsPerDoubling = 4;

/** Returns the bucket of a time in microseconds. */
export const bucketOf = (micros: number): number =>
  Math.min(bucketCount - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, micros)) * bucketsPerDoubling)));

/** Returns a time in the middle of a bucket. */
const microsOfBucket = (bucket: number): number => 2 ** ((bucket + 0.5) / bucketsPerDoubling);

/**
 * Returns the time below which the given share of the counted times lies, with an error of less than a tenth; `null` if nothing was
 * counted.
 */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const bucket = counts.findIndex((count) => (seen += count) >= total * share);
  return Math.round(microsOfBucket(bucket === -1 ? counts.length - 1 : bucket) * 10) / 10;
}

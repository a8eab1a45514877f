import { open } from 'node:fs/promises';
import { firstEvaluationTime } from './first-evaluation-time.js';

/**
 * The measured cost of an event before a part, relative to one in it: first of an event that some evaluation of the part can use, then of
 * an older one.
 */
const visibleCost = 0.35;
const skippedCost = 0.04;
/** Parts with fewer bytes are not worth a thread. */
const leastBytes = 1 << 22;
const probeBytes = 1 << 16;
const lineEnd = 0x0a;
const nearlyAll = 0.95;

/** Returns the first position at or after `at` where a line begins. */
async function nextLineStart(path: string, at: number, size: number): Promise<number> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(probeBytes);
    for (let place = at - 1; place < size; place += buffer.length) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, place);
      const found = buffer.subarray(0, bytesRead).indexOf(lineEnd);
      if (found >= 0) return place + found + 1;
    }
    return size;
  } finally {
    await file.close();
  }
}

/**
 * Returns the ends of parts with equal cost, as shares of the whole. `reach` is the share of the whole that a part uses before its start.
 */
function evenShares(parts: number, reach: number): readonly number[] {
  const endsFor = (cost: number): number[] => {
    const ends: number[] = [];
    let end = 0;
    for (let part = 0; part < parts; part++) {
      const seen = Math.min(end, reach);
      end += Math.max(0, cost - seen * visibleCost - (end - seen) * skippedCost);
      ends.push(end);
    }
    return ends;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < 32; step++) {
    const middle = (low + high) / 2;
    if ((endsFor(middle).at(-1) as number) < 1) low = middle;
    else high = middle;
  }
  return endsFor(high);
}

/** Determines how a file is split into parts. */
export interface SegmentationOptions {
  readonly threads: number;
  /** The share of the file that its last records use before them. */
  readonly lookback: number;
  /** The minimum bytes of a part, for tests. */
  readonly least?: number | undefined;
}

/**
 * Returns the ends of the parts of a file of lines. Each part is shorter than the previous one, so that threads, which read everything
 * before their part, finish at the same time.
 */
export async function segmentBounds(
  path: string,
  size: number,
  { threads, lookback: reach, least = leastBytes }: SegmentationOptions,
): Promise<number[]> {
  const parts = Math.max(1, Math.min(threads, Math.floor(size / least)));
  const ends: number[] = [];
  for (const share of evenShares(parts, reach).slice(0, -1)) {
    const end = await nextLineStart(path, Math.max(1, Math.floor(share * size)), size);
    if (end > (ends.at(-1) ?? 0) && end < size) ends.push(end);
  }
  return [...ends, size];
}

/** Returns the share of a file of lines that its last records use before them, if records are evenly distributed; 1 means possibly all. */
export async function lookbackIn(
  path: string,
  size: number,
  timezone: string,
  seesFrom: (now: number) => number,
): Promise<number> {
  const nearEnd = await nextLineStart(path, Math.max(1, Math.floor(size * nearlyAll)), size);
  const [first, last] = [
    await firstEvaluationTime(path, 0, size, timezone),
    await firstEvaluationTime(path, nearEnd, size, timezone),
  ];
  if (first === null || last === null || last <= first) return 1;
  return Math.min(1, Math.max(0, (last - seesFrom(last)) / (last - first)));
}

import { open } from 'node:fs/promises';
import { firstEvaluationTime } from './first-evaluation-time.js';

/** What an event before a part costs, of what one in it does; measured: one that some run of the part may see, and an older one. */
const visibleCost = 0.35;
const skippedCost = 0.04;
/** Parts of fewer bytes are not worth a thread. */
const leastBytes = 1 << 22;
const probeBytes = 1 << 16;
const lineEnd = 0x0a;
const nearlyAll = 0.95;

/** The first place at or after `at` where a line begins. */
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

/** Where so many parts of equal cost end, as shares of the whole. `reach`: share of the whole that a part sees before it. */
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

/** How a file is cut into parts. */
export interface SegmentationOptions {
  readonly threads: number;
  /** Share of the file that its last records see before them. */
  readonly lookback: number;
  /** Bytes of a part, for tests. */
  readonly least?: number | undefined;
}

/**
 * Where parts of a file of lines end, so that threads that go through everything before their part are done at the same time: each
 * part is shorter than the one before it.
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

/** Share of a file of lines that its last records see before them, if they are spread evenly; 1: maybe all. */
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

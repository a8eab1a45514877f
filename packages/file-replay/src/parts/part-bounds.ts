import { open } from 'node:fs/promises';

/** What reading an event without evaluating it costs, of what both cost; measured. */
const readingShare = 0.35;
/** Parts of fewer bytes are not worth a thread. */
const leastBytes = 1 << 22;
const lookedAtOnce = 1 << 16;
const lineEnd = 0x0a;

/** The first place at or after `at` where a line begins. */
async function startOfLine(path: string, at: number, size: number): Promise<number> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(lookedAtOnce);
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
 * Where parts of a file of lines end, so that threads that read everything before their part are done at the same time: each
 * part is shorter than the one before it. `least`: bytes of a part, for tests.
 */
export async function partBounds(path: string, size: number, threads: number, least = leastBytes): Promise<number[]> {
  const parts = Math.max(1, Math.min(threads, Math.floor(size / least)));
  const shares = Array.from({ length: parts }, (_, part) => (1 - readingShare) ** part);
  const whole = shares.reduce((sum, each) => sum + each, 0);
  const ends: number[] = [];
  let share = 0;
  for (const each of shares.slice(0, -1)) {
    share += each;
    const end = await startOfLine(path, Math.max(1, Math.floor((share / whole) * size)), size);
    if (end > (ends.at(-1) ?? 0) && end < size) ends.push(end);
  }
  return [...ends, size];
}

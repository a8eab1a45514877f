import { readJsonLines } from '../../events/read-json-lines.js';
import { createReadStream } from 'node:fs';

/**
 * Returns the logical time of the first evaluation in a range of lines of a file, in milliseconds since 1970 UTC; `null` if there is none.
 */
export async function firstEvaluationTime(
  path: string,
  from: number,
  to: number,
  timezone: string,
): Promise<number | null> {
  if (to <= from) return null;
  for await (const batch of readJsonLines(createReadStream(path, { start: from, end: to - 1 }), timezone)) {
    if (!batch.ok) return null;
    for (const event of batch.value) if (event.kind === 'run') return event.now;
  }
  return null;
}

import { readPath } from '@tamis/lang';
import type { StoredRecord } from './fact-source.js';

/** Milliseconds since 1970 UTC; NaN for what is no text of a time. Anything may stand in data, also what cannot be made a text. */
export function recordTime(record: StoredRecord, path: readonly string[]): number {
  const found = readPath(record, path);
  return typeof found === 'string' ? Date.parse(found) : NaN;
}

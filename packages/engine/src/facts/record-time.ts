import { readPath } from '@tamis/lang';
import { readTime } from '@tamis/stdx';
import type { StoredRecord } from './fact-source.js';

/**
 * Milliseconds since 1970 UTC, as a rule reads the field in this zone; NaN for what is no text of a time. Anything may stand in
 * data, also what cannot be made a text.
 */
export function recordTime(record: StoredRecord, path: readonly string[], timezone: string): number {
  const found = readPath(record, path);
  return typeof found === 'string' ? (readTime(found, timezone) ?? NaN) : NaN;
}

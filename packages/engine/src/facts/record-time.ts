import { readPath } from '@tamis/lang';
import { readTime } from '@tamis/stdx';
import type { StoredRecord } from './fact-source.js';

/**
 * Returns milliseconds since 1970 UTC, as a rule reads the field in this time zone; NaN if it is not text in a time format. Data may
 * contain anything, including values that cannot be converted to text.
 */
export function recordTime(record: StoredRecord, path: readonly string[], timezone: string): number {
  const found = readPath(record, path);
  return typeof found === 'string' ? (readTime(found, timezone) ?? NaN) : NaN;
}

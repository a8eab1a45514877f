import { readRules, type ReadResult } from '@tamis/lang';

/** Two of the largest sets. */
const maxKept = 2_000;

/** The most recently read last. */
const kept = new Map<string, ReadResult>();

/**
 * As `readRules`, but a source read before is not read again: a set of which one rule changes keeps the trees of all others.
 * What is read is frozen and follows from the text alone.
 */
export function readRuleOnce(source: string): ReadResult {
  const known = kept.get(source);
  if (known) kept.delete(source);
  const read = known ?? readRules(source);
  kept.set(source, read);
  const [oldest] = kept.size > maxKept ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  return read;
}

import type { DataRead } from '@tamis/lang';

/** Reads of rules from the entire history, resolved from stored payments, user events and relationships. */
export type HistoryRead = Extract<DataRead, { readonly kind: 'firstSeen' | 'sharedWith' | 'networkRisk' }>;

const kinds: ReadonlySet<DataRead['kind']> = new Set(['firstSeen', 'sharedWith', 'networkRisk']);

export const isHistoryRead = (read: DataRead): read is HistoryRead => kinds.has(read.kind);

/**
 * Returns the key for which evaluations must not be executed concurrently, because neither would see the other's record; `null` if there is
 * none.
 */
export function historyKey(read: HistoryRead): readonly [what: string, value: string] | null {
  if (read.kind === 'sharedWith') return [read.path, read.value];
  return read.kind === 'firstSeen' ? [`first seen ${read.seen}`, read.value] : null;
}

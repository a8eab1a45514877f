import type { DataRead } from '@tamis/lang';

/** What rules ask of records of all time: answered from payments, user events and relationships as they are stored. */
export type HistoryRead = Extract<DataRead, { readonly kind: 'firstSeen' | 'sharedWith' | 'networkRisk' }>;

const kinds: ReadonlySet<DataRead['kind']> = new Set(['firstSeen', 'sharedWith', 'networkRisk']);

export const isHistoryRead = (read: DataRead): read is HistoryRead => kinds.has(read.kind);

/** What a run must not run beside another for: both would count the other as not there yet. Null: nothing. */
export function historyKey(read: HistoryRead): readonly [what: string, value: string] | null {
  if (read.kind === 'sharedWith') return [read.path, read.value];
  return read.kind === 'firstSeen' ? [`first seen ${read.seen}`, read.value] : null;
}

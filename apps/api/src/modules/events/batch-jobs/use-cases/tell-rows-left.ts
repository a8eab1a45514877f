import { setImmediate as nextTurn } from 'node:timers/promises';

import { memberText } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { BatchError } from '../domain/batch-job.js';
import type { BatchProgress } from '../persistence/batch-job-store.js';
import type { BatchRowReader } from './batch-rows.js';

/** Reasons why a row that has no error of its own is not stored. */
const reasons = {
  undone: { code: 'ROLLED_BACK', message: 'it was rolled back with all others: a row of the batch cannot be stored' },
  left: { code: 'NOT_PROCESSED', message: 'it and all following rows were left out: a previous row cannot be stored' },
} as const;

/** Positions of rows that have no error of their own, and why they are not stored. */
export interface RowsLeft {
  readonly why: keyof typeof reasons | Omit<BatchError, 'index' | 'externalId'>;
  readonly indexes: readonly number[];
  /** Number of rows in the batch. */
  readonly totalItems: number;
}

function externalIdOf(text: string): string | null {
  const named: unknown = text.startsWith('{') ? JSON.parse(memberText(text, 'externalId') ?? 'null') : null;
  return typeof named === 'string' ? named : null;
}

/**
 * Adds to the progress of a batch the rows that were not stored because of other rows, since readers of the report have to send them again.
 * If there are more failures than the report can hold, rows with an error of their own take precedence.
 */
export async function tellRowsLeft<Progress extends BatchProgress>(
  progress: Progress,
  rows: BatchRowReader,
  { why, indexes, totalItems }: RowsLeft,
): Promise<Progress> {
  const told: BatchError[] = [];
  for (const index of indexes.slice(0, Math.max(0, limits.batchErrors - progress.errors.length))) {
    const [text] = await rows.take(index, 1);
    told.push({ index, externalId: externalIdOf(text!), ...(typeof why === 'string' ? reasons[why] : why) });
    if (told.length % limits.checkedTogether === 0) await nextTurn();
  }
  return {
    ...progress,
    nextItem: totalItems,
    counts: { ...progress.counts, failed: progress.counts.failed + indexes.length },
    errors: [...progress.errors, ...told].sort((a, b) => a.index - b.index),
  };
}

import type { FileMarks } from '../../../../platform/egress/index.js';
import type { ReplacementCounts } from '../../data-lists/index.js';

export const syncStatuses = ['queued', 'running', 'completed', 'failed'] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** Who asked for a sync. */
export interface AskedBy {
  readonly type: 'user' | 'api_key' | 'automation';
  readonly id: string;
}

/** A row of the file that became no item. */
export interface SyncRowError {
  /** Of the file, from 1; of an array of JSON, the element. */
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** What a sync has found and done. */
export interface SyncResult extends Omit<ReplacementCounts, 'errors' | 'revision'> {
  /** The sender has no other file than the one before, and nothing was read. */
  readonly notModified: boolean;
  readonly errors: number;
  /** The first ones. */
  readonly errorDetails: readonly SyncRowError[];
}

export const notModifiedResult: SyncResult = {
  ...{ notModified: true, created: 0, updated: 0, removed: 0, unchanged: 0, skipped: 0, duplicates: 0, errors: 0 },
  errorDetails: [],
};

/** One sync of a list, which waits, is under way or is over. */
export interface ListSync {
  readonly organizationId: string;
  readonly id: string;
  readonly listId: string;
  readonly status: SyncStatus;
  /** Null: its time had come. */
  readonly requestedBy: AskedBy | null;
  readonly force: boolean;
  readonly dueAt: Date;
  readonly leaseNumber: number;
  /** Of the syncs before it, those in a row that failed. */
  readonly failures: number;
  readonly result: SyncResult | null;
  readonly problem: string | null;
  /** It failed since more than half of the items would have gone, and would not with `force`. */
  readonly isDoubted: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** What the list was made from: as long as the list and its settings stay so, the sender is asked for a newer file only. */
export interface KnownFile {
  /** Address and mapping, as one text. */
  readonly source: string;
  /** Of the list. */
  readonly revision: number;
  readonly marks: FileMarks;
}

/** Why a list stays as it was. */
export interface SyncProblem {
  readonly problem: string;
  readonly isDoubted: boolean;
}

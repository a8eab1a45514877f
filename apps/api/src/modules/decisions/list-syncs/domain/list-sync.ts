import type { FileMarks } from '../../../../platform/egress/index.js';
import type { ReplacementCounts } from '../../data-lists/index.js';

export const syncStatuses = ['queued', 'running', 'completed', 'failed'] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** Who requested a sync. */
export interface AskedBy {
  readonly type: 'user' | 'api_key' | 'automation';
  readonly id: string;
}

/** A row of the file that could not be converted to an item. */
export interface SyncRowError {
  /** Number of the row in the file, from 1, or of the element in a JSON array. */
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** What a sync found and changed. */
export interface SyncResult extends Omit<ReplacementCounts, 'errors' | 'revision'> {
  /** Whether the server has no newer file than before, so nothing was read. */
  readonly notModified: boolean;
  readonly errors: number;
  /** The first of the errors. */
  readonly errorDetails: readonly SyncRowError[];
}

export const notModifiedResult: SyncResult = {
  ...{ notModified: true, created: 0, updated: 0, removed: 0, unchanged: 0, skipped: 0, duplicates: 0, errors: 0 },
  errorDetails: [],
};

/** A sync of a list: queued, running or finished. */
export interface ListSync {
  readonly organizationId: string;
  readonly id: string;
  readonly listId: string;
  readonly status: SyncStatus;
  /** `null` if it was due by schedule. */
  readonly requestedBy: AskedBy | null;
  readonly force: boolean;
  readonly dueAt: Date;
  readonly leaseNumber: number;
  /** Number of consecutive failed syncs before it. */
  readonly failures: number;
  readonly result: SyncResult | null;
  readonly problem: string | null;
  /** Whether it failed because more than half of the items would have been removed. With `force` it would not fail. */
  readonly isDoubted: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The file from which the list was made. As long as the list and its settings are unchanged, only a newer file is requested. */
export interface KnownFile {
  /** URL and mapping, as a single text. */
  readonly source: string;
  /** Revision of the list. */
  readonly revision: number;
  readonly marks: FileMarks;
}

/** Why a list remains unchanged. */
export interface SyncProblem {
  readonly problem: string;
  readonly isDoubted: boolean;
}

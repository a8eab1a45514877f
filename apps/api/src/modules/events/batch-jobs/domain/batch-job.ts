import { importPermissions, type Permission } from '../../../../platform/auth/index.js';

/** What happens to the other rows if a row of a batch cannot be stored. */
export const batchErrorHandlings = ['rollback_all', 'stop_keep_success', 'continue_collect_errors'] as const;
export type BatchErrorHandling = (typeof batchErrorHandlings)[number];

/** The kinds of batches, named after the records their rows become. */
export const batchKinds = ['transaction_batch', 'user_event_batch', 'entity_batch'] as const;
export type BatchKind = (typeof batchKinds)[number];

/** Names of kinds that requests may use. Entity batches formerly had another name. */
export const batchKindNames = [...batchKinds, 'entity_automatic'] as const;
export type BatchKindName = (typeof batchKindNames)[number];

export const toBatchKind = (name: BatchKindName): BatchKind => (name === 'entity_automatic' ? 'entity_batch' : name);

/** Kinds that are never executed at the same time within an organization, because payments are linked to entities. */
export const exclusiveBatchKinds: readonly BatchKind[] = ['transaction_batch', 'entity_batch'];

/** Permissions of which any one suffices to list batches and see their progress: sending a batch of any kind, or following batches. */
export const batchFollowPermissions = [...importPermissions, 'batch:read'] as const;

/**
 * Permissions for each kind. `send` pauses, resumes and cancels a batch. `send` or `read` shows the rows that were not stored. `payload`
 * shows the rows as they were sent, with account numbers only for those who may read them.
 */
export const batchPermissions = {
  transaction_batch: { send: 'transactions:create', read: 'transactions:read', payload: 'transactions:read' },
  user_event_batch: { send: 'events:create', read: 'events:read', payload: 'events:read' },
  entity_batch: { send: 'entities:bulk_import', read: 'entities:read', payload: 'entities:read_sensitive' },
} as const satisfies Readonly<Record<BatchKind, Readonly<Record<'send' | 'read' | 'payload', Permission>>>>;

/** Nouns for the rows of each kind. */
export const batchNouns: Readonly<Record<BatchKind, { readonly one: string; readonly many: string }>> = {
  transaction_batch: { one: 'payment', many: 'payments' },
  user_event_batch: { one: 'user event', many: 'user events' },
  entity_batch: { one: 'entity', many: 'entities' },
};

export const reportLocales = ['en', 'es', 'pt'] as const;
export type ReportLocale = (typeof reportLocales)[number];

/** Who receives the report at the end of a batch, and in which language. */
export interface ReportRecipients {
  readonly emails: readonly string[];
  readonly locale: ReportLocale;
}

/** Options that apply to every row of a batch. Each kind adds its own. */
export interface BatchOptions {
  readonly errorHandling: BatchErrorHandling;
  /** Sources of the rows, in order. Absent if all rows came from a single source. */
  readonly sources?: readonly BatchSource[];
  /** Whether the sources are files. A row of a file may be marked as unreadable. */
  readonly fromFiles?: true;
  readonly report?: ReportRecipients;
}

/** A named source of rows in a batch. */
export interface BatchSource {
  readonly name: string;
  readonly totalItems: number;
  /** Columns of the file that do not correspond to a field of the record. */
  readonly ignoredColumns?: readonly string[];
}

/** A row that was not stored. */
export interface BatchError {
  /** Position in the batch, from 0. */
  readonly index: number;
  readonly externalId: string | null;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export interface BatchCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

export const zeroCounts: BatchCounts = { succeeded: 0, failed: 0, skipped: 0 };

export const batchStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'interrupted'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** A stored batch job. */
export interface BatchJob extends BatchCounts {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: BatchKind;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly options: BatchOptions;
  /** Whether it was asked to end, or to pause until it is resumed. */
  readonly isCancelled: boolean;
  readonly isPaused: boolean;
  /** Whether it cannot start before another batch of the organization has ended. */
  readonly waitsForOrgJob: boolean;
  /** Versions of the rule sets that evaluated its rows, in order. */
  readonly ruleSetVersions: readonly string[];
  readonly heartbeatAt: Date | null;
  readonly leaseExpiresAt: Date | null;
  readonly workerError: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** A batch job with the first of its rows that were not stored. */
export interface BatchReport extends BatchJob {
  readonly errors: readonly BatchError[];
}

/** Why a batch has to wait: how many batches of its kind are running, and how many are ahead of it. */
export interface BatchQueue {
  readonly running: number;
  readonly waitingAhead: number;
  /** Whether it cannot start before another batch of the organization has ended. */
  readonly waitsForOrgJob: boolean;
}

export const batchActions = ['pause', 'resume', 'cancel'] as const;
export type BatchAction = (typeof batchActions)[number];

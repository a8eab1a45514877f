import { importPermissions, type Permission } from '../../../../platform/auth/index.js';

/** What becomes of the others where a row of a batch cannot be stored. */
export const batchErrorHandlings = ['rollback_all', 'stop_keep_success', 'continue_collect_errors'] as const;
export type BatchErrorHandling = (typeof batchErrorHandlings)[number];

/** The kinds of batches that there are, by what their rows become. */
export const batchKinds = ['transaction_batch', 'user_event_batch', 'entity_batch'] as const;
export type BatchKind = (typeof batchKinds)[number];

/** What requests may call a kind: batches of entities had another name. */
export const batchKindNames = [...batchKinds, 'entity_automatic'] as const;
export type BatchKindName = (typeof batchKindNames)[number];

export const toBatchKind = (name: BatchKindName): BatchKind => (name === 'entity_automatic' ? 'entity_batch' : name);

/** Kinds of which an organization never has two carried out at the same time: payments are linked to entities. */
export const exclusiveBatchKinds: readonly BatchKind[] = ['transaction_batch', 'entity_batch'];

/** Of those who may see which batches there are and how far: who sends any kind, and who follows them. */
export const batchFollowPermissions = [...importPermissions, 'batch:read'] as const;

/**
 * What each kind asks for, by what its rows become: `send` to have it wait, go on or end; `send` or `read` to see which of its rows
 * were not stored; `payload` to see the rows as they were sent, with numbers of accounts for whoever may read those.
 */
export const batchPermissions = {
  transaction_batch: { send: 'transactions:create', read: 'transactions:read', payload: 'transactions:read' },
  user_event_batch: { send: 'events:create', read: 'events:read', payload: 'events:read' },
  entity_batch: { send: 'entities:bulk_import', read: 'entities:read', payload: 'entities:read_sensitive' },
} as const satisfies Readonly<Record<BatchKind, Readonly<Record<'send' | 'read' | 'payload', Permission>>>>;

/** What the rows of a kind are called. */
export const batchNouns: Readonly<Record<BatchKind, { readonly one: string; readonly many: string }>> = {
  transaction_batch: { one: 'payment', many: 'payments' },
  user_event_batch: { one: 'user event', many: 'user events' },
  entity_batch: { one: 'entity', many: 'entities' },
};

export const reportLocales = ['en', 'es', 'pt'] as const;
export type ReportLocale = (typeof reportLocales)[number];

/** To whom the report of a batch is sent when it ends, and in which language. */
export interface ReportRecipients {
  readonly emails: readonly string[];
  readonly locale: ReportLocale;
}

/** What holds for every row of a batch; a kind adds its own. */
export interface BatchOptions {
  readonly errorHandling: BatchErrorHandling;
  /** Where its rows came from, in their order; absent: they came as one. */
  readonly sources?: readonly BatchSource[];
  /** They are files, whose rows may say that they cannot be read. */
  readonly fromFiles?: true;
  readonly report?: ReportRecipients;
}

/** A named part of a batch. */
export interface BatchSource {
  readonly name: string;
  readonly totalItems: number;
  /** Columns of a file that are nothing in a record. */
  readonly ignoredColumns?: readonly string[];
}

/** A row that was not stored. */
export interface BatchError {
  /** Its place in the batch, from 0. */
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

/** A batch as it is stored. */
export interface BatchJob extends BatchCounts {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: BatchKind;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly options: BatchOptions;
  /** Whether it is to end, or to wait until somebody has it go on. */
  readonly isCancelled: boolean;
  readonly isPaused: boolean;
  /** Whether it may not begin before another of the organization has ended. */
  readonly waitsForOrgJob: boolean;
  /** The rule sets that decided on its rows, in order. */
  readonly ruleSetVersions: readonly string[];
  readonly heartbeatAt: Date | null;
  readonly leaseExpiresAt: Date | null;
  readonly workerError: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** The same with the rows that were not stored, the first of them. */
export interface BatchReport extends BatchJob {
  readonly errors: readonly BatchError[];
}

/** Why a batch has to wait: so many organizations have theirs carried out, and so many wait before it. */
export interface BatchQueue {
  readonly running: number;
  readonly waitingAhead: number;
  /** Whether it may not begin before another of the organization has ended. */
  readonly waitsForOrgJob: boolean;
}

export const batchActions = ['pause', 'resume', 'cancel'] as const;
export type BatchAction = (typeof batchActions)[number];

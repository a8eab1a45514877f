import { Logger } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { isConflict, type TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { type ApiError, invalid, toApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { BatchError, BatchOptions } from '../domain/batch-job.js';
import { failureMessage } from '../domain/failure-message.js';
import { addToBitmap } from '../domain/item-bitmap.js';
import { unreadableMarker } from '../domain/unreadable-row.js';
import { type BatchProgress, enqueueBatchProgress, saveBatchProgress } from '../persistence/batch-job-store.js';
import type { ClaimedBatch, NewBatch } from '../persistence/batch-queue.js';
import { announceBatch } from './announce-batch.js';
import type { BatchHandler } from './batch-handler.js';
import { type BatchRowReader, ReadAhead } from './batch-rows.js';

/** What was stored for a row of a batch. */
export interface StoredRow<Stored> {
  readonly index: number;
  readonly stored: Stored;
}

/** Progress of a batch, and what this process stored. */
export interface BatchResult<Stored = unknown> extends BatchProgress {
  readonly created: readonly StoredRow<Stored>[];
}

/** A batch and the handler of its kind. */
export interface BatchTask<Options extends BatchOptions = BatchOptions, Request = unknown, Stored = unknown> {
  readonly batch: ClaimedBatch<Options>;
  readonly handler: BatchHandler<Options, Request, Stored>;
  /** Whether a caller waits for the stored records: memory suffices for those of some batches only. */
  readonly isAwaited: () => boolean;
}

/** A batch that was not started, and the handler of its kind. */
export interface NewBatchTask<Options extends BatchOptions = BatchOptions, Request = unknown> {
  readonly batch: NewBatch<Options>;
  readonly handler: Pick<BatchHandler<Options, Request>, 'toRequest'>;
}

/** Thrown if another process took over the batch, or it is left for later. The open transaction is rolled back. */
export class BatchReleased extends Error {}

/** Rolls back the open transaction and carries the result that explains why. */
export class RolledBack extends Error {
  constructor(readonly result: BatchResult) {
    super('a row of the batch cannot be stored');
  }
}

/** One row of a batch: its position, and the request to be stored or why it cannot be. */
export interface BatchRow<Request> {
  readonly index: number;
  readonly externalId: string | null;
  readonly request: Result<Request, unknown>;
}

/** Rows of a batch that are stored in one database transaction, together with the progress of the batch. */
interface PartPlan {
  readonly before: BatchProgress;
  /** Maximum number of rows. */
  readonly size: number;
  /** Whether subscribers of the batch are notified. */
  readonly isTold: boolean;
}

const logger = new Logger('batches');

/** Stores a batch part by part. */
export class BatchParts<Options extends BatchOptions, Request, Stored> {
  private readonly ahead: ReadAhead<readonly BatchRow<Request>[]>;

  constructor(
    private readonly database: TenantDatabase,
    private readonly task: BatchTask<Options, Request, Stored>,
    rows: BatchRowReader,
  ) {
    // Rows read ahead while others are being stored are not part of the transaction that stores them.
    this.ahead = new ReadAhead(async (item, most) =>
      toBatchRows(task, await database.runOutsideTransaction(() => rows.take(item, most)), item),
    );
  }

  /**
   * Stores a part in its own transaction: a row that cannot be stored does not undo the others. Throws `RolledBack` if such a row ends the
   * batch.
   */
  async store({ before, size, isTold }: PartPlan): Promise<BatchResult<Stored>> {
    const { batch } = this.task;
    const rows = await this.read(before, size);
    return this.database.runAtomically(batch.organizationId, async (client) => {
      const result = await this.storeRows(client, rows, before);
      const saving = saveBatchProgress(client, batch, { before, progress: result });
      this.readAhead(result, size);
      if (!(await saving)) throw new BatchReleased();
      if (isTold) await announceBatch(client, batch);
      return result;
    });
  }

  /**
   * Does the same as `store` in two round trips instead of five: nothing waits until the database has stored what was sent. Throws for any
   * reason if something in the part cannot be stored. Nothing of the part is stored then, and `store` finds out which row is at fault.
   */
  async storeTogether({ before, size, isTold }: PartPlan): Promise<BatchResult<Stored>> {
    const { batch } = this.task;
    const rows = await this.read(before, size);
    return this.database.runUndivided(batch.organizationId, async (client) => {
      const result = await this.storeRows(client, rows, before);
      enqueueBatchProgress(client, batch, { before, progress: result });
      if (isTold) await announceBatch(client, batch);
      this.readAhead(result, size);
      return result;
    });
  }

  private async read({ nextItem }: BatchProgress, size: number): Promise<readonly BatchRow<Request>[]> {
    return prepareRows(this.task, await this.ahead.take(nextItem, size));
  }

  private async storeRows(
    client: Transaction,
    rows: readonly BatchRow<Request>[],
    before: BatchProgress,
  ): Promise<BatchResult<Stored>> {
    const result = await storeRows(client, this.task, rows, before);
    const isLast = this.task.batch.options.errorHandling === 'stop_keep_success' && result.counts.failed > 0;
    if (isLast && rows.length > 1) throw new RolledBack(result);
    return result;
  }

  /** Prepares the next rows while the database stores the current ones. */
  private readAhead({ nextItem }: BatchProgress, size: number): void {
    if (nextItem < this.task.batch.totalItems) this.ahead.begin(nextItem, size);
  }
}

/**
 * Stores the rows and returns the new progress; `created` covers these rows only. Rethrows a conflict that a row has lost, since that is
 * not the fault of the row.
 */
export async function storeRows<Options extends BatchOptions, Request, Stored>(
  client: Transaction,
  { batch, handler: work }: BatchTask<Options, Request, Stored>,
  rows: readonly BatchRow<Request>[],
  before: BatchProgress,
): Promise<BatchResult<Stored>> {
  const requests = rows.flatMap(({ request }) => (request.ok ? [request.value] : []));
  const outcomes = [...(await work.store(batch, requests))];
  client.throwFailure();
  for (const outcome of outcomes) if (!outcome.ok && isConflict(outcome.error)) throw outcome.error;
  const done = rows.map((row) => ({ row, outcome: row.request.ok ? outcomes.shift()! : row.request }));
  const created = done.flatMap(({ row, outcome }) => (outcome.ok ? [{ index: row.index, stored: outcome.value }] : []));
  const refused = done.flatMap(({ row, outcome }) => (outcome.ok ? [] : [{ row, thrown: outcome.error }]));
  const isSkipped = ({ thrown }: { readonly thrown: unknown }): boolean => work.isSkipped(batch.options, thrown);
  const errors = refused.filter((each) => !isSkipped(each)).map(({ row, thrown }) => toBatchError(row, thrown));
  const passedOver = refused.filter(isSkipped).map(({ row }) => row.index);
  const { succeeded, failed, skipped } = before.counts;
  return {
    nextItem: before.nextItem + rows.length,
    counts: {
      succeeded: succeeded + created.length,
      failed: failed + errors.length,
      skipped: skipped + passedOver.length,
    },
    errors: [...before.errors, ...errors].slice(0, limits.batchErrors),
    skips: addToBitmap(before.skips, passedOver),
    ruleSetVersions: withVersions(
      before.ruleSetVersions,
      created.map(({ stored }) => work.ruleSetVersionOf(stored)),
    ),
    created,
  };
}

/**
 * Adds the versions that are not listed yet. Keeps only the newest, since rule sets may be published repeatedly while a batch is processed.
 */
const withVersions = (before: readonly string[], found: readonly (string | null)[]): readonly string[] =>
  [...new Set([...before, ...found.filter((version) => version !== null)])].slice(-limits.batchRuleSets);

export function toBatchError({ index, externalId }: BatchRow<unknown>, thrown: unknown): BatchError {
  const { code, message, details }: ApiError = toApiError(thrown);
  if (code === 'INTERNAL_ERROR') logger.error(`storing a row of a batch failed: ${String(thrown)}`);
  return {
    index,
    externalId,
    code,
    message: failureMessage({ code, message, details }),
    ...(details !== undefined && { details }),
  };
}

/** Throws 400 if a file row could not be read as a record. */
function rejectUnreadable(row: unknown): void {
  const why = (row as Readonly<Record<string, unknown>> | null)?.[unreadableMarker];
  if (typeof why === 'string') throw invalid({ row: why });
}

export const toBatchRows = <Options extends BatchOptions, Request>(
  toDo: NewBatchTask<Options, Request>,
  texts: readonly string[],
  firstItem: number,
): readonly BatchRow<Request>[] => texts.map((text, place) => toBatchRow(toDo, text, firstItem + place));

/** Returns the rows after the preparation step of their batch kind, if it has one. */
async function prepareRows<Options extends BatchOptions, Request>(
  { batch, handler: work }: Pick<BatchTask<Options, Request>, 'batch' | 'handler'>,
  rows: readonly BatchRow<Request>[],
): Promise<readonly BatchRow<Request>[]> {
  if (!work.prepare) return rows;
  const requests = rows.flatMap(({ request }) => (request.ok ? [request.value] : []));
  const prepared = [...(await work.prepare(batch, requests))];
  return rows.map((row) => (row.request.ok ? { ...row, request: prepared.shift()! } : row));
}

export function toBatchRow<Options extends BatchOptions, Request>(
  { batch, handler: work }: NewBatchTask<Options, Request>,
  raw: string,
  index: number,
): BatchRow<Request> {
  const sent: unknown = JSON.parse(raw);
  const named = (sent as { readonly externalId?: unknown } | null)?.externalId;
  const externalId = typeof named === 'string' ? named : null;
  try {
    if (batch.options.fromFiles) rejectUnreadable(sent);
    return { index, externalId, request: ok(work.toRequest(batch, { sent, raw })) };
  } catch (error) {
    return { index, externalId, request: failure(error) };
  }
}

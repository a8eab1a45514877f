import { setImmediate as nextTurn } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { isConflict, TenantDatabase, type Transaction, retryOnConflict } from '../../../../platform/database/index.js';
import { type ApiError, arrayElements, invalid, toApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { BatchError, BatchOptions } from '../domain/batch-job.js';
import { failureMessage } from '../domain/failure-message.js';
import { addToBitmap } from '../domain/item-bitmap.js';
import { unreadableMarker } from '../domain/unreadable-row.js';
import { type BatchProgress, saveBatchProgress } from '../persistence/batch-job-store.js';
import type { ClaimedBatch, NewBatch } from '../persistence/batch-queue.js';
import { announceBatch } from './announce-batch.js';
import type { BatchHandler } from './batch-handler.js';
import { tellRowsLeft } from './tell-rows-left.js';

/** What was stored of a row of a batch. */
export interface StoredRow<Stored> {
  readonly index: number;
  readonly stored: Stored;
}

/** How far a batch came, and what this process stored of it. */
export interface BatchResult<Stored = unknown> extends BatchProgress {
  readonly created: readonly StoredRow<Stored>[];
}

/** A batch, and what its kind does with its rows. */
export interface BatchTask<Options extends BatchOptions = BatchOptions, Request = unknown, Stored = unknown> {
  readonly batch: ClaimedBatch<Options>;
  readonly handler: BatchHandler<Options, Request, Stored>;
}

/** The same of one that was not begun. */
export interface NewBatchTask<Options extends BatchOptions = BatchOptions, Request = unknown> {
  readonly batch: NewBatch<Options>;
  readonly handler: Pick<BatchHandler<Options, Request>, 'toRequest'>;
}

/** One row of a batch: its place, and what is to be stored or why it cannot be. */
interface BatchRow<Request> {
  readonly index: number;
  readonly externalId: string | null;
  readonly request: Result<Request, unknown>;
}

/** What is to become of a batch: it is asked before each part of it. */
export type NextDirective = () => 'go on' | 'leave' | 'cancel';

/** The batch is not this process's any more, or is left for later: nothing of what is open is kept. */
export class BatchReleased extends Error {}

/** Undoes what is open, for the reason it holds. */
class RolledBack extends Error {
  constructor(readonly result: BatchResult) {
    super('a row of the batch cannot be stored');
  }
}

/** Stores the rows of a batch by the same way as those that come alone, in their order. */
@Injectable()
export class ProcessBatch {
  private readonly logger = new Logger('batches');

  constructor(private readonly database: TenantDatabase) {}

  /** Throws `BatchLeft`. One that is cancelled ends before its last row. */
  async process<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    next: NextDirective,
  ): Promise<BatchResult<Stored>> {
    const { batch } = toDo;
    const rows = arrayElements(batch.payload);
    const { nextItem, counts, errors, skips } = batch;
    const start: BatchResult<Stored> = { nextItem, counts, errors, skips, created: [] };
    if (batch.options.errorHandling === 'rollback_all') return this.processAtomically(toDo, rows, start, next);
    const isStopping = batch.options.errorHandling === 'stop_keep_success';
    let result = start;
    let size: number = limits.batchRowsTogether;
    let toldMs = performance.now();
    while (result.nextItem < rows.length && !(isStopping && result.counts.failed > 0)) {
      if (shouldCancel(next)) return result;
      try {
        const isTold = performance.now() - toldMs >= limits.batchTellMs;
        result = await this.processChunk(toDo, rows.slice(result.nextItem, result.nextItem + size), result, isTold);
        if (isTold) toldMs = performance.now();
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        // Those before the one that cannot be stored are kept, those after it not.
        size = 1;
      }
    }
    const left = rows.map((_, index) => index).slice(result.nextItem);
    return left.length > 0 ? tellRowsLeft(result, rows, { why: 'left', indexes: left }) : result;
  }

  /** The first rows of a batch, not stored yet, that cannot be stored whatever there is; of the others those that cannot be read. */
  async check<Options extends BatchOptions>(
    toDo: NewBatchTask<Options>,
    rows: readonly string[],
  ): Promise<readonly BatchError[]> {
    const found: BatchError[] = [];
    for (const [index, text] of rows.entries()) {
      if (index % limits.checkedTogether === 0) await nextTurn();
      if (index >= limits.preflightRows && !text.includes(unreadableMarker)) continue;
      const row = toBatchRow(toDo, text, index);
      if (!row.request.ok) found.push(this.toBatchError(row, row.request.error));
      if (found.length === limits.preflightFailures) break;
    }
    return found;
  }

  /** Stores some rows, and how far the batch is with them. `isTold`: whether those who watch it hear of that. */
  private processChunk<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    rows: readonly string[],
    before: BatchResult<Stored>,
    isTold: boolean,
  ): Promise<BatchResult<Stored>> {
    const { batch } = toDo;
    const { organizationId, options } = batch;
    return this.inRetriedTransaction(organizationId, async (client) => {
      const result = await this.storeRows(toDo, rows, before);
      const isLast = options.errorHandling === 'stop_keep_success' && result.counts.failed > 0;
      if (isLast && rows.length > 1) throw new RolledBack(result);
      if (!(await saveBatchProgress(client, batch, { before, progress: result }))) throw new BatchReleased();
      if (isTold) await announceBatch(client, batch);
      return result;
    });
  }

  private async processAtomically<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    rows: readonly string[],
    start: BatchResult<Stored>,
    next: NextDirective,
  ): Promise<BatchResult<Stored>> {
    const { organizationId } = toDo.batch;
    try {
      return await this.inRetriedTransaction(organizationId, async (client) => {
        let result = start;
        while (result.nextItem < rows.length) {
          if (shouldCancel(next)) throw new RolledBack(result);
          const part = rows.slice(result.nextItem, result.nextItem + limits.batchRowsTogether);
          result = await this.storeRows(toDo, part, result);
        }
        if (result.counts.failed > 0) throw new RolledBack(result);
        if (!(await saveBatchProgress(client, toDo.batch, { before: start, progress: result })))
          throw new BatchReleased();
        return result;
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      const { result } = error;
      const undone = { ...result, counts: { ...result.counts, succeeded: 0 }, created: [] };
      if (result.nextItem < rows.length) return undone;
      return tellRowsLeft(undone, rows, { why: 'undone', indexes: result.created.map(({ index }) => index) });
    }
  }

  /** The locks of all rows are held until the end: one that loses a conflict for them is tried again with the others, not alone. */
  private inRetriedTransaction<T>(organizationId: string, work: (client: Transaction) => Promise<T>): Promise<T> {
    return retryOnConflict(() => this.database.runAtomically(organizationId, work));
  }

  /** Throws the conflict that a row has lost: that is no fault of the row. */
  private async storeRows<Options extends BatchOptions, Request, Stored>(
    { batch, handler: work }: BatchTask<Options, Request, Stored>,
    texts: readonly string[],
    before: BatchResult<Stored>,
  ): Promise<BatchResult<Stored>> {
    const rows = texts.map((text, place) => toBatchRow({ batch, handler: work }, text, before.nextItem + place));
    const requests = rows.flatMap(({ request }) => (request.ok ? [request.value] : []));
    const outcomes = [...(await work.store(batch.organizationId, requests))];
    for (const outcome of outcomes) if (!outcome.ok && isConflict(outcome.error)) throw outcome.error;
    const done = rows.map((row) => ({ row, outcome: row.request.ok ? outcomes.shift()! : row.request }));
    const created = done.flatMap(({ row, outcome }) =>
      outcome.ok ? [{ index: row.index, stored: outcome.value }] : [],
    );
    const refused = done.flatMap(({ row, outcome }) => (outcome.ok ? [] : [this.toBatchError(row, outcome.error)]));
    const isSkipped = ({ code }: BatchError): boolean => work.isSkipped(batch.options, code);
    const errors = refused.filter((each) => !isSkipped(each));
    const passedOver = refused.filter(isSkipped).map(({ index }) => index);
    const { succeeded, failed, skipped } = before.counts;
    return {
      nextItem: before.nextItem + texts.length,
      counts: {
        succeeded: succeeded + created.length,
        failed: failed + errors.length,
        skipped: skipped + passedOver.length,
      },
      errors: [...before.errors, ...errors].slice(0, limits.batchErrors),
      skips: addToBitmap(before.skips, passedOver),
      created: [...before.created, ...created],
    };
  }

  private toBatchError({ index, externalId }: BatchRow<unknown>, thrown: unknown): BatchError {
    const { code, message, details }: ApiError = toApiError(thrown);
    if (code === 'INTERNAL_ERROR') this.logger.error(`a row of a batch was not stored: ${String(thrown)}`);
    return {
      index,
      externalId,
      code,
      message: failureMessage({ code, message, details }),
      ...(details !== undefined && { details }),
    };
  }
}

/** Throws `BatchLeft`. */
function shouldCancel(next: NextDirective): boolean {
  const step = next();
  if (step === 'leave') throw new BatchReleased();
  return step === 'cancel';
}

/** Throws the 400 of a row of a file that is no record. */
function rejectUnreadable(row: unknown): void {
  const why = (row as Readonly<Record<string, unknown>> | null)?.[unreadableMarker];
  if (typeof why === 'string') throw invalid({ row: why });
}

function toBatchRow<Options extends BatchOptions, Request>(
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

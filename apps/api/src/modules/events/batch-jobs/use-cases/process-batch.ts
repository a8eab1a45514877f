import { Injectable, Logger } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { isConflict, TenantDatabase, type Transaction, retryOnConflict } from '../../../../platform/database/index.js';
import type { SentRows } from '../../../../platform/files/index.js';
import { type ApiError, arrayElements, invalid, toApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { giveWay, requestsUnderWay } from '../../../../platform/load/index.js';
import type { BatchError, BatchOptions } from '../domain/batch-job.js';
import { failureMessage } from '../domain/failure-message.js';
import { addToBitmap } from '../domain/item-bitmap.js';
import { unreadableMarker } from '../domain/unreadable-row.js';
import { type BatchProgress, saveBatchProgress } from '../persistence/batch-job-store.js';
import type { ClaimedBatch, NewBatch } from '../persistence/batch-queue.js';
import { announceBatch } from './announce-batch.js';
import type { BatchHandler } from './batch-handler.js';
import { type BatchRowReader, BatchRows, ReadAhead } from './batch-rows.js';
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
  /** Whether somebody waits for what is stored of its rows: there is memory for that of some of them only. */
  readonly isAwaited: () => boolean;
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

/** Fewer while others ask: what these wait for grows with them. */
const rowsTogether = (): number =>
  requestsUnderWay.wereThereWithin(limits.batchBesideMs) ? limits.batchRowsBesideRequests : limits.batchRowsTogether;

/** Stores the rows of a batch by the same way as those that come alone, in their order. */
@Injectable()
export class ProcessBatch {
  private readonly logger = new Logger('batches');

  constructor(
    private readonly database: TenantDatabase,
    private readonly rows: BatchRows,
  ) {}

  /** Throws `BatchLeft`. One that is cancelled ends before its last row. */
  async process<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    next: NextDirective,
  ): Promise<BatchResult<Stored>> {
    const { batch } = toDo;
    const { nextItem, counts, errors, skips, totalItems } = batch;
    const rows = this.rows.reader(batch);
    const start: BatchProgress = { nextItem, counts, errors, skips };
    if (batch.options.errorHandling === 'rollback_all') return this.processAtomically(toDo, rows, start, next);
    const isStopping = batch.options.errorHandling === 'stop_keep_success';
    // What is read while rows are stored is no part of their transaction.
    const read = async (item: number, most: number): Promise<readonly BatchRow<Request>[]> =>
      toBatchRows(toDo, await this.database.runOutsideTransaction(() => rows.take(item, most)), item);
    const ahead = new ReadAhead(read);
    let result = start;
    let created: StoredRow<Stored>[] = [];
    let isOneByOne = false;
    let toldMs = performance.now();
    while (result.nextItem < totalItems && !(isStopping && result.counts.failed > 0)) {
      if (shouldCancel(next)) return { ...result, created };
      try {
        const isTold = performance.now() - toldMs >= limits.batchTellMs;
        const sinceMs = performance.now();
        const size = isOneByOne ? 1 : rowsTogether();
        const part = await this.processChunk(toDo, { ahead, size }, result, isTold);
        await giveWay(sinceMs, limits.batchRest);
        if (toDo.isAwaited()) created.push(...part.created);
        else created = [];
        result = part;
        if (isTold) toldMs = performance.now();
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        // Those before the one that cannot be stored are kept, those after it not.
        isOneByOne = true;
      }
    }
    const left = Array.from({ length: totalItems - result.nextItem }, (_, index) => result.nextItem + index);
    const end = { ...result, created };
    return left.length > 0 ? tellRowsLeft(end, rows, { why: 'left', indexes: left, totalItems }) : end;
  }

  /** The first rows of a batch, not stored yet, that cannot be stored whatever there is; of the others those that cannot be read. */
  async check<Options extends BatchOptions>(
    toDo: NewBatchTask<Options>,
    rows: SentRows,
  ): Promise<readonly BatchError[]> {
    const found: BatchError[] = [];
    let sinceMs = performance.now();
    for await (const { firstItem, text: part } of rows.parts()) {
      if (firstItem >= limits.preflightRows && !part.includes(unreadableMarker)) continue;
      for (const [place, text] of arrayElements(part).entries()) {
        const index = firstItem + place;
        if (index % limits.checkedTogether === 0) {
          await giveWay(sinceMs, limits.checkRest);
          sinceMs = performance.now();
        }
        if (index >= limits.preflightRows && !text.includes(unreadableMarker)) continue;
        const row = toBatchRow(toDo, text, index);
        if (!row.request.ok) found.push(this.toBatchError(row, row.request.error));
        if (found.length === limits.preflightFailures) return found;
      }
    }
    return found;
  }

  /** Stores some rows, and how far the batch is with them. `isTold`: whether those who watch it hear of that. */
  private async processChunk<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    { ahead, size }: { readonly ahead: ReadAhead<readonly BatchRow<Request>[]>; readonly size: number },
    before: BatchProgress,
    isTold: boolean,
  ): Promise<BatchResult<Stored>> {
    const { batch } = toDo;
    const { organizationId, options, totalItems } = batch;
    const rows = await prepareRows(toDo, await ahead.take(before.nextItem, size));
    return this.inRetriedTransaction(organizationId, async (client) => {
      const result = await this.storeRows(toDo, rows, before);
      const isLast = options.errorHandling === 'stop_keep_success' && result.counts.failed > 0;
      if (isLast && rows.length > 1) throw new RolledBack(result);
      const saving = saveBatchProgress(client, batch, { before, progress: result });
      // While the database stores these rows, the next are made ready.
      if (result.nextItem < totalItems) ahead.begin(result.nextItem, size);
      if (!(await saving)) throw new BatchReleased();
      if (isTold) await announceBatch(client, batch);
      return result;
    });
  }

  private async processAtomically<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    rows: BatchRowReader,
    start: BatchProgress,
    next: NextDirective,
  ): Promise<BatchResult<Stored>> {
    const { organizationId, totalItems } = toDo.batch;
    let storedItems: number[] = [];
    try {
      return await this.inRetriedTransaction(organizationId, async (client) => {
        let result: BatchResult<Stored> = { ...start, created: [] };
        let created: StoredRow<Stored>[] = [];
        storedItems = [];
        while (result.nextItem < totalItems) {
          if (shouldCancel(next)) throw new RolledBack(result);
          const sinceMs = performance.now();
          const part = await rows.take(result.nextItem, rowsTogether());
          result = await this.storeRows(toDo, toBatchRows(toDo, part, result.nextItem), result);
          await giveWay(sinceMs, limits.batchRest);
          storedItems.push(...result.created.map(({ index }) => index));
          if (toDo.isAwaited()) created.push(...result.created);
          else created = [];
        }
        result = { ...result, created };
        if (result.counts.failed > 0) throw new RolledBack(result);
        if (!(await saveBatchProgress(client, toDo.batch, { before: start, progress: result })))
          throw new BatchReleased();
        return result;
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      const { result } = error;
      const undone = { ...result, counts: { ...result.counts, succeeded: 0 }, created: [] };
      if (result.nextItem < totalItems) return undone;
      return tellRowsLeft(undone, rows, { why: 'undone', indexes: storedItems, totalItems });
    }
  }

  /** The locks of all rows are held until the end: one that loses a conflict for them is tried again with the others, not alone. */
  private inRetriedTransaction<T>(organizationId: string, work: (client: Transaction) => Promise<T>): Promise<T> {
    return retryOnConflict(() => this.database.runAtomically(organizationId, work));
  }

  /** What it has created is of these rows alone. Throws the conflict that a row has lost: that is no fault of the row. */
  private async storeRows<Options extends BatchOptions, Request, Stored>(
    { batch, handler: work }: BatchTask<Options, Request, Stored>,
    rows: readonly BatchRow<Request>[],
    before: BatchProgress,
  ): Promise<BatchResult<Stored>> {
    const requests = rows.flatMap(({ request }) => (request.ok ? [request.value] : []));
    const outcomes = [...(await work.store(batch, requests))];
    for (const outcome of outcomes) if (!outcome.ok && isConflict(outcome.error)) throw outcome.error;
    const done = rows.map((row) => ({ row, outcome: row.request.ok ? outcomes.shift()! : row.request }));
    const created = done.flatMap(({ row, outcome }) =>
      outcome.ok ? [{ index: row.index, stored: outcome.value }] : [],
    );
    const refused = done.flatMap(({ row, outcome }) => (outcome.ok ? [] : [{ row, thrown: outcome.error }]));
    const isSkipped = ({ thrown }: { readonly thrown: unknown }): boolean => work.isSkipped(batch.options, thrown);
    const errors = refused.filter((each) => !isSkipped(each)).map(({ row, thrown }) => this.toBatchError(row, thrown));
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
      created,
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

const toBatchRows = <Options extends BatchOptions, Request>(
  toDo: NewBatchTask<Options, Request>,
  texts: readonly string[],
  firstItem: number,
): readonly BatchRow<Request>[] => texts.map((text, place) => toBatchRow(toDo, text, firstItem + place));

/** Rows with what their kind finds out about them before they are stored. */
async function prepareRows<Options extends BatchOptions, Request>(
  { batch, handler: work }: Pick<BatchTask<Options, Request>, 'batch' | 'handler'>,
  rows: readonly BatchRow<Request>[],
): Promise<readonly BatchRow<Request>[]> {
  if (!work.prepare) return rows;
  const requests = rows.flatMap(({ request }) => (request.ok ? [request.value] : []));
  const prepared = [...(await work.prepare(batch, requests))];
  return rows.map((row) => (row.request.ok ? { ...row, request: prepared.shift()! } : row));
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

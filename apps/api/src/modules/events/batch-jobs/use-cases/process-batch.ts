import { Injectable } from '@nestjs/common';

import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import type { SentRows } from '../../../../platform/files/index.js';
import { arrayElements } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { giveWay, requestsUnderWay } from '../../../../platform/load/index.js';
import { consumeQuotasAtEnd, isQuotaExceeded } from '../../../tenancy/creation-quotas/index.js';
import type { BatchError, BatchOptions } from '../domain/batch-job.js';
import { unreadableMarker } from '../domain/unreadable-row.js';
import { type BatchProgress, saveBatchProgress } from '../persistence/batch-job-store.js';
import {
  BatchParts,
  BatchReleased,
  type BatchResult,
  type BatchTask,
  type NewBatchTask,
  RolledBack,
  type StoredRow,
  storeRows,
  toBatchError,
  toBatchRow,
  toBatchRows,
} from './batch-parts.js';
import { type BatchRowReader, BatchRows } from './batch-rows.js';
import { type RowsLeft, tellRowsLeft } from './tell-rows-left.js';

/** Returns what to do with a batch; called before each part of it. */
export type NextDirective = () => 'go on' | 'leave' | 'cancel';

/** Uses smaller groups while other requests are in flight, since their waiting time grows with the group size. */
const rowsTogether = (): number =>
  requestsUnderWay.wereThereWithin(limits.batchBesideMs) ? limits.batchRowsBesideRequests : limits.batchRowsTogether;

/** Stores the rows of a batch in order, in the same way as entities or payments that are sent individually. */
@Injectable()
export class ProcessBatch {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rows: BatchRows,
  ) {}

  /** Processes a batch. A cancelled batch ends before its last row. Throws `BatchReleased`. */
  async process<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    next: NextDirective,
  ): Promise<BatchResult<Stored>> {
    const { batch } = toDo;
    const { nextItem, counts, errors, skips, ruleSetVersions, totalItems } = batch;
    const rows = this.rows.reader(batch);
    const start: BatchProgress = { nextItem, counts, errors, skips, ruleSetVersions };
    if (batch.options.errorHandling === 'rollback_all') return this.processAtomically(toDo, rows, start, next);
    const isStopping = batch.options.errorHandling === 'stop_keep_success';
    const parts = new BatchParts(this.database, toDo, rows);
    let result = start;
    let created: StoredRow<Stored>[] = [];
    let isOneByOne = false;
    // Rows before this one are not stored with `storeTogether`.
    let carefulTo = toDo.handler.isStoredTogether ? nextItem : totalItems;
    let toldMs = performance.now();
    while (result.nextItem < totalItems && !(isStopping && result.counts.failed > 0)) {
      if (shouldCancel(next)) return { ...result, created };
      const isTold = performance.now() - toldMs >= limits.batchTellMs;
      const plan = { before: result, size: isOneByOne ? 1 : rowsTogether(), isTold };
      const isTogether = result.nextItem >= carefulTo && !isOneByOne;
      const sinceMs = performance.now();
      try {
        const part = await (isTogether ? parts.storeTogether(plan) : parts.store(plan));
        await giveWay(sinceMs, limits.batchRest);
        if (toDo.isAwaited()) created.push(...part.created);
        else created = [];
        result = part;
        if (isTold) toldMs = performance.now();
      } catch (error) {
        // Rows before the one that cannot be stored are kept; rows after it are not.
        if (error instanceof RolledBack) isOneByOne = true;
        else if (isTogether) carefulTo = result.nextItem + limits.batchCarefulRows;
        else throw error;
      }
    }
    const left = Array.from({ length: totalItems - result.nextItem }, (_, index) => result.nextItem + index);
    const end = { ...result, created };
    return left.length > 0 ? tellRowsLeft(end, rows, { why: 'left', indexes: left, totalItems }) : end;
  }

  /**
   * Finds rows of a batch not stored yet that can never be stored, regardless of the data in the database. Only the first rows are checked
   * fully; the others are reported only if they cannot be read.
   */
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
        if (!row.request.ok) found.push(toBatchError(row, row.request.error));
        if (found.length === limits.preflightFailures) return found;
      }
    }
    return found;
  }

  private async processAtomically<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
    rows: BatchRowReader,
    start: BatchProgress,
    next: NextDirective,
  ): Promise<BatchResult<Stored>> {
    const { organizationId, totalItems } = toDo.batch;
    let storedItems: number[] = [];
    let reached = start;
    try {
      // The locks of all rows are held until the end. If one of the rows loses a conflict over a lock, the whole batch is retried, not just
      // that row.
      return await this.database.runAtomically(organizationId, async (client) => {
        // Other requests of the organization create objects in the meantime, so the batch is counted against the quotas only once all rows
        // are stored.
        const result = await consumeQuotasAtEnd(client, organizationId, async () => {
          storedItems = [];
          const stored = await storeAll(client, toDo, { rows, start, next, storedItems });
          reached = stored;
          return stored;
        });
        if (!(await saveBatchProgress(client, toDo.batch, { before: start, progress: result })))
          throw new BatchReleased();
        return result;
      });
    } catch (error) {
      const overQuota = quotaRefusal(error);
      if (!overQuota && !(error instanceof RolledBack)) throw error;
      const result = error instanceof RolledBack ? error.result : reached;
      const undone = { ...result, counts: { ...result.counts, succeeded: 0 }, ruleSetVersions: [], created: [] };
      if (result.nextItem < totalItems) return undone;
      const allowed = overQuota ? overQuota.remainingTotal : storedItems.length;
      const refused = overQuota
        ? await tellRowsLeft(undone, rows, { why: overQuota.why, indexes: storedItems.slice(allowed), totalItems })
        : undone;
      return tellRowsLeft(refused, rows, { why: 'undone', indexes: storedItems.slice(0, allowed), totalItems });
    }
  }
}

interface WholeBatch {
  readonly rows: BatchRowReader;
  readonly start: BatchProgress;
  readonly next: NextDirective;
  /** Receives the positions of the rows that were stored. */
  readonly storedItems: number[];
}

/** Stores all rows of a batch in the transaction of `client`. Throws `RolledBack` if a row cannot be stored or the batch is cancelled. */
async function storeAll<Options extends BatchOptions, Request, Stored>(
  client: Transaction,
  toDo: BatchTask<Options, Request, Stored>,
  { rows, start, next, storedItems }: WholeBatch,
): Promise<BatchResult<Stored>> {
  let result: BatchResult<Stored> = { ...start, created: [] };
  let created: StoredRow<Stored>[] = [];
  while (result.nextItem < toDo.batch.totalItems) {
    if (shouldCancel(next)) throw new RolledBack(result);
    const sinceMs = performance.now();
    const part = await rows.take(result.nextItem, rowsTogether());
    result = await storeRows(client, toDo, toBatchRows(toDo, part, result.nextItem), result);
    await giveWay(sinceMs, limits.batchRest);
    storedItems.push(...result.created.map(({ index }) => index));
    if (toDo.isAwaited()) created.push(...result.created);
    else created = [];
  }
  if (result.counts.failed > 0) throw new RolledBack(result);
  return { ...result, created };
}

/** Returns how many rows of a batch the quotas allow and why the others are refused, or `null` if the error is not a quota error. */
function quotaRefusal(
  error: unknown,
): { readonly remainingTotal: number; readonly why: Exclude<RowsLeft['why'], string> } | null {
  if (!isQuotaExceeded(error)) return null;
  const { code, message, details } = error;
  return { remainingTotal: Number(details?.['remainingTotal']), why: { code, message, details } };
}

/** Returns whether the batch is to be cancelled. Throws `BatchReleased` if it is to be left. */
function shouldCancel(next: NextDirective): boolean {
  const step = next();
  if (step === 'leave') throw new BatchReleased();
  return step === 'cancel';
}

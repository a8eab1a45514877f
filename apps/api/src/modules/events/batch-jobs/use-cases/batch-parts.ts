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

/** The batch is not this process's any more, or is left for later: nothing of what is open is kept. */
export class BatchReleased extends Error {}

/** Undoes what is open, for the reason it holds. */
export class RolledBack extends Error {
  constructor(readonly result: BatchResult) {
    super('a row of the batch cannot be stored');
  }
}

/** One row of a batch: its place, and what is to be stored or why it cannot be. */
export interface BatchRow<Request> {
  readonly index: number;
  readonly externalId: string | null;
  readonly request: Result<Request, unknown>;
}

/** Some rows of a batch that are stored in one database transaction, with how far the batch is. */
interface PartPlan {
  readonly before: BatchProgress;
  /** Rows at most. */
  readonly size: number;
  /** Whether those who watch the batch hear of it. */
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
    // What is read while rows are stored is no part of their transaction.
    this.ahead = new ReadAhead(async (item, most) =>
      toBatchRows(task, await database.runOutsideTransaction(() => rows.take(item, most)), item),
    );
  }

  /** Stores a part by itself: a row that cannot be stored undoes no other. Throws `RolledBack` where it is to be the last of the batch. */
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
   * As `store`, in two round trips instead of five: nothing in it waits until the database has stored what was sent. Throws, for any reason,
   * where something of the part cannot be stored: then nothing of it is, and `store` tells what it is.
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

  /** While the database stores the rows, the next are made ready. */
  private readAhead({ nextItem }: BatchProgress, size: number): void {
    if (nextItem < this.task.batch.totalItems) this.ahead.begin(nextItem, size);
  }
}

/** What it has created is of these rows alone. Throws the conflict that a row has lost: that is no fault of the row. */
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

/** With those that are not in it yet: the newest, as somebody may publish again and again while a batch goes on. */
const withVersions = (before: readonly string[], found: readonly (string | null)[]): readonly string[] =>
  [...new Set([...before, ...found.filter((version) => version !== null)])].slice(-limits.batchRuleSets);

export function toBatchError({ index, externalId }: BatchRow<unknown>, thrown: unknown): BatchError {
  const { code, message, details }: ApiError = toApiError(thrown);
  if (code === 'INTERNAL_ERROR') logger.error(`a row of a batch was not stored: ${String(thrown)}`);
  return {
    index,
    externalId,
    code,
    message: failureMessage({ code, message, details }),
    ...(details !== undefined && { details }),
  };
}

/** Throws the 400 of a row of a file that is no record. */
function rejectUnreadable(row: unknown): void {
  const why = (row as Readonly<Record<string, unknown>> | null)?.[unreadableMarker];
  if (typeof why === 'string') throw invalid({ row: why });
}

export const toBatchRows = <Options extends BatchOptions, Request>(
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

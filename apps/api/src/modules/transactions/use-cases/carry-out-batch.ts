import { Injectable, Logger } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { type AuditedChanges, recordAudits } from '../../../platform/audit/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { type ApiError, arrayElements, invalid, toApiError, validElement } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { addItems } from '../domain/item-bits.js';
import type { BatchError } from '../domain/transaction-batch.js';
import { unreadableKey } from '../domain/unreadable-row.js';
import { CreateTransactionBody } from '../http/create-transaction.body.js';
import { type BatchProgress, keepBatch } from '../persistence/batch-job-store.js';
import type { TakenBatch } from '../persistence/batch-queue.js';
import { announceBatch } from './announce-batch.js';
import { type CreatedTransaction, type CreateRequest, type Creation, CreateTogether } from './create-together.js';

/** A payment of a batch that was stored. */
export interface BatchedTransaction extends CreatedTransaction {
  readonly index: number;
}

/** How far a batch came, and what this process stored of it. */
export interface BatchResult extends BatchProgress {
  readonly created: readonly BatchedTransaction[];
}

/** One payment of a batch: its place, and what is to be stored or why it cannot be. */
interface BatchRow {
  readonly index: number;
  readonly externalId: string | null;
  readonly request: Result<CreateRequest, unknown>;
}

/** What is to become of a batch: it is asked before each part of it. */
export type NextStep = () => 'go on' | 'leave' | 'cancel';

/** The batch is not this process's any more, or is left for later: nothing of what is open is kept. */
export class BatchLeft extends Error {}

/** Undoes what is open, for the reason it holds. */
class Undone extends Error {
  constructor(readonly result: BatchResult) {
    super('a payment of the batch cannot be stored');
  }
}

/** Stores the payments of a batch by the same way as those that come alone, in their order. */
@Injectable()
export class CarryOutBatch {
  private readonly logger = new Logger('batches');

  constructor(
    private readonly database: TenantDatabase,
    private readonly together: CreateTogether,
  ) {}

  /** Throws `BatchLeft`. One that is cancelled ends before its last payment. */
  async run(batch: TakenBatch, next: NextStep): Promise<BatchResult> {
    const rows = arrayElements(batch.payload);
    const { nextItem, counts, errors, skips } = batch;
    const start: BatchResult = { nextItem, counts, errors, skips, created: [] };
    if (batch.options.errorHandling === 'rollback_all') return this.allOrNone(batch, rows, start, next);
    const isStopping = batch.options.errorHandling === 'stop_keep_success';
    let result = start;
    let size: number = limits.paymentsTogether;
    let toldMs = performance.now();
    while (result.nextItem < rows.length && !(isStopping && result.counts.failed > 0)) {
      if (isOver(next)) return result;
      try {
        const isTold = performance.now() - toldMs >= limits.batchTellMs;
        result = await this.part(batch, rows.slice(result.nextItem, result.nextItem + size), result, isTold);
        if (isTold) toldMs = performance.now();
      } catch (error) {
        if (!(error instanceof Undone)) throw error;
        // Those before the one that cannot be stored are kept, those after it not.
        size = 1;
      }
    }
    return result;
  }

  /** Stores some payments, and how far the batch is with them. `isTold`: whether those who watch it hear of that. */
  private part(batch: TakenBatch, rows: readonly string[], before: BatchResult, isTold: boolean): Promise<BatchResult> {
    const { organizationId, options } = batch;
    const audited: AuditedChanges[] = [];
    return this.database.whole(organizationId, async (client) => {
      const result = await this.stored(batch, rows, before, (changes) => audited.push(...changes));
      const isLast = options.errorHandling === 'stop_keep_success' && result.counts.failed > 0;
      if (isLast && rows.length > 1) throw new Undone(result);
      if (!(await keepBatch(client, batch, { before, progress: result }))) throw new BatchLeft();
      if (isTold) await announceBatch(client, batch);
      await recordAudits(client, organizationId, audited);
      return result;
    });
  }

  private async allOrNone(
    batch: TakenBatch,
    rows: readonly string[],
    start: BatchResult,
    next: NextStep,
  ): Promise<BatchResult> {
    const { organizationId } = batch;
    const audited: AuditedChanges[] = [];
    try {
      return await this.database.whole(organizationId, async (client) => {
        let result = start;
        while (result.nextItem < rows.length) {
          if (isOver(next)) throw new Undone(result);
          const part = rows.slice(result.nextItem, result.nextItem + limits.paymentsTogether);
          result = await this.stored(batch, part, result, (changes) => audited.push(...changes));
        }
        if (result.counts.failed > 0) throw new Undone(result);
        if (!(await keepBatch(client, batch, { before: start, progress: result }))) throw new BatchLeft();
        await recordAudits(client, organizationId, audited);
        return result;
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      const { result } = error;
      return { ...result, counts: { ...result.counts, succeeded: 0 }, created: [] };
    }
  }

  private async stored(
    batch: TakenBatch,
    texts: readonly string[],
    before: BatchResult,
    append: (changes: readonly AuditedChanges[]) => void,
  ): Promise<BatchResult> {
    const rows = texts.map((text, place) => rowOf(batch, text, before.nextItem + place));
    const sent = rows.flatMap(({ request }) => (request.ok ? [request.value] : []));
    const creations = [...(await this.together.run(batch.organizationId, sent, append))];
    const outcomes = rows.map((row): { row: BatchRow; creation: Creation } => ({
      row,
      creation: row.request.ok ? creations.shift()! : row.request,
    }));
    const created = outcomes.flatMap(({ row, creation }) =>
      creation.ok ? [{ ...creation.value, index: row.index }] : [],
    );
    const refused = outcomes.flatMap(({ row, creation }) => (creation.ok ? [] : [this.refusal(row, creation.error)]));
    const isSkipped = ({ code }: BatchError): boolean =>
      batch.options.skipDuplicates && code === 'DUPLICATE_EXTERNAL_ID';
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
      skips: addItems(before.skips, passedOver),
      created: [...before.created, ...created],
    };
  }

  private refusal({ index, externalId }: BatchRow, thrown: unknown): BatchError {
    const { code, message, details }: ApiError = toApiError(thrown);
    if (code === 'INTERNAL_ERROR') this.logger.error(`a payment of a batch was not stored: ${String(thrown)}`);
    return { index, externalId, code, message: reasonOf(message, details), ...(details !== undefined && { details }) };
  }
}

/** Throws `BatchLeft`. */
function isOver(next: NextStep): boolean {
  const step = next();
  if (step === 'leave') throw new BatchLeft();
  return step === 'cancel';
}

/** In a file of failures there is no place for details: what is wrong with the members of a payment is its message. */
const reasonOf = (message: string, details: ApiError['details']): string => {
  if (details === undefined || Array.isArray(details)) return message;
  return Object.values(details).join('; ') || message;
};

/** Throws the 400 of a row of a file that is no payment. */
function refuseUnreadable(row: unknown): void {
  const why = (row as Readonly<Record<string, unknown>> | null)?.[unreadableKey];
  if (typeof why === 'string') throw invalid({ row: why });
}

function rowOf({ id, options, askedBy }: TakenBatch, raw: string, index: number): BatchRow {
  const sent: unknown = JSON.parse(raw);
  const named = (sent as { readonly externalId?: unknown } | null)?.externalId;
  const externalId = typeof named === 'string' ? named : null;
  try {
    if (options.fromFiles) refuseUnreadable(sent);
    const body = validElement(CreateTransactionBody, sent);
    body.executeRules ??= options.executeRules;
    body.validateExistingEntity ??= options.validateExistingEntity;
    if (options.linkEntityStrict !== null) body.linkEntityStrict ??= options.linkEntityStrict;
    const { requestId } = askedBy.from;
    return { index, externalId, request: ok({ principal: askedBy, body, raw, requestId, batchJobId: id }) };
  } catch (error) {
    return { index, externalId, request: failure(error) };
  }
}

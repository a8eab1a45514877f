import type { IncomingMessage } from 'node:http';

import { Injectable, Module } from '@nestjs/common';

import { type BlobKey, Blobs } from '../../../../platform/blobs/index.js';
import { ApiError, readRawBody } from '../../../../platform/http/index.js';
import { Admission } from '../../../../platform/load/index.js';
import { blobLimits } from '../domain/blob-limits.js';

/** A received file in the form in which it is stored. */
export interface DescribedBlob<Row extends BlobKey> {
  readonly row: Row;
  readonly bytes: Buffer;
}

export interface BlobReception<Row extends BlobKey, Result> {
  /** Identifies the sender, who may occupy at most half of the slots. */
  readonly owner: string;
  readonly types: readonly string[];
  /** Determines from its bytes what was sent. Throws 400 if it may not be stored. */
  readonly describe: (sent: Buffer) => DescribedBlob<Row>;
  /** Stores the row of the blob. `isKept` is `false` if there is no row for it. */
  readonly store: (row: Row) => Promise<{ readonly isKept: boolean; readonly result: Result }>;
}

/** Receives a body as a blob, which is stored before its row, so that a row always has one. Blobs without a row are found by the check. */
@Injectable()
export class ReceiveBlob {
  private readonly places = new Admission(blobLimits.uploads);

  constructor(private readonly blobs: Blobs) {}

  /**
   * Receives a blob. Throws 413 if there are too many bytes, 415 for another type, 503 if too many are being received, and the errors of
   * `describe` and `store`.
   */
  receive<Row extends BlobKey, Result>(
    body: IncomingMessage,
    { owner, types, describe, store }: BlobReception<Row, Result>,
  ): Promise<Result> {
    return this.places.withPlace(owner, async () => {
      const { row, bytes } = describe(await readRawBody(body, types, blobLimits.bytes));
      await this.blobs.put(row, bytes);
      try {
        const { isKept, result } = await store(row);
        if (!isKept) await this.blobs.remove(row).catch(() => undefined);
        return result;
      } catch (error) {
        // If a connection broke, it is unknown whether the row was stored. If it was not, the check finds the blob.
        if (error instanceof ApiError && error.status < 500) await this.blobs.remove(row).catch(() => undefined);
        throw error;
      }
    });
  }
}

/** Shared by all modules that receive files, since its slots are those of the process. */
@Module({ providers: [ReceiveBlob], exports: [ReceiveBlob] })
export class ReceivedBlobsModule {}

import type { IncomingMessage } from 'node:http';

import { Injectable, Module } from '@nestjs/common';

import { type BlobKey, Blobs } from '../../../../platform/blobs/index.js';
import { ApiError, readRawBody } from '../../../../platform/http/index.js';
import { Admission } from '../../../../platform/load/index.js';
import { blobLimits } from '../domain/blob-limits.js';

/** What was sent, as it is kept. */
export interface DescribedBlob<Row extends BlobKey> {
  readonly row: Row;
  readonly bytes: Buffer;
}

export interface BlobReception<Row extends BlobKey, Result> {
  /** Who sends it: nobody has more than half of the places. */
  readonly owner: string;
  readonly types: readonly string[];
  /** Reads what was sent from its own bytes. Throws 400 for what may not be kept. */
  readonly describe: (sent: Buffer) => DescribedBlob<Row>;
  /** Stores the row of the blob. `isKept`: false where there is none for it. */
  readonly store: (row: Row) => Promise<{ readonly isKept: boolean; readonly result: Result }>;
}

/** Takes a body as a blob, which is stored before its row, so that a row always has one. A blob without a row is found by the check. */
@Injectable()
export class ReceiveBlob {
  private readonly places = new Admission(blobLimits.uploads);

  constructor(private readonly blobs: Blobs) {}

  /** Throws 413 for more bytes than may be, 415 for another type, 503 where many send at once, and what `describe` and `store` throw. */
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
        // Of a connection that broke nobody knows whether its row was stored: the check finds the blob where it was not.
        if (error instanceof ApiError && error.status < 500) await this.blobs.remove(row).catch(() => undefined);
        throw error;
      }
    });
  }
}

/** One for all who receive files: its places are those of the process. */
@Module({ providers: [ReceiveBlob], exports: [ReceiveBlob] })
export class ReceivedBlobsModule {}

import { setImmediate as nextTurn } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import type { SentRows } from '../../../../platform/files/index.js';
import { arrayElements } from '../../../../platform/http/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { type BatchRef, findBatchRows, insertBatchRows } from '../persistence/batch-row-store.js';
import { namesAccount, openRows, sealRows } from '../persistence/sealed-rows.js';

/** Reads rows of a stored batch, keeping only a few in memory at a time. */
export interface BatchRowReader {
  /** Returns at least one and at most `most` rows, starting at `item`. Throws if the row is not kept. */
  take(item: number, most: number): Promise<readonly string[]>;
}

/** Stores the rows that were sent for batches. They are stored in parts, since a batch may be far larger than the memory of a process. */
@Injectable()
export class BatchRows {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  async insert(client: Transaction, batch: BatchRef, rows: SentRows): Promise<void> {
    for await (const part of rows.parts()) {
      const text = namesAccount(part.text)
        ? await sealRows(await this.secrets.accountNumbers(client, batch.organizationId), batch.id, part)
        : part.text;
      await insertBatchRows(client, batch, { ...part, text });
    }
  }

  reader(batch: BatchRef): BatchRowReader {
    let last: { readonly firstItem: number; readonly rows: readonly string[] } = { firstItem: 0, rows: [] };
    return {
      take: async (item, most) => {
        if (last.rows[item - last.firstItem] === undefined) last = await this.findPart(batch, item);
        const from = item - last.firstItem;
        return last.rows.slice(from, from + most);
      },
    };
  }

  private async findPart(batch: BatchRef, item: number) {
    const { organizationId, id } = batch;
    const client = this.database.forOrganization(organizationId);
    const part = await findBatchRows(client, batch, item);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const rows = part ? arrayElements(await openRows(numbers, id, part)) : [];
    if (!part || item - part.firstItem >= rows.length) throw new Error(`row ${item} of the batch ${id} is not stored`);
    return { firstItem: part.firstItem, rows };
  }
}

/** Reads the next rows while the previous ones are still being processed, so that neither waits for the other. */
export class ReadAhead<Rows> {
  private next: { readonly item: number; readonly most: number; readonly rows: Promise<Rows> } | null = null;

  constructor(private readonly read: (item: number, most: number) => Promise<Rows>) {}

  /**
   * Starts reading in the next turn of the event loop, so that what was sent before goes out first. An error is thrown to the caller that
   * takes the rows.
   */
  begin(item: number, most: number): void {
    if (this.next?.item === item && this.next.most === most) return;
    const rows = nextTurn().then(() => this.read(item, most));
    rows.catch(() => undefined);
    this.next = { item, most, rows };
  }

  /** Returns at most `most` rows, starting at `item`. */
  take(item: number, most: number): Promise<Rows> {
    const { next } = this;
    this.next = null;
    return next?.item === item && next.most === most ? next.rows : this.read(item, most);
  }
}

import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { deleteExpired, advanceWatermarks } from '../persistence/window-watermarks.js';

/** Removes parts of windows, and notes of changes, that are a day old: parts that are asked for have been renewed by then. */
@Injectable()
export class ClearWindowParts extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'windows',
    'old parts were not removed',
    limits.windowPartsClearMs,
    () => this.clear(),
  );

  constructor(@InjectPgPool() private readonly pool: PgPool) {
    super();
  }

  async clear(): Promise<void> {
    // Committed before anything is removed that a part under an older mark would be judged by.
    await inTransaction(this.pool, null, advanceWatermarks);
    for (const table of ['window_parts', 'window_changes'] as const) {
      await this.task.runInBatches(limits.windowPartsClearRows, (rows) =>
        inTransaction(this.pool, null, (client) => deleteExpired(client, table, rows)),
      );
    }
  }
}

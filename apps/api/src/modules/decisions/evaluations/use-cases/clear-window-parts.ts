import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { deleteExpired, advanceWatermarks } from '../persistence/window-watermarks.js';

/** Deletes parts of windows, and recorded changes, that are a day old. Parts still in use have been renewed by then. */
@Injectable()
export class ClearWindowParts extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'windows',
    'removing old window parts failed',
    limits.windowPartsClearMs,
    () => this.clear(),
  );

  constructor(@InjectPgPool() private readonly pool: PgPool) {
    super();
  }

  async clear(): Promise<void> {
    // Committed before anything is deleted that would still be needed to check a part under an older mark.
    await inTransaction(this.pool, null, advanceWatermarks);
    for (const table of ['window_parts', 'window_changes'] as const) {
      await this.task.runInBatches(limits.windowPartsClearRows, (rows) =>
        inTransaction(this.pool, null, (client) => deleteExpired(client, table, rows)),
      );
    }
  }
}

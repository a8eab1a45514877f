import { Injectable, Logger } from '@nestjs/common';

import { InjectPgPool, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { OpenExecutions } from '../domain/open-executions.js';
import { checkLedgers, type LedgerCheck } from './check-ledgers.js';

/** Checks all ledgers periodically, and publishes the results as metrics. */
@Injectable()
export class WatchLedgers extends PeriodicJob {
  protected override readonly isOfProcess = true;
  protected override readonly task = new PeriodicTask('billing', 'checking ledgers failed', limits.ledgerCheckMs, () =>
    this.check(),
  );
  private readonly logger = new Logger('billing');
  private last: LedgerCheck = { organizations: 0, faults: [], openReserves: 0, oldestReserveSeconds: 0 };

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    metrics: Metrics,
    private readonly executions: OpenExecutions,
  ) {
    super();
    metrics.addGauge({
      name: 'tamis_billing_faults',
      help: 'Inconsistencies of ledgers found by the last check',
      read: () => this.last.faults.length,
    });
    metrics.addGauge({
      name: 'tamis_billing_oldest_reserve_seconds',
      help: 'Age of the oldest unsettled reservation at the last check',
      read: () => this.last.oldestReserveSeconds,
    });
  }

  async check(): Promise<void> {
    this.last = await checkLedgers(this.pool, this.executions);
    for (const { organizationId, fault, at } of this.last.faults)
      this.logger.error(`the ledger of ${organizationId} is inconsistent: ${fault} at ${at}`);
  }
}

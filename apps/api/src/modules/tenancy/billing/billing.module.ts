import { Module } from '@nestjs/common';

import { OpenExecutions } from './domain/open-executions.js';
import { BillingController } from './http/billing.controller.js';
import { ChangeBillingSettings } from './use-cases/change-settings.js';
import { Ledger } from './use-cases/ledger.js';
import { RequestTopUp } from './use-cases/request-top-up.js';
import { WatchLedgers } from './use-cases/watch-ledgers.js';

/** Charges for enrichments, and the balances from which they are paid. */
@Module({
  controllers: [BillingController],
  providers: [ChangeBillingSettings, Ledger, OpenExecutions, RequestTopUp, WatchLedgers],
  exports: [Ledger, OpenExecutions],
})
export class BillingModule {}

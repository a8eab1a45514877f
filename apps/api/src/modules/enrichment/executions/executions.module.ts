import { Global, Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';

import { EnrichmentDataModule } from '../../decisions/enrichment-data/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { EnrichmentOnCreation } from '../../parties/entities/index.js';
import { BillingModule, OpenExecutions } from '../../tenancy/billing/index.js';
import { ExecutionTimes, IntegrationsModule } from '../integrations/index.js';
import { RegistersModule } from '../registers/index.js';
import { EnrichmentsController } from './http/enrichments.controller.js';
import { EntityEnrichmentsController } from './http/entity-enrichments.controller.js';
import { turnedAwaySql } from './persistence/execution-activity.js';
import { findOpenExecutions } from './persistence/execution-store.js';
import { AskProvider } from './use-cases/ask-provider.js';
import { BeginRequest } from './use-cases/begin-request.js';
import { CallMetrics } from './use-cases/call-metrics.js';
import { EnrichNewEntity } from './use-cases/enrich-new-entity.js';
import { EnrichmentRequests } from './use-cases/enrichment-requests.js';
import { EnrichmentSweep } from './use-cases/enrichment-sweep.js';
import { FinishRequest } from './use-cases/finish-request.js';
import { OwnExecutionTimes } from './use-cases/own-execution-times.js';
import { ProviderBudgets } from './use-cases/provider-budgets.js';
import { ReadEnrichments } from './use-cases/read-enrichments.js';
import { RunExecutions } from './use-cases/run-executions.js';
import { RunOnce } from './use-cases/run-once.js';
import { SettleExecutions } from './use-cases/settle-executions.js';
import { SharedTransactions } from './use-cases/shared-transactions.js';

/**
 * Enrichment requests: queries to providers and the processing of their results. Global for `EnrichmentOnCreation`, which entities require,
 * and `ExecutionTimes`, which integrations display.
 */
@Global()
@Module({
  imports: [BillingModule, EnrichmentDataModule, EvaluationsModule, IntegrationsModule, RegistersModule],
  controllers: [EnrichmentsController, EntityEnrichmentsController],
  providers: [
    AskProvider,
    BeginRequest,
    CallMetrics,
    EnrichmentRequests,
    EnrichmentSweep,
    FinishRequest,
    ProviderBudgets,
    ReadEnrichments,
    RunExecutions,
    RunOnce,
    SettleExecutions,
    SharedTransactions,
    { provide: EnrichmentOnCreation, useClass: EnrichNewEntity },
    { provide: ExecutionTimes, useClass: OwnExecutionTimes },
  ],
  exports: [EnrichmentOnCreation, ExecutionTimes, EnrichmentRequests, RunOnce, ReadEnrichments],
})
export class ExecutionsModule {
  constructor(open: OpenExecutions, figures: OperationFigures) {
    open.register(findOpenExecutions);
    figures.addCount('circuitsOpen', turnedAwaySql);
  }
}

import { Module } from '@nestjs/common';

import { EnrichmentDataModule } from '../../decisions/enrichment-data/index.js';
import { RuleSetsModule } from '../../decisions/rule-sets/index.js';
import { ExecutionsModule } from '../../enrichment/executions/index.js';
import { IntegrationsModule } from '../../enrichment/integrations/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { TransactionsModule } from '../../events/transactions/index.js';
import { UserEventsModule } from '../../events/user-events/index.js';
import { RulesModule } from '../../rules/rules/index.js';
import { AnalyzeController } from './analyze.controller.js';
import { ExecuteController } from './execute.controller.js';
import { FlipsController } from './flips.controller.js';
import { EnrichIfNeeded } from './enrich-if-needed.js';
import { ExecuteRules } from './execute-rules.js';
import { FindFlips } from './find-flips.js';
import { ResolveUnsavedRecord } from './resolve-unsaved-record.js';
import { RecordFinder } from './record-finder.js';

/** Evaluates rules on records on request. */
@Module({
  imports: [
    EnrichmentDataModule,
    EntitiesModule,
    EvaluationsModule,
    ExecutionsModule,
    IntegrationsModule,
    RuleSetsModule,
    RulesModule,
    TransactionsModule,
    UserEventsModule,
  ],
  controllers: [AnalyzeController, ExecuteController, FlipsController],
  providers: [EnrichIfNeeded, ExecuteRules, FindFlips, ResolveUnsavedRecord, RecordFinder],
})
export class RuleRunsModule {}

import { Module } from '@nestjs/common';

import { EntitiesModule } from '../../parties/entities/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { TransactionsModule } from '../../events/transactions/index.js';
import { UserEventsModule } from '../../events/user-events/index.js';
import { RulesModule } from '../../rules/rules/index.js';
import { AnalyzeController } from './analyze.controller.js';
import { ExecuteController } from './execute.controller.js';
import { ExecuteRules } from './execute-rules.js';
import { ResolveUnsavedRecord } from './resolve-unsaved-record.js';
import { RecordFinder } from './record-finder.js';

/** Rules run on records because somebody asks for it. */
@Module({
  imports: [EntitiesModule, EvaluationsModule, RulesModule, TransactionsModule, UserEventsModule],
  controllers: [AnalyzeController, ExecuteController],
  providers: [ExecuteRules, ResolveUnsavedRecord, RecordFinder],
})
export class RuleRunsModule {}

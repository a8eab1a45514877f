import { Module } from '@nestjs/common';

import { EntitiesModule } from '../entities/index.js';
import { EvaluationsModule } from '../evaluations/index.js';
import { TransactionsModule } from '../transactions/index.js';
import { UserEventsModule } from '../user-events/index.js';
import { RulesModule } from '../rules/index.js';
import { AnalyzeController } from './http/analyze.controller.js';
import { ExecuteController } from './http/execute.controller.js';
import { ExecuteRules } from './use-cases/execute-rules.js';
import { ReadSentRecord } from './use-cases/read-sent-record.js';
import { RecordFinder } from './use-cases/record-finder.js';

/** Rules run on records because somebody asks for it. */
@Module({
  imports: [EntitiesModule, EvaluationsModule, RulesModule, TransactionsModule, UserEventsModule],
  controllers: [AnalyzeController, ExecuteController],
  providers: [ExecuteRules, ReadSentRecord, RecordFinder],
})
export class RuleRunsModule {}

import { Module } from '@nestjs/common';

import { RuleSetsModule } from '../rule-sets/index.js';
import { EvaluationsController } from './http/evaluations.controller.js';
import { DecideRecord } from './use-cases/decide-record.js';
import { FollowUpRuns } from './use-cases/follow-up-runs.js';
import { ReadEvaluations } from './use-cases/read-evaluations.js';
import { ReplayEvaluation } from './use-cases/replay-evaluation.js';
import { RunRules } from './use-cases/run-rules.js';
import { StoredRuns } from './use-cases/stored-runs.js';

/** Runs of rules on records of every kind, what they do, and what is kept of them. */
@Module({
  imports: [RuleSetsModule],
  controllers: [EvaluationsController],
  providers: [DecideRecord, FollowUpRuns, ReadEvaluations, ReplayEvaluation, RunRules, StoredRuns],
  exports: [FollowUpRuns, RunRules, StoredRuns],
})
export class EvaluationsModule {}

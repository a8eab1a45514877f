import { Module } from '@nestjs/common';

import { CurrencyRatesModule } from '../currency-rates/index.js';
import { RuleSetsModule } from '../rule-sets/index.js';
import { EvaluationsController } from './http/evaluations.controller.js';
import { ListImpactController } from './http/list-impact.controller.js';
import { CandidateRuns } from './use-cases/candidate-runs.js';
import { ClearWindowParts } from './use-cases/clear-window-parts.js';
import { DecideRecord } from './use-cases/decide-record.js';
import { FollowUpRuns } from './use-cases/follow-up-runs.js';
import { ListImpactOf } from './use-cases/list-impact.js';
import { ReadEvaluations } from './use-cases/read-evaluations.js';
import { ReplayEvaluation } from './use-cases/replay-evaluation.js';
import { ReplaySample } from './use-cases/replay-sample.js';
import { RunOnDemand } from './use-cases/run-on-demand.js';
import { RunRules } from './use-cases/run-rules.js';
import { StoredRuns } from './use-cases/stored-runs.js';

/** Runs of rules on records of every kind, what they do, and what is kept of them. */
@Module({
  imports: [CurrencyRatesModule, RuleSetsModule],
  controllers: [EvaluationsController, ListImpactController],
  providers: [
    CandidateRuns,
    ClearWindowParts,
    DecideRecord,
    FollowUpRuns,
    ListImpactOf,
    ReadEvaluations,
    ReplayEvaluation,
    ReplaySample,
    RunOnDemand,
    RunRules,
    StoredRuns,
  ],
  exports: [CandidateRuns, FollowUpRuns, RunOnDemand, RunRules, StoredRuns],
})
export class EvaluationsModule {}

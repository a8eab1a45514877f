import { Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';

import { CurrencyRatesModule } from '../currency-rates/index.js';
import { RuleSetsModule } from '../rule-sets/index.js';
import { EvaluationsController } from './http/evaluations.controller.js';
import { ListImpactController } from './http/list-impact.controller.js';
import { EvaluateCandidate } from './use-cases/evaluate-candidate.js';
import { ClearWindowParts } from './use-cases/clear-window-parts.js';
import { DecideRecord } from './use-cases/decide-record.js';
import { DecideStoredRuns } from './use-cases/decide-stored-runs.js';
import { EvaluateFollowUps } from './use-cases/evaluate-follow-ups.js';
import { MeasureListImpact } from './use-cases/measure-list-impact.js';
import { ReadEvaluations } from './use-cases/read-evaluations.js';
import { ReplayEvaluation } from './use-cases/replay-evaluation.js';
import { ReplaySample } from './use-cases/replay-sample.js';
import { EvaluateOnDemand } from './use-cases/evaluate-on-demand.js';
import { EvaluateRecord } from './use-cases/evaluate-record.js';
import { StoredSummaries } from './use-cases/stored-summaries.js';

/** Evaluations of rules on records of every type, their effects, and their storage. */
@Module({
  imports: [CurrencyRatesModule, RuleSetsModule],
  controllers: [EvaluationsController, ListImpactController],
  providers: [
    EvaluateCandidate,
    ClearWindowParts,
    DecideRecord,
    DecideStoredRuns,
    EvaluateFollowUps,
    MeasureListImpact,
    ReadEvaluations,
    ReplayEvaluation,
    ReplaySample,
    EvaluateOnDemand,
    EvaluateRecord,
    StoredSummaries,
  ],
  exports: [DecideStoredRuns, EvaluateCandidate, EvaluateOnDemand, EvaluateRecord, ReadEvaluations, StoredSummaries],
})
export class EvaluationsModule {
  constructor(figures: OperationFigures) {
    figures.addCount(
      'replayDifferences',
      'select cardinality(differing) from replay_samples where organization_id = $1 order by day desc limit 1',
    );
  }
}

import { Module } from '@nestjs/common';

import { RuleSetsModule } from '../../decisions/rule-sets/index.js';
import { ActivationComparisons, GuardReferences, RulesModule } from '../../rules/rules/index.js';
import { DryRunsController } from './http/dry-runs.controller.js';
import { SweepsController } from './http/sweeps.controller.js';
import { BuildCandidate } from './use-cases/build-candidate.js';
import { expectedCounts } from './use-cases/expected-counts.js';
import { ExplainMatch } from './use-cases/explain-match.js';
import { CompileFilter } from './use-cases/compile-filter.js';
import { ReadDryRuns } from './use-cases/read-dry-runs.js';
import { RunDryRuns } from './use-cases/run-dry-runs.js';
import { StartDryRun } from './use-cases/start-dry-run.js';
import { StartSweep } from './use-cases/start-sweep.js';

/** Past records replayed through rules that are not in force: dry runs and sweeps, as jobs. */
@Module({
  imports: [RuleSetsModule, RulesModule],
  controllers: [DryRunsController, SweepsController],
  providers: [BuildCandidate, ExplainMatch, CompileFilter, ReadDryRuns, RunDryRuns, StartDryRun, StartSweep],
  exports: [ReadDryRuns, StartDryRun],
})
export class DryRunsModule {
  constructor(references: GuardReferences, comparisons: ActivationComparisons, starting: StartDryRun) {
    references.registerFinder(expectedCounts);
    comparisons.registerComparison(async (principal, { version, previousVersion, since }, now) => {
      const period = { from: since, to: now.toISOString() };
      const request = { ruleSetVersion: version, against: previousVersion, ...period };
      return (await starting.start(principal, request, now)).id;
    });
  }
}
